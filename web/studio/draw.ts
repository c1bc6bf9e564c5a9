// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
import type { View } from './stage';

interface Size { width: number; height: number }

/** A picture, whose own pixels stay sharp, over the whole scene. */
export function drawPicture(context: CanvasRenderingContext2D, picture: HTMLCanvasElement, view: View, size: Size) {
  context.imageSmoothingEnabled = view.zoom * (size.width / picture.width) < 1;
  context.drawImage(picture, -view.x * view.zoom, -view.y * view.zoom, size.width * view.zoom, size.height * view.zoom);
}

/** The frame of one pixel, with lines that lead to it. */
export function drawPixelMark(context: CanvasRenderingContext2D, view: View, at: { x: number; y: number }, chosen: boolean) {
  const side = Math.max(view.zoom, 7);
  const x = (at.x + 0.5 - view.x) * view.zoom;
  const y = (at.y + 0.5 - view.y) * view.zoom;
  for (const [colour, line] of [['#000', 3.5], [chosen ? '#fff' : '#ffd84d', 1.5]] as const) {
    context.strokeStyle = colour;
    context.lineWidth = line;
    context.strokeRect(x - side / 2, y - side / 2, side, side);
    if (!chosen) continue;
    context.beginPath();
    for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]] as const) {
      context.moveTo(x + dx * (side / 2 + 3), y + dy * (side / 2 + 3));
      context.lineTo(x + dx * (side / 2 + 12), y + dy * (side / 2 + 12));
    }
    context.stroke();
  }
}

/** Numbers in pixels that are large enough for them. */
export function drawValues(context: CanvasRenderingContext2D, view: View, size: Size, width: number, height: number, value: (x: number, y: number) => string) {
  context.font = `${Math.min(13, view.zoom / 3)}px ui-monospace, monospace`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineWidth = 3;
  context.strokeStyle = 'rgb(0 0 0 / 65%)';
  context.fillStyle = '#fff';
  const [left, top] = [Math.max(0, Math.floor(view.x)), Math.max(0, Math.floor(view.y))];
  for (let y = top; y < Math.min(size.height, view.y + height / view.zoom); ++y) {
    for (let x = left; x < Math.min(size.width, view.x + width / view.zoom); ++x) {
      const [px, py] = [(x + 0.5 - view.x) * view.zoom, (y + 0.5 - view.y) * view.zoom];
      context.strokeText(value(x, y), px, py);
      context.fillText(value(x, y), px, py);
    }
  }
}

export function canvasOf(image: ImageData): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext('2d')!.putImageData(image, 0, 0);
  return canvas;
}
