// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
import { accuracyTimeView } from './accuracy_time';
import { Group, lookup, Report } from './data';
import { h } from '../shared/dom';
import { scenesView } from './scenes';
import { viewerView } from './viewer';

function panelContent(report: Report, group: Group): Node[] {
  const find = lookup(group);
  const viewer = viewerView(report, group, find);
  const scenes = scenesView(group, find, viewer?.choose);
  viewer?.onChange(scenes.mark);
  const missing = group.missing ?? [];
  return [
    accuracyTimeView(group),
    scenes.element,
    viewer?.element,
    missing.length > 0 && h('details', { class: 'card missing', open: missing.length <= 5 },
      h('summary', {}, `Not in these results (${missing.length})`),
      h('ul', {}, ...missing.map((sentence) => h('li', {}, sentence)))),
  ].filter((part): part is HTMLElement => Boolean(part));
}

/** One data set after the other, chosen by tabs; each is built when it is first shown. */
export function groupsView(report: Report): HTMLElement {
  const groups = report.groups!;
  const tabs: HTMLButtonElement[] = [];
  const panels: HTMLElement[] = [];

  function open(index: number) {
    tabs.forEach((tab, i) => {
      tab.setAttribute('aria-selected', String(i === index));
      tab.tabIndex = i === index ? 0 : -1;
    });
    panels.forEach((panel, i) => { panel.hidden = i !== index; });
    const panel = panels[index]!;
    if (!panel.hasChildNodes()) panel.append(...panelContent(report, groups[index]!));
  }

  groups.forEach((group, index) => {
    tabs.push(h('button', { type: 'button', role: 'tab', id: `tab-${index}`, 'aria-controls': `panel-${index}`, click: () => open(index),
      keydown: (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[(event as KeyboardEvent).key];
        if (step === undefined) return;
        const next = (index + step + groups.length) % groups.length;
        open(next);
        tabs[next]!.focus();
      } }, group.title));
    panels.push(h('div', { id: `panel-${index}`, class: 'panel', ...(groups.length > 1 && { role: 'tabpanel', 'aria-labelledby': `tab-${index}` }) }));
  });
  const view = h('div', {},
    groups.length > 1 ? h('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Data sets' }, ...tabs) : h('p', { class: 'note' }, groups[0]!.title),
    ...panels);
  open(0);
  return view;
}
