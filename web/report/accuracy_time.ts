// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
import { accuracies, Group, Measure, timeId } from './data';
import { choice, h, show } from '../shared/dom';
import { familyColour } from './families';
import { Line, plotView, Point } from '../shared/plot';

/** A line from each plain method to its form across scales, and the others' matchers by themselves. */
function linesOf(group: Group, measure: Measure): Line[] {
  const families = new Map<string, Line>();
  const others: Line = { title: 'Other matchers', colour: '--muted', points: [], joined: false };
  for (const mean of group.means ?? []) {
    const method = group.methods[mean.method];
    const [x, y] = [mean.values[timeId], mean.values[measure.id]];
    if (!method || typeof x !== 'number' || typeof y !== 'number' || x <= 0) continue;
    const point: Point = {
      x, y, label: method.title, shape: method.peer ? 'square' : method.plain === undefined ? 'hollow' : 'filled',
      text: `${method.title}: ${show(y, 2)} ${measure.unit}, ${show(x, 3)} s`,
    };
    if (method.peer) {
      others.points.push(point);
      continue;
    }
    const family = method.plain ?? method.id;
    if (!families.has(family)) {
      const title = group.methods.find((other) => other.id === family)?.title ?? method.title;
      families.set(family, { title, colour: familyColour(family), points: [], joined: true });
    }
    families.get(family)!.points.push(point);
  }
  return [...families.values(), others].filter((line) => line.points.length > 0);
}

/** Mean accuracy against mean time, or nothing where no times were measured. */
export function accuracyTimeView(group: Group): HTMLElement | null {
  const measures = accuracies(group).filter((measure) => linesOf(group, measure).length > 0);
  const time = group.measures.find((measure) => measure.id === timeId);
  if (measures.length === 0 || !time) return null;
  const host = h('div');
  function render(measure: Measure) {
    host.replaceChildren(plotView({
      label: `${measure.title} against ${time!.title}`,
      x: { title: `${time!.title} (${time!.unit}), logarithmic`, kind: 'logarithmic' },
      y: { title: `${measure.title} (${measure.unit})`, fromZero: true },
      lines: linesOf(group, measure),
    }));
  }
  render(measures[0]!);
  return h('section', { class: 'card' },
    h('div', { class: 'bar' }, h('h3', {}, 'Accuracy against time'),
      measures.length > 1 ? choice('Measure', measures.map((measure) => [measure.title, measure]), measures[0]!, render) : null),
    h('p', { class: 'note key' }, 'Means over scenes; lower and further left is better. ',
      h('span', {}, h('i', { class: 'mark hollow' }), 'plain'), ' ', h('span', {}, h('i', { class: 'mark' }), 'across scales (S+)'), ' ',
      h('span', {}, h('i', { class: 'mark square' }), 'other matchers')),
    host);
}
