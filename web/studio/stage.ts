// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
//
// One or two pictures of the scene's size that are moved and enlarged together, by mouse, fingers and keys.
import { h } from '../shared/dom';
import { drawPicture, drawPixelMark, drawValues } from './draw';
import { gestures } from './gestures';
import type { Mode } from './state';

export interface Side {
  picture: HTMLCanvasElement | null; // in its own size, which may be a part of the scene's
  value: (x: number, y: number) => string; // that is written into large pixels
  name: string;
}
export interface View { zoom: number; x: number; y: number } // CSS pixels a pixel; the pixel at the top left

export interface StageEvents {
  hover: (pixel: { x: number; y: number } | null) => void;
  choose: (pixel: { x: number; y: number }) => void;
  split: (percent: number) => void;
}

const valuesFrom = 34; // CSS pixels that a pixel needs to hold its value

export function stageView(events: StageEvents) {
  const canvas = h('canvas', { tabindex: 0, role: 'application', 'aria-roledescription': 'map',
    'aria-label': 'Disparity map. Arrow keys move the pixel, Enter asks about it, plus and minus enlarge, 0 shows all.' });
  const handle = h('div', { class: 'handle', role: 'slider', tabindex: 0, 'aria-label': 'Divider between two maps', 'aria-valuemin': 0, 'aria-valuemax': 100 });
  const tags = { a: h('span', { class: 'tag a' }), b: h('span', { class: 'tag b' }) };
  const element = h('div', { class: 'map' }, canvas, tags.a, tags.b, handle);

  let size = { width: 1, height: 1 };
  let view: View = { zoom: 1, x: 0, y: 0 };
  let fitted = true;
  let mode: Mode = 'single';
  let split = 50;
  let sides: { a: Side | null; b: Side | null } = { a: null, b: null };
  let overlay: HTMLCanvasElement | null = null;
  let mark: { x: number; y: number } | null = null;
  let cursor: { x: number; y: number } | null = null;

  const both = () => mode !== 'single' && sides.a !== null;
  const width = () => canvas.clientWidth / (mode === 'side' && both() ? 2 : 1);

  function fit() {
    fitted = true;
    const zoom = Math.min(width() / size.width, canvas.clientHeight / size.height) || 1;
    view = { zoom, x: (size.width - width() / zoom) / 2, y: (size.height - canvas.clientHeight / zoom) / 2 };
    draw();
  }

  /** At least a corner of the scene stays in sight. */
  function move(to: View) {
    fitted = false;
    const zoom = Math.min(80, Math.max(to.zoom, 0.05));
    const [wide, high] = [width() / zoom, canvas.clientHeight / zoom];
    view = { zoom, x: Math.min(size.width - wide * 0.2, Math.max(to.x, -wide * 0.8)), y: Math.min(size.height - high * 0.2, Math.max(to.y, -high * 0.8)) };
    draw();
  }

  function zoomBy(factor: number, x = width() / 2, y = canvas.clientHeight / 2) {
    const zoom = Math.min(80, Math.max(view.zoom * factor, 0.05));
    move({ zoom, x: view.x + x / view.zoom - x / zoom, y: view.y + y / view.zoom - y / zoom });
  }

  /** Where the side's own columns begin, CSS pixels. */
  const offset = (side: 'a' | 'b') => (mode === 'side' && both() && side === 'b' ? width() : 0);

  function pixelAt(x: number, y: number) {
    const column = Math.floor(view.x + (mode === 'side' && x >= width() ? x - width() : x) / view.zoom);
    const row = Math.floor(view.y + y / view.zoom);
    return column >= 0 && row >= 0 && column < size.width && row < size.height ? { x: column, y: row } : null;
  }

  function drawSide(context: CanvasRenderingContext2D, side: 'a' | 'b', from: number, to: number) {
    const one = sides[side];
    if (!one) return;
    context.save();
    context.beginPath();
    context.rect(from, 0, to - from, canvas.clientHeight);
    context.clip();
    context.translate(offset(side), 0);
    if (one.picture) drawPicture(context, one.picture, view, size);
    if (overlay) drawPicture(context, overlay, view, size);
    if (view.zoom >= valuesFrom) drawValues(context, view, size, width(), canvas.clientHeight, one.value);
    if (mark) drawPixelMark(context, view, mark, true);
    if (cursor) drawPixelMark(context, view, cursor, false);
    context.restore();
  }

  let pending = 0;
  function draw() {
    pending ||= requestAnimationFrame(() => {
      pending = 0;
      const ratio = devicePixelRatio;
      const [wide, high] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
      if (canvas.width !== wide || canvas.height !== high) [canvas.width, canvas.height] = [wide, high];
      const context = canvas.getContext('2d')!;
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, canvas.clientWidth, canvas.clientHeight);
      const middle = !both() ? 0 : mode === 'side' ? width() : (canvas.clientWidth * split) / 100;
      drawSide(context, 'b', middle, canvas.clientWidth);
      if (both()) drawSide(context, 'a', 0, middle);
      handle.hidden = !both() || mode !== 'divider';
      handle.style.left = `${split}%`;
      handle.setAttribute('aria-valuenow', String(Math.round(split)));
      handle.setAttribute('aria-valuetext', `${sides.a?.name ?? ''} up to ${Math.round(split)} % of the width, then ${sides.b?.name ?? ''}`);
      tags.a.textContent = both() ? sides.a!.name : '';
      tags.b.textContent = sides.b?.name ?? '';
      tags.a.hidden = !both() || (mode === 'divider' && split < 12);
      tags.b.hidden = !sides.b || (both() && mode === 'divider' && split > 88);
    });
  }

  function setSplit(percent: number) {
    split = Math.max(0, Math.min(100, percent));
    draw();
    events.split(split);
  }

  gestures(canvas, {
    pan: (dx, dy) => move({ ...view, x: view.x - dx / view.zoom, y: view.y - dy / view.zoom }),
    zoom: (factor, x, y) => zoomBy(factor, mode === 'side' && x >= width() ? x - width() : x, y),
    hover: (x, y) => events.hover(pixelAt(x, y)),
    leave: () => events.hover(null),
    tap: (x, y) => {
      const pixel = pixelAt(x, y);
      if (pixel) events.choose(pixel);
    },
  });

  canvas.addEventListener('keydown', (event) => {
    const step = event.shiftKey ? 10 : 1;
    const by = ({ ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] } as Record<string, [number, number]>)[event.key];
    const act: Record<string, () => void> = { '+': () => zoomBy(1.5), '=': () => zoomBy(1.5), '-': () => zoomBy(1 / 1.5), '0': fit,
      Enter: () => cursor && events.choose(cursor), ' ': () => cursor && events.choose(cursor) };
    if (by) {
      const from = cursor ?? mark ?? { x: Math.floor(size.width / 2), y: Math.floor(size.height / 2) };
      cursor = { x: Math.max(0, Math.min(size.width - 1, from.x + by[0])), y: Math.max(0, Math.min(size.height - 1, from.y + by[1])) };
      events.hover(cursor);
      draw();
    }
    act[event.key]?.();
    if (by || act[event.key]) event.preventDefault();
  });
  canvas.addEventListener('blur', () => {
    cursor = null;
    draw();
  });

  handle.addEventListener('pointerdown', (event) => {
    handle.setPointerCapture(event.pointerId);
    event.preventDefault();
    handle.focus();
  });
  handle.addEventListener('pointermove', (event) => {
    if (!handle.hasPointerCapture(event.pointerId)) return;
    const box = canvas.getBoundingClientRect();
    setSplit(((event.clientX - box.left) / box.width) * 100);
  });
  handle.addEventListener('keydown', (event) => {
    const to = { ArrowLeft: split - 2, ArrowRight: split + 2, Home: 0, End: 100 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setSplit(to);
  });
  new ResizeObserver(() => (fitted ? fit() : draw())).observe(canvas);

  return {
    element,
    canvas,
    fit,
    zoomBy,
    show(next: { size: typeof size; mode: Mode; split: number; sides: typeof sides; overlay: HTMLCanvasElement | null; mark: typeof mark }) {
      const other = next.size.width !== size.width || next.size.height !== size.height || (next.mode === 'side') !== (mode === 'side');
      ({ size, mode, split, sides, overlay, mark } = next);
      element.style.aspectRatio = `${size.width} / ${size.height}`;
      if (other) fit();
      else draw();
    },
    lookAt: (to: View) => move(to),
  };
}
