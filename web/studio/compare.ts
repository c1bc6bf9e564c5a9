// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs that are kept, their scores side by side, and a flicker between them.
import { h, show } from '../shared/dom';
import { ask, MatchHead } from './api';
import { Run, runOf } from './runs';
import { change, current } from './state';

const flickerEvery = 600; // milliseconds

export function compareView(latest: () => Run | null, flick: (run: Run | null) => void, changed: () => void) {
  const runs: Run[] = [];
  const message = h('p', { class: 'error', role: 'alert' });
  const body = h('tbody', {});
  const table = h('div', { class: 'scroller' }, h('table', { class: 'runs' },
    h('thead', {}, h('tr', {}, ...['Run', 'bad %', 'wrong of given %', 'unknown %', 'mean error', 'seconds', ''].map((text) => h('th', { scope: 'col' }, text)))), body));
  const none = h('p', { class: 'hint' }, 'Keep a run, change something, and compare: runs can be put beside the map, subtracted from it, or shown in turns.');
  const flicker = h('button', { type: 'button', 'aria-pressed': 'false', click: () => setFlicker(timer === 0) }, 'Flicker');
  const sgbm = h('button', { type: 'button', click: () => void addPeer() }, 'OpenCV SGBM');
  const element = h('section', { class: 'panel compare', 'aria-label': 'Runs' },
    h('div', { class: 'bar' }, h('h3', {}, 'Runs'),
      h('button', { type: 'button', class: 'primary', click: keep }, 'Keep this run'), sgbm, flicker), message, none, table);

  function row(run: Run, index: number): HTMLElement {
    const score = run.head.score;
    const cell = (value: number | undefined, digits: number) => h('td', { class: 'number' }, show(value, digits));
    const isOther = current().other === String(index);
    return h('tr', {}, h('th', { scope: 'row' }, run.name),
      cell(score?.bad, 2), cell(score?.wrong_of_given, 2), cell(score?.unknown, 1), cell(score?.average, 2), cell(run.head.seconds, 3),
      h('td', {}, h('button', { type: 'button', 'aria-pressed': String(isOther), click: () => change({ other: isOther ? 'plain' : String(index), mode: current().mode === 'single' ? 'divider' : current().mode }) }, 'Compare'),
        run.settings ? h('button', { type: 'button', click: () => change({ settings: run.settings! }) }, 'Restore') : '',
        h('button', { type: 'button', 'aria-label': `Remove ${run.name}`, click: () => remove(index) }, '×')));
  }

  function draw() {
    body.replaceChildren(...runs.map(row));
    none.hidden = runs.length > 0;
    table.hidden = runs.length === 0;
    flicker.disabled = runs.length === 0;
  }

  function add(run: Run) {
    const same = runs.filter((other) => other.name.replace(/ #\d+$/, '') === run.name).length;
    runs.push(same === 0 ? run : { ...run, name: `${run.name} #${same + 1}` });
    message.textContent = '';
    draw();
    changed();
  }

  function keep() {
    const run = latest();
    if (!run || run.head.halvings > 0) message.textContent = 'The match is still running: keep it once it is there.';
    else add(run);
  }

  function remove(index: number) {
    runs.splice(index, 1);
    setFlicker(false);
    change({ other: 'plain' });
    draw();
  }

  async function addPeer() {
    const { scene, settings, threshold } = current();
    sgbm.disabled = true;
    const start = performance.now();
    try {
      const packet = await ask<MatchHead>('peer', { scene, settings, threshold, view: 'peer' });
      add(runOf(packet.head.peer ?? 'OpenCV', null, packet, performance.now() - start));
    } catch (error) {
      message.textContent = (error as Error).message;
    } finally {
      sgbm.disabled = false;
    }
  }

  let timer = 0;
  let turn = 0;
  function setFlicker(on: boolean) {
    clearInterval(timer);
    timer = 0;
    flicker.setAttribute('aria-pressed', String(on));
    if (!on) return flick(null);
    timer = window.setInterval(() => {
      turn = (turn + 1) % (runs.length + 1);
      flick(turn < runs.length ? runs[turn]! : null);
    }, flickerEvery);
  }

  draw();
  return {
    element,
    runs,
    draw,
    clear() {
      runs.length = 0;
      setFlicker(false);
      draw();
    },
  };
}
