// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
import { Report } from './data';
import { h } from '../shared/dom';
import { lambdaView, scalesView } from './curves';
import { groupsView } from './groups';
import { tableView } from './table';

const report = JSON.parse(document.getElementById('data')!.textContent!) as Report;

document.title = report.title;
document.getElementById('head')!.append(
  h('p', { class: 'kicker' }, `csca ${report.csca}`),
  h('h1', {}, report.title),
  report.machine ? h('p', { class: 'machine' }, report.machine) : '');
if (report.created_with) {
  document.getElementById('made')!.append('Made by ', h('code', {}, report.created_with));
}

interface Part { id: string; title: string; content: () => Node[] }

const parts: Part[] = [
  ...(report.tables?.length ? [{ id: 'tables', title: 'Tables', content: () => report.tables!.map(tableView) }] : []),
  ...(report.groups?.length ? [{ id: 'results', title: 'Results', content: () => [groupsView(report)] }] : []),
  ...(report.lambda?.length ? [{ id: 'lambda', title: 'Lambda', content: () => [lambdaView(report.lambda!)] }] : []),
  ...(report.scales?.length ? [{ id: 'scales', title: 'Scales', content: () => [scalesView(report.scales!)] }] : []),
];

// In the page before its content, so that plots find the width that they may take.
const content = document.getElementById('content')!;
if (parts.length > 1) {
  document.getElementById('head')!.append(
    h('nav', { 'aria-label': 'Sections' }, ...parts.map((part) => h('a', { href: `#${part.id}` }, part.title))));
}
for (const part of parts) {
  const section = h('section', { id: part.id, 'aria-labelledby': `${part.id}-title` }, h('h2', { id: `${part.id}-title` }, part.title));
  content.append(section);
  section.append(...part.content());
}
