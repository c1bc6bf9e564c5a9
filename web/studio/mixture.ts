// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
//
// One aggregation method, or two with a weight: "0.7*gf+0.3*st".
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

export function mixtureControl(field: Field): { element: HTMLElement; show: (values: Values) => void } {
  const options = () => field.choices.map((name) => h('option', { value: name }, titles[name] ?? name));
  const one = h('select', { 'aria-label': 'Method', change: set }, ...options());
  const two = h('select', { 'aria-label': 'Second method of a mixture', change: set }, h('option', { value: '' }, 'nothing else'), ...options());
  const share = h('input', { type: 'range', min: 5, max: 95, step: 5, value: 50, 'aria-label': 'Share of the first method', input: set });
  const output = h('output', {});
  const weights = h('label', { class: 'weights' }, h('span', { class: 'name' }, 'share of the first'), output, share);

  function set() {
    const part = share.valueAsNumber / 100;
    const mixed = two.value && two.value !== one.value;
    setOption(field.name, mixed ? (part === 0.5 ? `${one.value}+${two.value}` : `${part}*${one.value}+${Number((1 - part).toFixed(2))}*${two.value}`) : one.value);
  }

  return {
    element: h('div', { class: 'option method', 'data-option': field.name },
      h('label', { title: field.help }, h('span', { class: 'name' }, 'aggregation'), one),
      h('label', {}, h('span', { class: 'name' }, 'mixed with'), two), weights),
    show(values) {
      const parts = parseMixture(values[field.name]!);
      one.value = parts[0]!.method;
      two.value = parts[1]?.method ?? '';
      weights.hidden = parts.length < 2;
      share.value = String(parts.length < 2 ? 50 : Math.round(parts[0]!.share * 100));
      output.textContent = `${share.value} %`;
    },
  };
}
