// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
//
// Points of a map: x to the right, y up, the camera looks along -z.
import type { Scene } from './api';
import { at, Run } from './runs';

export interface Points {
  positions: Float32Array;
  colours: Uint8Array;
  count: number;
  middle: number; // depth of the middle point
  halfHeight: number; // of the image at depth 1
  aspect: number;
}

/** Without a calibration: a baseline of 1 and a focal length of the image's width. */
export function pointsOf(scene: Scene, run: Run, left: ImageData, leastConfidence: number): Points {
  const { width, height } = scene;
  const { focal_length: focal, baseline, doffs, cx, cy } = scene.camera ?? { focal_length: width, baseline: 1, doffs: 0, cx: (width - 1) / 2, cy: (height - 1) / 2 };
  const positions = new Float32Array(3 * width * height);
  const colours = new Uint8Array(3 * width * height);
  const depths: number[] = [];
  let count = 0;
  // What is much farther than anything that was matched well would shrink the rest to a dot.
  const farthest = (focal * baseline) / Math.max((run.head.first + run.head.levels) / 60, 1e-6);
  for (let y = 0; y < height; ++y) {
    for (let x = 0; x < width; ++x) {
      const disparity = at(run.disparity, x, y, run.head.halvings) + doffs;
      const depth = (focal * baseline) / disparity;
      if (!(depth > 0 && depth < farthest)) continue;
      if (leastConfidence > 0 && !(at(run.confidence, x, y) >= leastConfidence)) continue;
      positions.set([((x - cx) * depth) / focal, ((cy - y) * depth) / focal, -depth], 3 * count);
      const pixel = 4 * (y * width + x);
      colours.set(left.data.subarray(pixel, pixel + 3), 3 * count);
      if (count % 64 === 0) depths.push(depth);
      ++count;
    }
  }
  depths.sort((a, b) => a - b);
  return { positions: positions.subarray(0, 3 * count), colours: colours.subarray(0, 3 * count), count,
    middle: depths[depths.length >> 1] ?? 1, halfHeight: height / 2 / focal, aspect: width / height };
}

/** Binary PLY; y down and z into the scene, as cameras have it. */
export function plyOf({ positions, colours, count }: Points): ArrayBuffer {
  const header = new TextEncoder().encode(['ply', 'format binary_little_endian 1.0', `element vertex ${count}`, 'property float x', 'property float y',
    'property float z', 'property uchar red', 'property uchar green', 'property uchar blue', 'end_header', ''].join('\n'));
  const size = 15;
  const bytes = new ArrayBuffer(header.length + size * count);
  new Uint8Array(bytes).set(header);
  const view = new DataView(bytes, header.length);
  for (let i = 0; i < count; ++i) {
    [1, -1, -1].forEach((sign, axis) => view.setFloat32(size * i + 4 * axis, sign * positions[3 * i + axis]!, true));
    for (let c = 0; c < 3; ++c) view.setUint8(size * i + 12 + c, colours[3 * i + c]!);
  }
  return bytes;
}
