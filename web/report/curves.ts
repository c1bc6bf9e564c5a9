// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
import { Cell, LambdaCurve, ScaleCurve, Table } from './data';
import { choice, h, show } from '../shared/dom';
import { familyColour } from './families';
import { plotView, Point } from '../shared/plot';
import { tableView } from './table';

/** The same numbers for those who cannot see the plot, or want to copy them. */
function numbers(first: string, curves: { title: string; points: [number, Cell][] }[], title: string): HTMLElement {
  const xs = [...new Set(curves.flatMap((curve) => curve.points.map(([x]) => x)))].sort((a, b) => a - b);
  const maps = curves.map((curve) => new Map(curve.points));
  const table: Table = {
    title,
    columns: [first, ...curves.map((curve) => curve.title)],
    rows: xs.map((x) => [x, ...maps.map((map) => map.get(x) ?? null)]),
  };
  return h('details', {}, h('summary', {}, 'Numbers'), tableView(table));
}

export function lambdaView(curves: LambdaCurve[]): HTMLElement {
  const title = 'Bad pixels against λ';
  const lines = curves.map((curve) => ({
    title: curve.title,
    colour: familyColour(curve.method),
    joined: true,
    points: curve.points.filter((point): point is [number, number] => point[1] !== null).map(([x, y]): Point => {
      const best = typeof curve.best === 'number' && Math.abs(x - curve.best) < 1e-9;
      return { x, y, shape: best ? 'ringed' : 'small', text: `${curve.title}, λ = ${x}: ${show(y, 2)} %${best ? ', the best' : ''}` };
    }),
  }));
  // Values that span decades, 0 among them.
  const positive = lines.flatMap((line) => line.points.map((point) => point.x)).filter((x) => x > 0);
  const decades = Math.max(...positive) > 20 * Math.min(...positive);
  return h('section', { class: 'card' },
    h('h3', {}, title),
    h('p', { class: 'note' }, 'λ says how strongly neighbouring scales have to agree; 0 is the plain method. A ring marks the best value of each curve.'),
    plotView({ label: title, x: { title: 'λ', ...(decades && { kind: 'asinh' }) }, y: { title: 'Bad pixels (%)' }, lines }),
    numbers('λ', curves, title));
}

export function scalesView(curves: ScaleCurve[]): HTMLElement {
  const host = h('div');
  const measures = { bad: { title: 'Bad pixels', unit: '%', digits: 2 }, seconds: { title: 'CPU time', unit: 's', digits: 3 } };
  function render(id: keyof typeof measures) {
    const { title, unit, digits } = measures[id];
    const heading = `${title} against the number of scales`;
    const lines = curves.map((curve) => ({
      title: curve.title,
      colour: familyColour(curve.method),
      joined: true,
      points: curve.points.flatMap((point): Point[] => {
        const y = point[id];
        if (y === null || y === undefined) return [];
        const count = point.scales === 1 ? '1 scale' : `${point.scales} scales`;
        return [{ x: point.scales, y, shape: 'filled', text: `${curve.title}, ${count}: ${show(y, digits)} ${unit}` }];
      }),
    }));
    host.replaceChildren(
      plotView({ label: heading, x: { title: 'Scales', whole: true }, y: { title: `${title} (${unit})`, fromZero: id === 'seconds' }, lines }),
      numbers('Scales', curves.map((curve) => ({ title: curve.title, points: curve.points.map((point) => [point.scales, point[id] ?? null]) })), heading));
  }
  render('bad');
  return h('section', { class: 'card' },
    h('div', { class: 'bar' }, h('h3', {}, 'How many scales are worth it'),
      choice('Measure', [['Bad pixels', 'bad'], ['CPU time', 'seconds']], 'bad', render)),
    host);
}
