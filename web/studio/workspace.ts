// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
//
// The page around one pair: options, map, and what is known of a pixel.
import { choice, h } from '../shared/dom';
import { Description, Grid, imageOf, Scene, sceneOf, truthOf, valuesOf } from './api';
import { cloudView } from './cloud';
import { ramps, rampTitles } from './colours';
import { compareView } from './compare';
import { controlsView } from './controls';
import { canvasOf } from './draw';
import { exportView } from './export';
import { Context, layerTitles, number, pictureOf } from './layers';
import { lessonsView, startLessons } from './lessons';
import { Matcher } from './matcher';
import { pixelView } from './pixel';
import { legendView, readout, scoreView } from './readout';
import { at, nameOf, plain, Run } from './runs';
import { Side, stageView } from './stage';
import { change, current, initial, Layer, Mode, sameSettings, State, watch } from './state';
import { Support } from './support';

const ranges = new WeakMap<Grid, { low: number; high: number }>();

/** The 1st to the 99th percentile of what is known; sought once a map. */
function rangeOf(grid: Grid): { low: number; high: number } {
  const known = ranges.get(grid);
  if (known) return known;
  const some = grid.values.filter((value, i) => i % 7 === 0 && Number.isFinite(value)).sort();
  const low = some[Math.floor(some.length * 0.01)] ?? 0;
  const range = { low, high: Math.max(some[Math.floor(some.length * 0.99)] ?? 1, low + 1) };
  ranges.set(grid, range);
  return range;
}

async function pixelsOf(blob: Blob): Promise<ImageData> {
  const canvas = document.createElement('canvas');
  const bitmap = await createImageBitmap(blob);
  [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
  const context = canvas.getContext('2d')!;
  context.drawImage(bitmap, 0, 0);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

export function workspaceView(description: Description): HTMLElement {
  let scene: Scene | null = null;
  let left: ImageData | null = null;
  let truth: { map: Grid; counts: Grid<Uint8Array> | null } | null = null;
  let main: Run | null = null;
  let beside: Run | null = null; // on one scale
  let flicked: Run | null = null;
  let overlay: HTMLCanvasElement | null = null;
  let hovered: { x: number; y: number } | null = null;
  let ready = '';

  const controls = controlsView(description);
  const status = h('p', { class: 'status', role: 'status' });
  const alert = h('p', { class: 'error', role: 'alert' });
  const score = h('div', { class: 'score-line', 'aria-live': 'off' });
  const legend = h('div', {});
  const values = h('p', { class: 'readout' });
  const stage = stageView({
    hover: (pixel) => { hovered = pixel; tellPixel(); },
    choose: (pixel) => change({ pixel }),
    split: (split) => change({ split }),
  });
  const cloudHost = h('div', { hidden: true });
  let cloud: ReturnType<typeof cloudView> | null = null; // made when it is first wanted
  const pixel = pixelView((what) => { status.textContent = what ? 'Looking at the pixel…' : ''; });
  const support = new Support();
  const compare = compareView(() => main, (run) => { flicked = run; draw(); }, () => { fillOthers(); draw(); });
  const exported = exportView(() => scene?.command ?? '', () => current().settings, () => stage.canvas);

  const tell = (view: string) => (error: string, busy: boolean) => {
    alert.textContent = error;
    if (view === 'main') element.setAttribute('aria-busy', String(busy));
    if (view === 'plain') element.dataset['plain'] = busy ? 'busy' : 'ready';
  };
  const matchers = {
    main: new Matcher('main', (run) => { main = { ...run, name: nameOf(run.head.options!) }; showRun(); }, tell('main')),
    plain: new Matcher('plain', (run) => { beside = { ...run, name: nameOf(run.head.options!) }; draw(); }, tell('plain')),
  };

  function match(quick: boolean) {
    const { settings, threshold, other } = current();
    if (!scene) return;
    matchers.main.want({ scene: scene.id, settings, threshold, name: '' }, quick);
    if (other === 'plain') matchers.plain.want({ scene: scene.id, settings: plain(settings), threshold, name: '' }, quick);
  }

  /** What the map is compared with. */
  function other(): Run | null {
    const { other: wanted } = current();
    if (wanted === 'plain') return beside;
    if (wanted === 'truth') return truth && { name: 'Truth', settings: null, disparity: truth.map, milliseconds: 0, head: { halvings: 0, first: 0, levels: 0, seconds: 0, score: null } };
    return compare.runs[Number(wanted)] ?? beside;
  }

  function context(): Context | null {
    if (!main || !left || !scene) return null;
    const { ramp, threshold } = current();
    return { ramp, threshold, left, camera: scene.camera, truth: truth?.map ?? null, counts: truth?.counts ?? null, other: other(), range: rangeOf(truth?.map ?? main.disparity) };
  }

  function sideOf(run: Run, layer: Layer, around: Context): Side & { legend?: HTMLElement } {
    const picture = pictureOf(layer, run, around);
    const value = (x: number, y: number) => {
      const v = layer === 'confidence' ? at(run.confidence, x, y) : at(run.disparity, x, y, run.head.halvings);
      return Number.isFinite(v) ? number(v) : '?';
    };
    if (typeof picture === 'string') return { picture: null, value, name: run.name, legend: h('p', { class: 'legend-bar' }, picture) };
    return { picture: canvasOf(picture.image), value, name: layer === 'left' ? 'Left image' : run.name, legend: legendView(picture.legend) };
  }

  function draw() {
    const around = context();
    if (!around || !scene || !main) return;
    const { layer, mode, split, pixel: mark, space } = current();
    const shown = flicked ?? main;
    const b = sideOf(shown, layer, around);
    const single = mode === 'single' || layer === 'left' || layer === 'difference' || !around.other || flicked !== null;
    const a = single ? null : sideOf(around.other!, layer, around);
    stage.show({ size: scene, mode: single ? 'single' : mode, split, sides: { a, b }, overlay, mark });
    legend.replaceChildren(b.legend ?? '');
    planesLayer.hidden = !main.plane && layer !== 'planes';
    score.replaceChildren(scoreView(shown));
    stage.element.hidden = space;
    cloudHost.hidden = !space;
    below.hidden = space;
    if (space && main.head.halvings === 0) {
      if (!cloud) cloudHost.append((cloud = cloudView()).element);
      cloud.show(scene, main, around.left);
    }
    tellPixel();
  }

  function tellPixel() {
    const around = context();
    if (around && scene && main) values.textContent = readout(hovered, flicked ?? main, around, scene);
  }

  function showRun() {
    const { options, lambda, first, levels, warnings } = main!.head;
    // An answer to an older question would take back what was changed meanwhile.
    if (sameSettings(main!.settings!, current().settings)) controls.show(options!, lambda!, { first, levels });
    if (main!.head.halvings === 0) alert.textContent = (warnings ?? []).join(' ');
    draw();
  }

  async function showSupport() {
    const { pixel: chosen, settings, support: which } = current();
    try {
      const next = await support.of(scene!, chosen, settings, which);
      if (next === undefined) return;
      overlay = next;
      element.dataset['support'] = next ? which : '';
    } catch (error) {
      overlay = null;
      alert.textContent = (error as Error).message;
    }
    draw();
  }

  let asking = 0;
  function askPixel() {
    clearTimeout(asking);
    // A slider that moves asks about the map first.
    asking = window.setTimeout(() => {
      if (!scene) return;
      void pixel.want(scene.id, current().pixel, current().settings);
      void showSupport();
    }, 180);
  }

  async function load(id: string) {
    ready = id;
    scene = left = truth = main = beside = overlay = null;
    compare.clear();
    alert.textContent = '';
    element.setAttribute('aria-busy', 'true');
    try {
      const [found, blob, known] = await Promise.all([sceneOf(id), imageOf(id, 'left'), valuesOf(current().settings)]);
      const pixels = await pixelsOf(blob);
      const given = found.truth ? await truthOf(id) : null;
      if (ready !== id) return;
      [scene, left] = [found, pixels];
      truth = given && { map: given.floats['disparity']!, counts: given.bytes['counts'] ?? null };
      heading.textContent = found.title;
      document.title = `${found.title} · csca studio`;
      controls.show(known.options, known.lambda, found);
      fillOthers();
      exported.draw();
      match(false);
      askPixel();
    } catch (error) {
      alert.textContent = (error as Error).message;
      element.setAttribute('aria-busy', 'false');
    }
  }

  const heading = h('h1', {});
  const layers = choice<Layer>('Layer', layerTitles.map(([layer, title]) => [title, layer]), current().layer, (layer) => change({ layer, space: false }));
  // There only where planes compete: a small laptop has no room to spare.
  const planesLayer = layers.querySelectorAll('label')[layerTitles.findIndex(([layer]) => layer === 'planes')]!;
  const modes = choice<Mode>('Arrangement', [['Divider', 'divider'], ['Side by side', 'side'], ['One map', 'single']], current().mode, (mode) => change({ mode, space: false }));
  const others = h('select', { 'aria-label': 'Compared with', change: () => change({ other: others.value }) });
  const ramp = h('select', { 'aria-label': 'Colours', change: () => change({ ramp: ramp.value }) }, ...Object.entries(rampTitles).map(([value, title]) => h('option', { value }, title)));
  const threshold = h('select', { 'aria-label': 'Errors count above', change: () => change({ threshold: Number(threshold.value) }) }, ...[0.5, 1, 2, 3, 4].map((pixels) => h('option', { value: pixels }, `> ${pixels} px`)));

  function fillOthers() {
    const names: [string, string][] = [['plain', 'one scale'], ...(truth ? [['truth', 'the truth'] as [string, string]] : []),
      ...compare.runs.map((run, index): [string, string] => [String(index), run.name])];
    others.replaceChildren(...names.map(([value, title]) => h('option', { value }, title)));
    follow(current());
  }

  /** Switches show the state, whoever changed it. */
  function follow(state: State) {
    for (const [group, titles, value] of [[layers, layerTitles.map(([layer]) => layer), state.layer], [modes, ['divider', 'side', 'single'], state.mode]] as const) {
      group.querySelectorAll('input').forEach((input, index) => { input.checked = titles[index] === value; });
    }
    others.value = state.other;
    ramp.value = state.ramp in ramps ? state.ramp : 'csca';
    threshold.value = String(state.threshold);
    space.setAttribute('aria-pressed', String(state.space));
  }

  const space = h('button', { type: 'button', 'aria-pressed': 'false', click: () => change({ space: !current().space }) }, '3-D');
  const below = h('div', {}, h('div', { class: 'bar below' }, legend, h('span', { class: 'zoom' },
    h('button', { type: 'button', 'aria-label': 'Enlarge', click: () => stage.zoomBy(1.5) }, '+'),
    h('button', { type: 'button', 'aria-label': 'Shrink', click: () => stage.zoomBy(1 / 1.5) }, '−'),
    h('button', { type: 'button', click: () => stage.fit() }, 'Fit'), ramp, threshold)), values);
  const element = h('div', { class: 'workspace', 'aria-busy': 'true' },
    h('header', {},
      h('a', { href: '#', class: 'brand', click: (event) => { event.preventDefault(); change({ ...initial }); } }, 'csca studio'), heading, status,
      h('button', { type: 'button', class: 'quiet', click: startLessons }, 'Lesson')),
    lessonsView(),
    h('section', { class: 'side', 'aria-label': 'Settings' }, controls.element),
    h('main', {}, alert,
      h('div', { class: 'bar tools' }, layers, modes, h('label', { class: 'inline' }, 'with', others), space),
      score, stage.element, cloudHost,
      below, compare.element),
    h('section', { class: 'side right', 'aria-label': 'Explanation' }, pixel.element, exported.element));

  watch((now, before) => {
    if (!now.scene) return;
    follow(now);
    if (now.scene !== ready) return void load(now.scene);
    if (!scene) return;
    const options = !sameSettings(now.settings, before.settings);
    if (options || now.threshold !== before.threshold) match(options);
    else if (now.other !== before.other && now.other === 'plain') match(false);
    if (options) exported.draw();
    if (options || now.pixel !== before.pixel) askPixel();
    else if (now.support !== before.support) void showSupport();
    if (now.other !== before.other) compare.draw();
    if (!options) draw(); // otherwise once the answer is there
  });
  if (current().scene) void load(current().scene);
  return element;
}
