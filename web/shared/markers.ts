// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
//
// Markers and their labels, on top of what uPlot draws.
import uPlot from 'uplot';
import type { Point } from './plot';

/** "bare" points have no marker: their line shows them. */
export type Mark = 'hollow' | 'filled' | 'square' | 'small' | 'ringed' | 'bare';

interface Box { left: number; top: number; right: number; bottom: number }
interface Group { points: Point[]; colour: string }

const radius: Record<Mark, number> = { hollow: 5, filled: 5, square: 4.5, small: 3, ringed: 4, bare: 0 };

const overlap = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

function drawMarker(context: CanvasRenderingContext2D, x: number, y: number, mark: Mark, colour: string, ground: string, scale: number) {
  const r = radius[mark] * scale;
  if (r === 0) return;
  context.beginPath();
  if (mark === 'square') context.rect(x - r, y - r, 2 * r, 2 * r);
  else context.arc(x, y, r, 0, 2 * Math.PI);
  context.fillStyle = mark === 'hollow' ? ground : colour;
  context.strokeStyle = mark === 'hollow' ? colour : ground;
  context.lineWidth = (mark === 'hollow' ? 2 : 1.5) * scale;
  context.fill();
  context.stroke();
  if (mark === 'ringed') {
    context.beginPath();
    context.arc(x, y, 2 * r, 0, 2 * Math.PI);
    context.strokeStyle = colour;
    context.stroke();
  }
}

/** Where a label fits: beside its point, else above or below it, else nowhere. */
function placeLabel(x: number, y: number, width: number, height: number, gap: number, frame: Box, taken: Box[]): Box | undefined {
  const candidates = [[gap, -height / 2], [-gap - width, -height / 2], [-width / 2, -gap - height], [-width / 2, gap],
    [gap, -gap - height], [gap, gap], [-gap - width, -gap - height], [-gap - width, gap]];
  for (const [dx, dy] of candidates as [number, number][]) {
    const box = { left: x + dx, top: y + dy, right: x + dx + width, bottom: y + dy + height };
    const inside = box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;
    if (inside && !taken.some((other) => overlap(other, box))) return box;
  }
  return undefined;
}

export function drawMarkers(u: uPlot, groups: Group[], active: Point | undefined, ground: string, ink: string) {
  const ratio = uPlot.pxRatio;
  const context = u.ctx;
  const at = (point: Point) => ({ x: u.valToPos(point.x, 'x', true), y: u.valToPos(point.y, 'y', true) });
  const taken: Box[] = [];
  context.save();
  for (const { points, colour } of groups) {
    for (const point of points) {
      const { x, y } = at(point);
      const scale = ratio * (point === active ? 1.5 : 1);
      drawMarker(context, x, y, point.shape, colour, ground, scale);
      const r = radius[point.shape] * ratio;
      taken.push({ left: x - r, top: y - r, right: x + r, bottom: y + r });
    }
  }
  const { left, top, width, height } = u.bbox;
  const frame = { left, top, right: left + width, bottom: top + height };
  context.font = `${12 * ratio}px system-ui, sans-serif`;
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  context.fillStyle = ink;
  // The important ones choose first: filled markers stand for the framework, squares for others.
  const labelled = groups.flatMap((group) => group.points).filter((point) => point.label);
  const order: Mark[] = ['filled', 'ringed', 'square', 'hollow', 'small', 'bare'];
  labelled.sort((a, b) => order.indexOf(a.shape) - order.indexOf(b.shape));
  for (const point of labelled) {
    const { x, y } = at(point);
    const box = placeLabel(x, y, context.measureText(point.label!).width, 15 * ratio, 9 * ratio, frame, taken);
    if (!box) continue;
    context.fillText(point.label!, box.left, (box.top + box.bottom) / 2);
    taken.push(box);
  }
  context.restore();
}

/** The point nearest to a place in the plot (CSS pixels), if it is near. */
export function markAt(u: uPlot, points: Point[], x: number, y: number): Point | undefined {
  let best: Point | undefined;
  let nearest = 30;
  for (const point of points) {
    const distance = Math.hypot(u.valToPos(point.x, 'x') - x, u.valToPos(point.y, 'y') - y);
    if (distance < nearest) [best, nearest] = [point, distance];
  }
  return best;
}
