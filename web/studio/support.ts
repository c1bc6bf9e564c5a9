// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
//
// The weights of a pixel's neighbours as a picture to lay over the map.
import { ask, Grid, Packet, Settings, SupportHead, Superseded } from './api';
import { heat, indexIn } from './colours';
import { canvasOf } from './draw';

/** The weights of one scale, or of all, each times the scale's own weight and spread over the pixels that it stands for. */
function weightsOf(packet: Packet<SupportHead>, which: string, width: number, height: number): Float32Array {
  const sum = new Float32Array(width * height);
  packet.head.weights.forEach((weight, s) => {
    if (which !== 'all' && which !== String(s)) return;
    const grid: Grid = packet.floats[`support_${s}`]!;
    const share = (which === 'all' ? weight : 1) / 4 ** s;
    for (let y = 0; y < height; ++y) {
      const row = grid.width * Math.min(y >> s, grid.height - 1);
      for (let x = 0; x < width; ++x) sum[y * width + x]! += share * grid.values[row + Math.min(x >> s, grid.width - 1)]!;
    }
  });
  return sum;
}

/** Logarithmic over three decades: supports are steep. */
function paint(weights: Float32Array, width: number, height: number): HTMLCanvasElement {
  const most = weights.reduce((largest, weight) => Math.max(largest, weight), 0) || 1;
  const image = new ImageData(width, height);
  weights.forEach((weight, i) => {
    const share = Math.max(0, 1 + Math.log10(Math.max(Math.abs(weight) / most, 1e-6)) / 3);
    const colour = heat[indexIn(share, 0, 1)]!;
    // What counts for nothing is dimmed.
    image.data.set(share > 0 ? [...colour, 90 + 150 * share] : [12, 12, 16, 120], 4 * i);
  });
  return canvasOf(image);
}

export class Support {
  private turn = 0;
  private packet: Packet<SupportHead> | null = null;
  private key = '';

  /** The picture, or null where none is wanted; throws what the server says. */
  async of(scene: { id: string; width: number; height: number }, pixel: { x: number; y: number } | null, settings: Settings, which: string): Promise<HTMLCanvasElement | null | undefined> {
    const own = ++this.turn;
    if (!which || !pixel) return null;
    const key = JSON.stringify([scene.id, pixel, settings]);
    if (key !== this.key) {
      try {
        const packet = await ask<SupportHead>('support', { scene: scene.id, settings, view: 'support', ...pixel });
        if (own !== this.turn) return undefined; // something else was chosen meanwhile
        [this.packet, this.key] = [packet, key];
      } catch (error) {
        if (error instanceof Superseded) return undefined;
        throw error;
      }
    }
    return paint(weightsOf(this.packet!, which, scene.width, scene.height), scene.width, scene.height);
  }
}
