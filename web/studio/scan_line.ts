// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
//
// A row of the cost volume: columns of the image against disparities, dark is cheap. Winners are red.
import { choice, h } from '../shared/dom';
import type { Packet, PixelHead } from './api';

type Kind = 'row_plain' | 'row_blend';

function paint(canvas: HTMLCanvasElement, packet: Packet<PixelHead>, kind: Kind) {
  const costs = packet.floats[kind]!;
  const winners = packet.floats[`${kind}_winners`]!.values;
  const [levels, columns] = [costs.width, costs.height];
  canvas.width = columns;
  canvas.height = levels;
  const image = new ImageData(columns, levels);
  const put = (x: number, level: number, [r, g, b]: readonly number[]) => image.data.set([r!, g!, b!, 255], 4 * ((levels - 1 - level) * columns + x));
  for (let x = 0; x < columns; ++x) {
    const column = costs.values.subarray(x * levels, (x + 1) * levels);
    const low = column.reduce((least, cost) => Math.min(least, cost), Infinity);
    const high = column.reduce((most, cost) => Math.max(most, cost), -Infinity);
    column.forEach((cost, level) => {
      const grey = 30 + (225 * (cost - low)) / (high - low || 1);
      put(x, level, [grey, grey, grey]);
    });
    const winner = Math.round(winners[x]! - packet.head.first);
    if (winner >= 0 && winner < levels) put(x, winner, [230, 25, 30]);
  }
  // The chosen pixel's column.
  for (let level = 0; level < levels; level += 2) put(packet.head.x, level, [40, 120, 255]);
  canvas.getContext('2d')!.putImageData(image, 0, 0);
}

export function scanLine(packet: Packet<PixelHead>, go: (column: number) => void): HTMLElement {
  const canvas = h('canvas', { class: 'scan', role: 'img', 'aria-label': `Costs along row ${packet.head.y}`, click: (event) => {
    const box = canvas.getBoundingClientRect();
    go(Math.floor((((event as MouseEvent).clientX - box.left) / box.width) * canvas.width));
  } });
  const draw = (kind: Kind) => paint(canvas, packet, kind);
  draw('row_blend');
  const { first, levels, y } = packet.head;
  return h('div', { class: 'scan-line' },
    h('div', { class: 'bar' }, h('h4', {}, `Row ${y}`), choice<Kind>('Costs of the row', [['Blend', 'row_blend'], ['One scale', 'row_plain']], 'row_blend', draw)),
    h('div', { class: 'framed' }, h('span', { class: 'axis' }, String(first + levels - 1)), canvas, h('span', { class: 'axis low' }, String(first))),
    h('p', { class: 'hint' }, 'Columns against disparities, dark is cheap; red is the winner of each column, blue the chosen pixel. Press to go there.'));
}
