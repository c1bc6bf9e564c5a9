// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
//
// One aggregation method, or up to three with their weights: "0.7*gf+0.3*st".
import { h } from '../shared/dom';
import type { Field, Values } from './api';
import { setOption } from './state';

const titles: Record<string, string> = { none: 'none', box: 'box', bf: 'bilateral (bf)', gf: 'guided (gf)', nl: 'non-local tree (nl)', st: 'segment tree (st)', sgm: 'semi-global (sgm)' };

export function parseMixture(text: string): { method: string; share: number }[] {
  const parts = text.split('+').map((part) => {
    const star = part.indexOf('*');
    return { method: part.slice(star + 1), share: star < 0 ? 1 : Number(part.slice(0, star)) };
  });
  const sum = parts.reduce((total, part) => total + part.share, 0);
  return parts.map((part) => ({ ...part, share: part.share / sum }));
}

const ordinals = ['first', 'second', 'third'];
const labels = ['Method', 'Second method of a mixture', 'Third method of a mixture'];
const percent = (share: number) => Math.round(share * 100);

/** Shares that are the same need no numbers. */
function written(parts: { method: string; share: number }[]): string {
  const even = parts.every(({ share }) => Math.abs(share - 1 / parts.length) < 0.006);
  return parts.map(({ method, share }) => (even ? method : `${Number(share.toFixed(2))}*${method}`)).join('+');
}

export function mixtureControl(field: Field): { element: HTMLElement; show: (values: Values) => void } {
  const selects = labels.map((label, i) => h('select', { 'aria-label': label, change: choose }, i > 0 ? h('option', { value: '' }, 'nothing else') : '',
    ...field.choices.map((name) => h('option', { value: name }, titles[name] ?? name))));
  const sliders = ordinals.map((ordinal, i) => h('input', { type: 'range', min: 5, max: 90, step: 5, 'aria-label': `Share of the ${ordinal} method`, input: () => weigh(i) }));
  const outputs = ordinals.map(() => h('output', {}));
  const rows = ordinals.map((ordinal, i) => h('label', { class: 'weights' }, h('span', { class: 'name' }, `share of the ${ordinal}`), outputs[i]!, sliders[i]!));
  const choices = selects.map((select, i) => h('label', { title: i === 0 ? field.help : '' }, h('span', { class: 'name' }, i === 0 ? 'aggregation' : 'mixed with'), select));
  let parts: { method: string; share: number }[] = [];

  /** Another method, or one more: all count alike. */
  function choose() {
    const names = [...new Set(selects.map((select) => select.value).filter((name) => name))];
    const same = names.length === parts.length;
    setOption(field.name, written(names.map((method, i) => ({ method, share: same ? parts[i]!.share : 1 / names.length }))));
  }

  /** The others keep their relation. */
  function weigh(index: number) {
    const share = sliders[index]!.valueAsNumber / 100;
    const rest = 1 - parts[index]!.share;
    setOption(field.name, written(parts.map((part, i) => ({ ...part, share: i === index ? share : (part.share / rest) * (1 - share) }))));
  }

  return {
    element: h('div', { class: 'option method', 'data-option': field.name }, ...choices, ...rows),
    show(values) {
      parts = parseMixture(values[field.name]!);
      selects.forEach((select, i) => { select.value = parts[i]?.method ?? ''; });
      choices[2]!.hidden = parts.length < 2;
      rows.forEach((row, i) => {
        // Of two, one number tells both.
        row.hidden = parts.length < 2 || i >= (parts.length === 2 ? 1 : parts.length);
        if (document.activeElement !== sliders[i]) sliders[i]!.value = String(percent(parts[i]?.share ?? 0));
        outputs[i]!.textContent = `${percent(parts[i]?.share ?? 0)} %`;
      });
    },
  };
}
