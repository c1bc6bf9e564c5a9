// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
//
// Results of matches: those that are on the screen, and those that are kept to compare with.
import type { Grid, MatchHead, Packet, Settings, Values } from './api';

export interface Run {
  name: string;
  settings: Settings | null; // null: another program's
  head: MatchHead;
  disparity: Grid;
  validity?: Grid<Uint8Array>;
  confidence?: Grid;
  plane?: Grid<Uint8Array>; // the number of the plane that won; 0: a level of the range
  milliseconds: number; // from the question to the answer
}

export function runOf(name: string, settings: Settings | null, packet: Packet<MatchHead>, milliseconds: number): Run {
  const { floats, bytes, head } = packet;
  return { name, settings, head, disparity: floats['disparity']!, milliseconds,
    ...(bytes['validity'] ? { validity: bytes['validity'] } : {}), ...(floats['confidence'] ? { confidence: floats['confidence'] } : {}),
    ...(bytes['plane'] ? { plane: bytes['plane'] } : {}) };
}

/** "S+gf, cen": a method across scales, and its cost. */
export function nameOf(values: Values): string {
  const across = values['scales'] !== '1' && values['lambda'] !== '0';
  return `${across ? 'S+' : ''}${values['method']}, ${values['cost']}`;
}

/** The same options on the finest scale alone. */
export const plain = (settings: Settings): Settings => ({ ...settings, scales: '1' });

/** A value at a pixel of the scene, of a grid that may be of a smaller copy. */
export function at<T extends Float32Array | Uint8Array>(grid: Grid<T> | undefined, x: number, y: number, halvings = 0): number {
  if (!grid) return NaN;
  const column = Math.min(x >> halvings, grid.width - 1);
  const row = Math.min(y >> halvings, grid.height - 1);
  return grid.values[row * grid.width + column]!;
}
