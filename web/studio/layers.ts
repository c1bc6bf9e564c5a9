// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
//
// What a map can show, as pictures, and what their colours mean.
import type { Camera, Grid } from './api';
import { Colour, diverging, errors, indexIn, Ramp, ramps, unknown } from './colours';
import { at, Run } from './runs';
import type { Layer } from './state';

export interface Legend { ramp?: Ramp; low?: string; middle?: string; high?: string; boxes: [Colour, string][] }
export interface Picture { image: ImageData; legend: Legend }

/** All that a layer may need beside the run itself. */
export interface Context {
  ramp: string;
  camera: Camera | null;
  truth: Grid | null;
  counts: Grid<Uint8Array> | null;
  left: ImageData;
  other: Run | null;
  threshold: number;
  range: { low: number; high: number }; // of disparities, the same on both sides
}

/** Reasons of the validity map, the gravest first. */
export const reasons: [bit: number, title: string, colour: Colour][] = [
  [1, 'no pixel', [70, 70, 70]],
  [128, 'masked', [50, 50, 60]],
  [8, 'occluded', [60, 110, 200]],
  [16, 'mismatched', [220, 60, 50]],
  [32, 'speckle', [235, 150, 40]],
  [64, 'filled', [130, 90, 190]],
  [4, 'no candidate', [150, 110, 90]],
  [2, 'partial range', [170, 195, 170]],
];
const fine: Colour = [228, 236, 228];

/** Neighbouring numbers have hues far from each other. */
function planeColour(number: number): Colour {
  if (number === 0) return fine;
  const hue = (number * 0.381966) % 1;
  const channel = (shift: number) => Math.round(70 + 150 * Math.min(1, Math.max(0, Math.abs(((hue + shift) % 1) * 6 - 3) - 1)));
  return [channel(0), channel(2 / 3), channel(1 / 3)];
}

export const depthOf = (camera: Camera, disparity: number): number => {
  const depth = (camera.focal_length * camera.baseline) / (disparity + camera.doffs);
  return depth > 0 && Number.isFinite(depth) ? depth : NaN;
};

export const number = (value: number, unit = ''): string =>
  (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(Math.abs(value) < 10 ? 2 : 1)).replace('-', '−') + unit;

function paint(grid: { width: number; height: number }, colourOf: (x: number, y: number) => Colour): ImageData {
  const image = new ImageData(grid.width, grid.height);
  for (let y = 0, i = 0; y < grid.height; ++y) {
    for (let x = 0; x < grid.width; ++x, i += 4) {
      const colour = colourOf(x, y);
      image.data[i] = colour[0];
      image.data[i + 1] = colour[1];
      image.data[i + 2] = colour[2];
      image.data[i + 3] = 255;
    }
  }
  return image;
}

function ramped(grid: { width: number; height: number }, value: (x: number, y: number) => number, ramp: Ramp, low: number, high: number): ImageData {
  return paint(grid, (x, y) => {
    const v = value(x, y);
    return Number.isFinite(v) ? ramp[indexIn(v, low, high)]! : unknown;
  });
}

const scaled = (ramp: Ramp, low: number, high: number, unit: string, boxes: [Colour, string][]): Legend =>
  ({ ramp, low: number(low, unit), middle: number((low + high) / 2, unit), high: number(high, unit), boxes });

const known: [Colour, string][] = [[unknown, 'unknown']];

type Painter = (run: Run, context: Context) => Picture | string; // a string says why there is none

const painters: Record<Layer, Painter> = {
  disparity: (run, { ramp, range: { low, high } }) => {
    const colours = ramps[ramp] ?? ramps['csca']!;
    return { image: ramped(run.disparity, (x, y) => at(run.disparity, x, y), colours, low, high), legend: scaled(colours, low, high, ' px', known) };
  },
  depth: (run, { ramp, camera, range }) => {
    if (!camera) return 'Depth needs a calibration: start csca studio with --calib, or with --focal and --baseline.';
    const colours = ramps[ramp] ?? ramps['csca']!;
    const near = depthOf(camera, range.high);
    const far = Math.min(depthOf(camera, Math.max(range.low, 0.02 * range.high)), 50 * near);
    // Near is bright, as it is for disparities.
    return { image: ramped(run.disparity, (x, y) => -depthOf(camera, at(run.disparity, x, y)), colours, -far, -near),
      legend: { ramp: colours, low: number(far, ' m'), middle: number((near + far) / 2, ' m'), high: number(near, ' m'), boxes: known } };
  },
  confidence: (run, { ramp }) => {
    if (!run.confidence) return run.settings ? 'Confidence comes with the full match.' : 'This run has no confidence.';
    const colours = ramps[ramp] ?? ramps['csca']!;
    return { image: ramped(run.confidence, (x, y) => at(run.confidence, x, y), colours, 0, 1), legend: scaled(colours, 0, 1, '', known) };
  },
  validity: (run) => {
    const { validity } = run;
    if (!validity) return 'This run does not say why pixels are unknown.';
    const seen = validity.values.reduce((all, bits) => all | bits, 0);
    return {
      image: paint(validity, (x, y) => {
        const bits = at(validity, x, y);
        return reasons.find(([bit]) => bits & bit)?.[2] ?? fine;
      }),
      legend: { boxes: [[fine, 'matched'], ...reasons.filter(([bit]) => seen & bit).map(([, title, colour]): [Colour, string] => [colour, title])] },
    };
  },
  planes: (run) => {
    const { plane } = run;
    if (!plane) return 'No planes competed: choose "auto" or a number of planes among the options.';
    const seen = [...new Set(plane.values)].sort((a, b) => a - b);
    const title = (number: number) => (number === 0 ? 'a level of the range' : `plane ${number}`);
    return {
      image: paint(plane, (x, y) => planeColour(at(plane, x, y))),
      legend: { boxes: seen.map((number): [Colour, string] => [planeColour(number), title(number)]) },
    };
  },
  error: (run, { truth, counts, threshold }) => {
    if (!truth) return 'Errors need a truth: start csca studio with --truth, or take a demo.';
    const high = 4 * threshold || 4;
    const dim: Colour = [60, 62, 66];
    return {
      image: paint(truth, (x, y) => {
        const wanted = at(truth, x, y);
        if (!Number.isFinite(wanted) || (counts && at(counts, x, y) !== 255)) return dim;
        const error = Math.abs(at(run.disparity, x, y, run.head.halvings) - wanted);
        return Number.isFinite(error) ? errors[indexIn(error, 0, high)]! : unknown;
      }),
      legend: scaled(errors, 0, high, ' px', [[unknown, 'unknown'], [dim, 'not scored']]),
    };
  },
  difference: (run, { other, truth }) => {
    const grid = other ?? (truth ? { disparity: truth, head: { halvings: 0 } } : null);
    if (!grid) return 'A difference needs something to compare with: choose it above the map.';
    const most = 4;
    const size = run.head.halvings <= grid.head.halvings ? run.disparity : grid.disparity;
    const shift = Math.min(run.head.halvings, grid.head.halvings);
    return {
      image: ramped(size, (x, y) => at(run.disparity, x << shift, y << shift, run.head.halvings) -
        at(grid.disparity, x << shift, y << shift, grid.head.halvings), diverging, -most, most),
      legend: scaled(diverging, -most, most, ' px', [[unknown, 'unknown in one']]),
    };
  },
  left: (_, { left }) => ({ image: left, legend: { boxes: [] } }),
};

export const pictureOf = (layer: Layer, run: Run, context: Context): Picture | string => painters[layer](run, context);

export const layerTitles: [Layer, string][] = [['disparity', 'Disparity'], ['depth', 'Depth'], ['confidence', 'Confidence'],
  ['validity', 'Validity'], ['planes', 'Planes'], ['error', 'Error'], ['difference', 'Difference'], ['left', 'Left image']];
