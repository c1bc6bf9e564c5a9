// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
//
// What is known of the pixel under the pointer, the score, and what the colours mean.
import { h, show } from '../shared/dom';
import type { Scene } from './api';
import { gradient } from './colours';
import { Context, depthOf, Legend, reasons } from './layers';
import { at, Run } from './runs';

export function legendView(legend: Legend): HTMLElement {
  const boxes = legend.boxes.map(([colour, title]) => h('span', { class: 'key' }, h('span', { class: 'box', style: `background: rgb(${colour.join(' ')})` }), title));
  if (!legend.ramp) return h('p', { class: 'legend-bar' }, ...boxes);
  return h('p', { class: 'legend-bar' },
    h('span', { class: 'scale' }, h('span', { class: 'ramp', style: `background: linear-gradient(to right, ${gradient(legend.ramp)})` }),
      h('span', { class: 'ticks' }, ...[legend.low, legend.middle, legend.high].map((text) => h('span', {}, text ?? '')))), ...boxes);
}

export function readout(pixel: { x: number; y: number } | null, run: Run, context: Context, scene: Scene): string {
  if (!pixel) return 'Point at the map to read its values; press a pixel to see its costs.';
  const { x, y } = pixel;
  const { halvings } = run.head;
  const disparity = at(run.disparity, x, y, halvings);
  const words = [`(${x}, ${y})`, `disparity ${show(disparity, 2)} px`];
  if (scene.camera) words.push(`depth ${show(depthOf(scene.camera, disparity), 2)} m`);
  if (run.confidence) words.push(`confidence ${show(at(run.confidence, x, y), 2)}`);
  if (context.truth) {
    const truth = at(context.truth, x, y);
    words.push(`truth ${show(truth, 2)} px`, `error ${show(disparity - truth, 2, true)} px`);
  }
  if (context.other) words.push(`${context.other.name} ${show(at(context.other.disparity, x, y, context.other.head.halvings), 2)} px`);
  const plane = at(run.plane, x, y, halvings);
  if (plane > 0) words.push(`on plane ${plane}`);
  const bits = run.validity ? at(run.validity, x, y, halvings) : 0;
  const flags = reasons.filter(([bit]) => bits & bit).map(([, title]) => title);
  if (flags.length > 0) words.push(flags.join(', '));
  return words.join(' · ');
}

export function scoreView(run: Run): HTMLElement {
  const { score, seconds, halvings, first, levels, scales } = run.head;
  const figure = (value: string, title: string, class_ = '') => h('span', { class: `figure ${class_}` }, h('strong', {}, value), h('span', {}, title));
  return h('p', { class: 'score', 'data-coarse': String(halvings) },
    ...(score ? [figure(`${show(score.bad, 2)} %`, `wrong or missing, > ${score.threshold} px`, 'bad'), figure(`${show(score.wrong_of_given, 2)} %`, 'wrong of given'),
      figure(`${show(score.unknown, 1)} %`, 'unknown'), figure(`${show(score.average, 2)} px`, 'mean error')] : []),
    figure(`${show(seconds * 1000, 0)} ms`, halvings > 0 ? `1/${1 << halvings} of the size` : 'match'),
    figure(`${first} … ${first + levels - 1}`.replaceAll('-', '−'), scales ? `on ${scales} ${scales === 1 ? 'scale' : 'scales'}` : 'searched'));
}
