// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
//
// What the page shows, in one object that lives in the address: a reload, or a friend, sees the same.
import type { Settings } from './api';

export type Layer = 'disparity' | 'depth' | 'confidence' | 'validity' | 'planes' | 'error' | 'difference' | 'left';
export type Mode = 'single' | 'divider' | 'side';

export interface State {
  scene: string; // empty: the start page
  settings: Settings; // with "preset"; what is not named is the preset's
  layer: Layer;
  ramp: string;
  mode: Mode;
  other: string; // what the map is compared with: "plain", "truth", or the number of a kept run
  split: number; // percent of the width
  pixel: { x: number; y: number } | null;
  support: string; // empty: not shown; "all", or the number of a scale
  threshold: number; // errors above it are bad, pixels
  space: boolean; // points in space instead of the map
  lesson: number; // counted from 1; 0: none
}

export const initial: State = {
  scene: '', settings: { preset: 'default' }, layer: 'disparity', ramp: 'csca', mode: 'divider', other: 'plain', split: 50,
  pixel: null, support: '', threshold: 1, space: false, lesson: 0,
};

const own = ['scene', 'layer', 'ramp', 'mode', 'other', 'support'] as const;
const numbers = ['split', 'threshold', 'lesson'] as const;

type Listener = (now: State, before: State) => void;
const listeners: Listener[] = [];
let now: State = fromAddress();

export const current = (): State => now;

export function change(part: Partial<State>) {
  const before = now;
  now = { ...now, ...part };
  const address = toAddress(now);
  if (address !== location.hash.slice(1)) history.replaceState(null, '', `#${address}`);
  for (const listener of listeners) listener(now, before);
}

/** Sets an option, or leaves it to the preset. */
export function setOption(name: string, value: string | undefined) {
  const settings = { ...now.settings };
  if (value === undefined) delete settings[name];
  else settings[name] = value;
  change({ settings });
}

export function watch(listener: Listener) {
  listeners.push(listener);
}

export const sameSettings = (a: Settings, b: Settings): boolean => JSON.stringify(a) === JSON.stringify(b);

function toAddress(state: State): string {
  const words = new URLSearchParams();
  for (const name of own) if (state[name] !== initial[name]) words.set(name, state[name]);
  for (const name of numbers) if (state[name] !== initial[name]) words.set(name, String(state[name]));
  if (state.pixel) words.set('pixel', `${state.pixel.x},${state.pixel.y}`);
  if (state.space) words.set('space', '1');
  for (const [name, value] of Object.entries(state.settings)) words.set(`o.${name}`, value);
  return words.toString();
}

export function fromAddress(): State {
  const words = new URLSearchParams(location.hash.slice(1));
  const state: State = { ...initial, settings: {} };
  for (const name of own) {
    const word = words.get(name);
    if (word !== null) (state as unknown as Record<string, string>)[name] = word;
  }
  for (const name of numbers) {
    const word = Number(words.get(name) ?? NaN);
    if (Number.isFinite(word)) state[name] = word;
  }
  const [x, y] = (words.get('pixel') ?? '').split(',').map(Number);
  if (Number.isInteger(x) && Number.isInteger(y)) state.pixel = { x: x!, y: y! };
  state.space = words.get('space') === '1';
  for (const [name, value] of words) if (name.startsWith('o.')) state.settings[name.slice(2)] = value;
  state.settings['preset'] ??= initial.settings['preset']!;
  return state;
}

window.addEventListener('hashchange', () => change(fromAddress()));
