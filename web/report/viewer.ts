// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
import { accuracies, acrossScales, Group, plainOf, Report, Result } from './data';
import { choice, h, selection, show } from '../shared/dom';
import { disparityPicture, errorPicture, leftPicture } from './pictures';

type Mode = 'disparity' | 'errors' | 'left';
type Side = 'a' | 'b';
const truth = -1; // beside the indices of methods

/** Two results of a scene under a slider, or null where there are no pictures. */
export function viewerView(report: Report, group: Group, find: (scene: number, method: number) => Result | undefined) {
  const first = group.results.find((result) => result.disparity && plainOf(group, result.method) >= 0) ??
    group.results.find((result) => result.disparity);
  if (!first) return null;

  const measure = accuracies(group)[0];
  const state = { scene: first.scene, a: truth, b: first.method, mode: 'disparity' as Mode };
  let onChange: (scene: number, methods: number[]) => void = () => {};

  const canvases: Record<Side, HTMLCanvasElement> = { a: h('canvas', { class: 'a' }), b: h('canvas', { class: 'b' }) };
  const tags: Record<Side, HTMLElement> = { a: h('span', { class: 'tag a' }), b: h('span', { class: 'tag b' }) };
  const blanks: Record<Side, HTMLElement> = { a: h('p', { class: 'blank a' }), b: h('p', { class: 'blank b' }) };
  const slider = h('input', { type: 'range', min: 0, max: 100, step: 0.5, value: 50, input: split });
  const stage = h('div', { class: 'stage' }, canvases.b, blanks.b, canvases.a, blanks.a, slider, h('div', { class: 'divider' }), tags.a, tags.b);

  // Data sets may use the same names.
  const several = new Set(group.scenes.map((scene) => scene.dataset)).size > 1;
  const sceneSelect = selection('Scene', group.scenes.map((scene, index) => [several ? `${scene.name} · ${scene.dataset}` : scene.name, index]), (scene) => set({ scene }));
  const options: [string, number][] = [['Ground truth', truth], ...group.methods.map((method, index): [string, number] => [method.title, index])];
  const selects: Record<Side, HTMLSelectElement> = {
    a: selection('Left of the slider', options, (a) => set({ a })),
    b: selection('Right of the slider', options, (b) => set({ b })),
  };
  const ramp = h('span', { class: 'ramp', style: `background: linear-gradient(to right, ${gradient(report.colour_map)})` });
  const pixels = (disparity: number | undefined) => disparity === undefined ? '' : ` ${show(disparity, 1)} px`;
  const legends: Record<Mode, (range?: [number, number]) => Node[]> = {
    disparity: (range) => [h('span', {}, 'far' + pixels(range?.[0])), ramp, h('span', {}, 'near' + pixels(range?.[1])),
      h('span', { class: 'box unknown' }), h('span', {}, 'unknown')],
    errors: () => [h('span', { class: 'box bad' }), h('span', {}, measure?.title ?? 'wrong'), h('span', { class: 'box dim' }), h('span', {}, 'not scored')],
    left: () => [],
  };
  const legend = h('p', { class: 'ramps' });

  const nameOf = (method: number) => method === truth ? 'Ground truth' : group.methods[method]!.title;

  function split() {
    stage.style.setProperty('--split', `${slider.value}%`);
    // A name must not stand over the other's half.
    tags.a.classList.toggle('off', slider.valueAsNumber < 12);
    tags.b.classList.toggle('off', slider.valueAsNumber > 88);
    slider.setAttribute('aria-valuetext', `${nameOf(state.a)} up to ${slider.value} % of the width, then ${nameOf(state.b)}`);
  }

  function picture(method: number): Promise<ImageData> | null {
    const scene = group.scenes[state.scene]!;
    if (state.mode === 'left') return scene.left ? leftPicture(scene.left) : null;
    const result = method === truth ? undefined : find(state.scene, method);
    if (state.mode === 'errors' && method !== truth) return result?.errors ? errorPicture(result.errors, scene.left) : null;
    const grey = method === truth ? scene.truth : result?.disparity;
    return grey ? disparityPicture(grey, report.colour_map) : null;
  }

  const drawing: Record<Side, number> = { a: 0, b: 0 };
  async function draw(side: Side) {
    const turn = ++drawing[side];
    const method = state[side];
    const canvas = canvases[side];
    stage.setAttribute('aria-busy', 'true');
    const image = await picture(method)?.catch(() => null);
    if (turn !== drawing[side]) return; // something else was chosen meanwhile
    canvas.hidden = !image;
    blanks[side].hidden = Boolean(image);
    blanks[side].textContent = `No picture of ${state.mode === 'left' ? 'the left image' : nameOf(method)}`;
    if (image) {
      canvas.width = image.width;
      canvas.height = image.height;
      canvas.getContext('2d')!.putImageData(image, 0, 0);
    }
    const value = method === truth || !measure ? undefined : find(state.scene, method)?.values[measure.id];
    tags[side].textContent = nameOf(method) + (typeof value === 'number' ? `  ${show(value, 2)} ${measure!.unit}` : '');
  }

  async function render() {
    const scene = group.scenes[state.scene]!;
    element.style.setProperty('--aspect', String(scene.width / scene.height));
    stage.classList.toggle('single', state.mode === 'left');
    sceneSelect.value = String(state.scene);
    selects.a.value = String(state.a);
    selects.b.value = String(state.b);
    slider.setAttribute('aria-label', `Slider between ${nameOf(state.a)} and ${nameOf(state.b)}`);
    legend.replaceChildren(...legends[state.mode](scene.range));
    split();
    onChange(state.scene, [state.a, state.b].filter((method) => method !== truth));
    await Promise.all([draw('a'), draw('b')]);
    stage.setAttribute('aria-busy', 'false');
  }

  function set(change: Partial<typeof state>) {
    Object.assign(state, change);
    void render();
  }

  const step = (by: number) => set({ scene: (state.scene + by + group.scenes.length) % group.scenes.length });

  /** A method beside its counterpart: plain to the left, across scales to the right; a peer beside what is there. */
  function pair(method: number): Partial<typeof state> {
    const [plain, across] = [plainOf(group, method), acrossScales(group, method)];
    if (plain >= 0) return { a: plain, b: method };
    if (across >= 0) return { a: method, b: across };
    return { a: method, b: state.b === method ? truth : state.b };
  }

  const element = h('section', { class: 'card viewer' },
    h('div', { class: 'bar' }, h('h3', {}, 'Pictures'),
      h('span', { class: 'stepper' },
        h('button', { type: 'button', 'aria-label': 'Previous scene', click: () => step(-1) }, '‹'), sceneSelect,
        h('button', { type: 'button', 'aria-label': 'Next scene', click: () => step(1) }, '›')),
      choice<Mode>('Show', [['Disparity', 'disparity'], ['Errors', 'errors'], ['Left image', 'left']], 'disparity', (mode) => set({ mode }))),
    h('div', { class: 'sides' }, selects.a, selects.b),
    stage, legend);

  set(pair(first.method));
  return {
    element,
    onChange(listener: typeof onChange) {
      onChange = listener;
      void render();
    },
    choose(scene: number, method: number) {
      set({ scene, ...pair(method) });
      element.scrollIntoView({ block: 'nearest', behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' });
    },
  };
}

const gradient = (map: Report['colour_map']) =>
  Array.from({ length: 17 }, (_, i) => `rgb(${(map[Math.min(255, 16 * i)] ?? [0, 0, 0]).join(' ')})`).join(', ');
