// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0

export type Colour = readonly [number, number, number];
export type Ramp = Colour[]; // 256 of them

export const unknown: Colour = [128, 128, 128];
export const bad: Colour = [230, 25, 30];

const mix = (a: Colour, b: Colour, share: number): Colour =>
  [0, 1, 2].map((i) => Math.round(a[i]! + (b[i]! - a[i]!) * share)) as unknown as Colour;

/** Colours between a few, at equal distances. */
function through(...stops: Colour[]): Ramp {
  return Array.from({ length: 256 }, (_, i) => {
    const place = (i / 255) * (stops.length - 1);
    const from = Math.min(Math.floor(place), stops.length - 2);
    return mix(stops[from]!, stops[from + 1]!, place - from);
  });
}

/** The tool's own is put in when the page starts. */
export const ramps: Record<string, Ramp> = {
  csca: through([0, 0, 0], [255, 255, 255]),
  grey: through([20, 20, 20], [250, 250, 250]),
  spectrum: through([48, 40, 140], [40, 130, 225], [40, 190, 140], [170, 215, 60], [250, 180, 40], [225, 70, 30]),
};
export const rampTitles: Record<string, string> = { csca: 'csca', grey: 'Grey', spectrum: 'Spectrum' };

/** Below zero is blue, above is orange, zero is pale. */
export const diverging = through([30, 80, 190], [140, 175, 230], [243, 243, 240], [240, 170, 110], [200, 70, 15]);
/** Small errors are pale, large ones dark red. */
export const errors = through([240, 244, 240], [253, 205, 110], [235, 110, 40], [200, 20, 25], [110, 0, 30]);
/** Weights: from nothing to a lot. */
export const heat = through([60, 0, 120], [200, 20, 120], [255, 130, 30], [255, 245, 150]);

export const indexIn = (value: number, low: number, high: number): number =>
  Math.max(0, Math.min(255, Math.round(((value - low) / (high - low || 1)) * 255)));

export const gradient = (ramp: Ramp): string =>
  Array.from({ length: 17 }, (_, i) => `rgb(${ramp[Math.min(255, 16 * i)]!.join(' ')})`).join(', ');
