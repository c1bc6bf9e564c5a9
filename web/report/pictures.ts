// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
//
// Pictures are decoded when they are shown, never before: a report may hold thousands.
import { Report } from './data';

const unknownGrey = 128;
const errorRed = [230, 25, 30] as const;
const darkening = 3; // pixels that are not scored keep a third of their brightness

function decode(base64: string): Promise<ImageBitmap> {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return createImageBitmap(new Blob([bytes], { type: 'image/png' }), { colorSpaceConversion: 'none', premultiplyAlpha: 'none' });
}

/** The pixels of a picture, in its own size or another. */
async function pixels(base64: string, width?: number, height?: number): Promise<ImageData> {
  const bitmap = await decode(base64);
  const canvas = document.createElement('canvas');
  canvas.width = width ?? bitmap.width;
  canvas.height = height ?? bitmap.height;
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

export async function disparityPicture(grey: string, map: Report['colour_map']): Promise<ImageData> {
  const image = await pixels(grey);
  const data = image.data;
  for (let i = 0; i < data.length; i += 4) {
    const value = data[i]!;
    const colour = value === 0 ? undefined : map[value];
    data[i] = colour?.[0] ?? unknownGrey;
    data[i + 1] = colour?.[1] ?? unknownGrey;
    data[i + 2] = colour?.[2] ?? unknownGrey;
  }
  return image;
}

/** The left image in grey, bad pixels in red, pixels that are not scored dimmed. Without a left image: on plain grey. */
export async function errorPicture(errors: string, left: string | undefined): Promise<ImageData> {
  const image = await pixels(errors);
  const ground = left === undefined ? undefined : await pixels(left, image.width, image.height);
  const data = image.data;
  for (let i = 0; i < data.length; i += 4) {
    const kind = data[i]!;
    const luma = ground ? 0.299 * ground.data[i]! + 0.587 * ground.data[i + 1]! + 0.114 * ground.data[i + 2]! : 160;
    const grey = kind === 0 ? luma / darkening : luma;
    for (let c = 0; c < 3; ++c) data[i + c] = kind > 191 ? errorRed[c]! : grey;
  }
  return image;
}

export const leftPicture = (left: string): Promise<ImageData> => pixels(left);
