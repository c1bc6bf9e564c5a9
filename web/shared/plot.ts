// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
//
// Points, joined or not, on axes drawn by uPlot. Mouse, finger and arrow keys go from point to point.
import uPlot from 'uplot';
import { h } from './dom';
import { drawMarkers, Mark, markAt } from './markers';

export interface Point { x: number; y: number; shape: Mark; text: string; label?: string }
export interface Line { title: string; colour: string; points: Point[]; joined: boolean }
/** "asinh" is logarithmic with room for zero: straight below a tenth. */
export interface Axis { title: string; kind?: 'logarithmic' | 'asinh'; whole?: boolean; fromZero?: boolean }
export interface Plot { label: string; x: Axis; y: Axis; lines: Line[]; height?: number }

const straightBelow = 0.1;
const distributions = { linear: 1, logarithmic: 3, asinh: 4 } as const; // uPlot's numbers for them

/** 1, 2, 5 times powers of ten: uPlot's own marks on a logarithmic axis need whole decades. */
function logarithmicMarks(low: number, high: number): number[] {
  const marks: number[] = low > 0 ? [] : [0];
  for (let power = Math.floor(Math.log10(low > 0 ? low : straightBelow)); power <= Math.ceil(Math.log10(high)); ++power) {
    for (const digit of [1, 2, 5]) marks.push(Number(`${digit}e${power}`));
  }
  return marks.filter((mark) => mark >= low && mark <= high);
}

function range(axis: Axis): uPlot.Range.Function {
  return (_, low, high) => {
    if (axis.kind === 'logarithmic') return [low / 1.5, high * 1.8];
    if (axis.kind === 'asinh') return [Math.min(low, -0.01), high * 1.15];
    const pad = axis.whole ? 0.25 : (high - low || Math.abs(high) || 1) * 0.08;
    // From zero where that costs less than half of the height.
    return [axis.fromZero && low < high / 2 ? 0 : low - pad, high + pad];
  };
}

function uplotAxis(axis: Axis, colours: CSSStyleDeclaration, side: 'x' | 'y'): uPlot.Axis {
  const colour = (name: string) => colours.getPropertyValue(name).trim();
  const result: uPlot.Axis = {
    stroke: colour('--muted'),
    font: '12px system-ui, sans-serif',
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
    values: (_, marks) => marks.map((mark) => String(Number(mark.toPrecision(6)))),
    ...(side === 'x' ? { label: axis.title, labelFont: '13px system-ui, sans-serif', labelSize: 24, size: 34 } : { size: 42 }),
  };
  if (axis.kind) {
    result.splits = (_, __, low, high) => logarithmicMarks(low, high);
    result.filter = (_, marks) => marks; // every mark has its number
  }
  if (axis.whole) result.incrs = [1, 2, 5, 10];
  return result;
}

/** One row of x for all lines, as uPlot wants them. Equal x within a line are moved apart by less than a pixel. */
function aligned(lines: Line[]): uPlot.AlignedData {
  return uPlot.join(lines.map(({ points }) => {
    const sorted = [...points].sort((a, b) => a.x - b.x);
    const xs = sorted.map((point) => point.x);
    for (let i = 1; i < xs.length; ++i) if (xs[i]! <= xs[i - 1]!) xs[i] = xs[i - 1]! * (1 + 1e-9) + 1e-12;
    return [xs, sorted.map((point) => point.y)];
  }));
}

export function plotView(plot: Plot): HTMLElement {
  const hidden = new Set<Line>();
  const tip = h('div', { class: 'tip', role: 'status' });
  const host = h('div', { class: 'plot', tabindex: 0, role: 'group', 'aria-roledescription': 'plot',
    'aria-label': `${plot.label}. Arrow keys go from point to point.` }, tip);
  let drawn: uPlot | undefined;
  let active: Point | undefined;

  const shown = () => plot.lines.filter((line) => !hidden.has(line) && line.points.length > 0);

  function activate(point: Point | undefined) {
    if (point === active) return;
    active = point;
    tip.textContent = point?.text ?? '';
    tip.hidden = point === undefined;
    if (point && drawn) {
      const ratio = uPlot.pxRatio;
      const x = drawn.valToPos(point.x, 'x') + drawn.bbox.left / ratio;
      const y = drawn.valToPos(point.y, 'y') + drawn.bbox.top / ratio;
      tip.style.left = `${x}px`;
      tip.style.top = `${y}px`;
      tip.classList.toggle('leftward', x > host.clientWidth / 2);
    }
    drawn?.redraw(false);
  }

  function draw() {
    drawn?.destroy();
    active = undefined;
    tip.hidden = true;
    drawn = undefined;
    const lines = shown();
    if (lines.length === 0 || host.clientWidth === 0) return;
    const colours = getComputedStyle(host);
    const colourOf = (line: Line) => colours.getPropertyValue(line.colour).trim();
    drawn = new uPlot({
      width: host.clientWidth,
      height: plot.height ?? Math.round(Math.min(420, Math.max(260, host.clientWidth * 0.5))),
      padding: [12, 12, 0, 0],
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: false, distr: distributions[plot.x.kind ?? 'linear'], asinh: straightBelow, range: range(plot.x) },
        y: { range: range(plot.y) },
      },
      axes: [uplotAxis(plot.x, colours, 'x'), uplotAxis(plot.y, colours, 'y')],
      series: [{}, ...lines.map((line) => ({ stroke: colourOf(line), width: line.joined ? 1.75 : 0, spanGaps: true, points: { show: false } }))],
      hooks: {
        draw: [(u) => drawMarkers(u, lines.map((line) => ({ points: line.points, colour: colourOf(line) })), active,
          colours.getPropertyValue('--card').trim(), colours.getPropertyValue('--ink').trim())],
      },
    }, aligned(lines), host);
    drawn.over.addEventListener('pointermove', follow);
    drawn.over.addEventListener('pointerdown', follow);
    drawn.over.addEventListener('pointerleave', () => activate(undefined));
  }

  function follow(event: PointerEvent) {
    activate(markAt(drawn!, shown().flatMap((line) => line.points), event.offsetX, event.offsetY));
  }

  host.addEventListener('keydown', (event) => {
    const points = shown().flatMap((line) => line.points);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') activate(undefined);
    if (step === undefined || points.length === 0) return;
    event.preventDefault();
    const place = active ? points.indexOf(active) + step : step > 0 ? 0 : -1;
    activate(points[(place + points.length) % points.length]);
  });
  host.addEventListener('blur', () => activate(undefined));

  let width = 0;
  new ResizeObserver(() => {
    if (host.clientWidth !== width) draw();
    width = host.clientWidth;
  }).observe(host);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);

  const legend = h('ul', { class: 'legend' }, ...plot.lines.map((line) => {
    const button = h('button', { type: 'button', 'aria-pressed': 'true', title: 'Show or hide', click: () => {
      if (!hidden.delete(line)) hidden.add(line);
      button.setAttribute('aria-pressed', String(!hidden.has(line)));
      draw();
    } }, h('span', { class: 'swatch', style: `background: var(${line.colour})` }), line.title);
    return h('li', {}, button);
  }));
  return h('figure', {}, h('figcaption', {}, plot.y.title), host, legend);
}
