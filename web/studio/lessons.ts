// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
//
// The idea in five steps. Each is a state of the page itself: everything in it can be moved.
import { h } from '../shared/dom';
import { change, current, initial, State, watch } from './state';

interface Lesson { title: string; text: string; state: Partial<State> }

const bare = { preset: 'bare', method: 'box', cost: 'grd' };

export const lessons: Lesson[] = [
  { title: 'Where there is little to compare',
    text: 'Walls and boards have little texture here, and the images some noise. Left of the divider, the small windows of one scale find a fit anywhere: the map is noise. Right of it, all scales decide together. Drag the divider.',
    state: { scene: 'weak', settings: { ...bare }, layer: 'disparity', mode: 'divider', other: 'plain', split: 50, pixel: null, support: '' } },
  { title: 'What a coarse scale sees',
    text: 'A pixel of such a wall, and its costs. On the finest scale they go up and down with the noise, and a wrong one is the lowest. Every coarser scale halves the image: the same window covers twice as much, noise averages out, and a clear minimum is left. In colour: the pixels that count, on all scales together.',
    state: { scene: 'weak', settings: { ...bare }, layer: 'left', mode: 'single', pixel: { x: 86, y: 74 }, support: 'all' } },
  { title: 'What lambda does',
    text: 'Lambda says how much the scales have to agree. At 0 each decides for itself, and the finest one is all that is left; the larger it is, the more the coarse ones count. Move lambda and watch the score: too little leaves noise, too much blurs.',
    state: { scene: 'weak', settings: { ...bare, lambda: '0.1' }, layer: 'error', mode: 'divider', other: 'plain', split: 30, pixel: null, support: '' } },
  { title: 'Where blending hurts',
    text: 'Poles and wires are thinner than a coarse pixel. There the coarse scales see the wall behind, and outvote the fine one: blue and orange are where the blend differs from one scale. Fewer scales, or a smaller lambda, bring thin things back.',
    state: { scene: 'thin', settings: { ...bare, lambda: '10' }, layer: 'difference', mode: 'single', other: 'plain', pixel: null, support: '' } },
  { title: 'How to read cost vectors',
    text: 'On a pattern that repeats, the costs of one scale have a minimum at every period, and any of them may win. Coarse scales have blurred the pattern away and see where the surface is. The blend keeps the fine minima, and chooses among them by the coarse costs. Press other pixels.',
    state: { scene: 'repetitive', settings: { ...bare }, layer: 'disparity', mode: 'divider', other: 'plain', split: 50, pixel: { x: 288, y: 222 }, support: '' } },
];

const go = (number: number) => change({ ...initial, ...lessons[number - 1]!.state, lesson: number });

export function lessonsView(): HTMLElement {
  const body = h('div', { class: 'lesson-body' });
  const element = h('aside', { class: 'lesson', 'aria-label': 'Lesson', 'aria-live': 'polite' }, body);
  const draw = ({ lesson }: State) => {
    const one = lessons[lesson - 1];
    element.hidden = !one;
    if (!one) return;
    const last = lesson === lessons.length;
    body.replaceChildren(
      h('h2', {}, h('span', { class: 'kicker' }, `Lesson ${lesson} of ${lessons.length}`), one.title), h('p', {}, one.text),
      h('div', { class: 'bar' },
        h('button', { type: 'button', disabled: lesson === 1, click: () => go(lesson - 1) }, 'Back'),
        h('button', { type: 'button', class: 'primary', click: () => (last ? change({ lesson: 0 }) : go(lesson + 1)) }, last ? 'Finish' : 'Next'),
        h('button', { type: 'button', class: 'quiet', click: () => go(lesson) }, 'Put it back'),
        h('button', { type: 'button', class: 'quiet', 'aria-label': 'Close the lesson', click: () => change({ lesson: 0 }) }, 'Close')));
  };
  watch((now, before) => { if (now.lesson !== before.lesson) draw(now); });
  draw(current());
  return element;
}

export const startLessons = () => go(1);
