// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
//
// Why a pixel got its disparity: its costs at each scale and after the blend, and its row of the cost volume.
import { choice, h, show } from '../shared/dom';
import { Line, plotView } from '../shared/plot';
import { ask, Packet, PixelHead, PlaneHead, Settings, Stage, Superseded } from './api';
import { scanLine } from './scan_line';
import { change, current } from './state';

type Costs = 'raw' | 'aggregated';
const families = ['--family-0', '--family-6', '--family-3', '--family-4', '--family-5', '--family-7', '--family-1'];

const unit = 1000; // costs are small numbers

const inPixels = (stage: Stage, level: number | null) => (level === null ? null : level * stage.step);

interface Candidate { x: number; cost: number; rank: 'winner' | 'runner-up' | '' }

/** A line through costs, with a ring at the winner and a circle at the runner-up. */
function through(title: string, colour: string, candidates: Candidate[]): Line {
  return { title, colour, joined: true, points: candidates.filter(({ cost }) => Number.isFinite(cost)).map(({ x, cost, rank }) => ({
    x, y: cost * unit, shape: rank === 'winner' ? 'ringed' : rank === 'runner-up' ? 'hollow' : 'bare',
    text: `${title}: ${(cost * unit).toPrecision(4)} at ${Number(x.toFixed(2))} px${rank === 'winner' ? ', the lowest' : rank && `, the ${rank}`}` })) };
}

/** The costs of a stage, whose levels may be pixels of a coarser scale. */
function lineOf(title: string, colour: string, stage: Stage, packet: Packet<PixelHead>): Line {
  const { first, levels } = packet.head;
  const candidates = [...packet.floats[stage.costs]!.values].map((cost, k): Candidate => {
    const level = stage.first + k;
    return { x: level * stage.step, cost, rank: level === stage.winner ? 'winner' : level === stage.runner_up ? 'runner-up' : '' };
  });
  // Coarse levels may lie beyond the range.
  return through(title, colour, candidates.filter(({ x }) => x >= first - stage.step && x <= first + levels - 1 + stage.step));
}

function truthLine(truth: number | null, lines: Line[]): Line[] {
  if (truth === null) return [];
  const costs = lines.flatMap((line) => line.points.map((point) => point.y));
  const text = `truth: ${show(truth, 2)} px`;
  return [{ title: `truth ${show(truth, 2)}`, colour: '--good', joined: true,
    points: [Math.min(...costs), Math.max(...costs)].map((y) => ({ x: truth, y, shape: 'bare', text })) }];
}

const plot = (label: string, lines: Line[], truth: number | null) =>
  plotView({ label, x: { title: 'disparity, pixels' }, y: { title: 'cost, thousandths' }, lines: [...lines, ...truthLine(truth, lines)], height: 210 });

const lowestOf = (costs: Float32Array) => costs.reduce((lowest, cost) => Math.min(lowest, cost), Infinity);

/** The cost vector in the levels of the plane that won, and what it won against. */
function planePart(packet: Packet<PixelHead>, plane: PlaneHead): HTMLElement {
  const line = (name: string, title: string, colour: string) => {
    const costs = packet.floats[name]!.values;
    const lowest = costs.indexOf(lowestOf(costs));
    return through(title, colour, plane.disparities.map((x, k) => ({ x, cost: costs[k]!, rank: k === lowest ? 'winner' : '' })));
  };
  const costs = [packet.floats['plane_blend']!, packet.floats[packet.head.blend.costs]!].map(({ values }) => (lowestOf(values) * unit).toPrecision(3));
  return h('div', { class: 'plane' }, h('h4', {}, `Around plane ${plane.number}, which won`),
    h('p', { class: 'hint' }, `It is at ${show(plane.here, 2)} pixels here, and changes by ${show(plane.along, 3, true)} a column and ${show(plane.down, 3, true)} a row. ` +
      `Its lowest blended cost is ${costs[0]}; that of the range's levels, above, ${costs[1]}.`),
    plot(`Costs in the levels of plane ${plane.number}`, [line('plane_plain', 'one scale', '--family-0'), line('plane_blend', 'blend', '--family-1')], packet.head.truth));
}

function blendPlot(packet: Packet<PixelHead>): HTMLElement {
  const { scales, blend, truth } = packet.head;
  const plain = scales[0]!.aggregated;
  return plot('Costs before and after the blend', [
    lineOf(`one scale: lowest at ${show(inPixels(plain, plain.winner), 0)}`, '--family-0', plain, packet),
    lineOf(`blend: lowest at ${show(inPixels(blend, blend.winner), 0)}`, '--family-1', blend, packet)], truth);
}

function scalesPlot(packet: Packet<PixelHead>, costs: Costs): HTMLElement {
  return plot('Costs of each scale', packet.head.scales.map((scale, s) =>
    lineOf(`scale ${s}, weight ${scale.weight.toFixed(2)}`, families[s % families.length]!, scale[costs], packet)), packet.head.truth);
}

function table(packet: Packet<PixelHead>): HTMLElement {
  const { scales, blend } = packet.head;
  const row = (name: string, weight: string, stage: Stage) => h('tr', {}, h('th', { scope: 'row' }, name),
    ...[weight, show(inPixels(stage, stage.winner), 0), show(inPixels(stage, stage.runner_up), 0)].map((text) => h('td', { class: 'number' }, text)));
  return h('table', { class: 'costs' },
    h('thead', {}, h('tr', {}, ...['', 'weight', 'winner', 'runner-up'].map((text) => h('th', { scope: 'col' }, text)))),
    h('tbody', {}, ...scales.map((scale, s) => row(`scale ${s}`, scale.weight.toFixed(3), scale.aggregated)), row('blend', '', blend)));
}

/** The panel. `wanted` is asked about whenever pixel or settings change. */
export function pixelView(busy: (what: string) => void) {
  const body = h('div', { class: 'pixel-body' });
  const element = h('section', { class: 'panel pixel', 'aria-label': 'The pixel', 'aria-live': 'polite' }, body);
  let costs: Costs = 'aggregated';
  let answer: Packet<PixelHead> | null = null;
  let turn = 0;

  function draw() {
    if (!answer) return;
    const { x, y, truth, scales, blend, planes, plane } = answer.head;
    const level = inPixels(blend, blend.winner);
    const winner = plane?.disparity ?? level;
    const verdict = truth === null || winner === null ? '' : Math.abs(winner - truth) <= 1 ? ' That is right.' : ` The truth is ${show(truth, 1)}.`;
    const plain = inPixels(scales[0]!.aggregated, scales[0]!.aggregated.winner);
    body.replaceChildren(
      h('h3', {}, `Pixel (${x}, ${y})`),
      h('p', { class: 'note' }, `One scale chooses ${show(plain, 0)}, the blend of ${scales.length} ${scales.length === 1 ? 'scale' : 'scales'} ${show(level, 0)} pixels${plane ? `, and plane ${plane.number} wins with ${show(winner, 2)}` : ''}.${verdict}`),
      planes && !plane ? h('p', { class: 'hint' }, 'Planes competed, but a level of the range won here.') : '',
      blendPlot(answer), plane ? planePart(answer, plane) : '',
      h('div', { class: 'bar' }, h('h4', {}, 'Each scale'),
        choice<Costs>('Costs', [['Aggregated', 'aggregated'], ['Raw', 'raw']], costs, (value) => { costs = value; draw(); })),
      scalesPlot(answer, costs), table(answer),
      scanLine(answer, (column) => change({ pixel: { x: column, y } })),
      supportControls(scales.length));
  }

  function supportControls(scales: number): HTMLElement {
    return h('div', { class: 'support' }, h('h4', {}, 'Support'),
      choice('Support', [['Off', ''], ['All scales', 'all'], ...Array.from({ length: scales }, (_, s): [string, string] => [`Scale ${s}`, String(s)])],
        current().support, (support) => change({ support })),
      h('p', { class: 'hint' }, 'How much each pixel counts in this one\'s costs, as the aggregation really weighs it: in colour on the map. Semi-global paths choose as they go: theirs are the pixels that decide between the winner and the runner-up.'));
  }

  function empty() {
    body.replaceChildren(h('h3', {}, 'Why this disparity?'),
      h('p', { class: 'note' }, 'Choose a pixel on the map to see the costs that decided: at each scale, and after the blend across scales.'));
  }

  empty();
  return {
    element,
    async want(scene: string, pixel: { x: number; y: number } | null, settings: Settings) {
      const own = ++turn;
      if (!pixel) {
        answer = null;
        return empty();
      }
      busy('pixel');
      try {
        const next = await ask<PixelHead>('pixel', { scene, settings, view: 'pixel', ...pixel });
        if (own !== turn) return;
        answer = next;
        draw();
      } catch (error) {
        if (own === turn && !(error instanceof Superseded)) body.replaceChildren(h('p', { class: 'error', role: 'alert' }, (error as Error).message));
      } finally {
        if (own === turn) busy('');
      }
    },
  };
}
