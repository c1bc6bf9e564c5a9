// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
import { Group, Measure, Result, timeId } from './data';
import { choice, h, show } from '../shared/dom';
import { Row, scroller, sortHeaders } from './table';

type Find = (scene: number, method: number) => Result | undefined;

/** Milliseconds matter where there are any; elsewhere two digits do. */
const digitsOf = (measure: Measure, values: (number | null)[]) =>
  measure.id === timeId && values.some((value) => value !== null && value < 0.1) ? 3 : 2;

/** 0 for the best value of a row to 1 for the worst; equal values have equal ranks. */
function ranks(values: (number | null)[]): (number | null)[] {
  const known = values.filter((value): value is number => value !== null).sort((a, b) => a - b);
  return values.map((value) => value === null ? null : known.length < 2 ? 0 : known.indexOf(value) / (known.length - 1));
}

/** Arrow keys move among the buttons of a table, of which the tabulator key meets only one. */
function rove(body: HTMLTableSectionElement) {
  const steps: Record<string, [number, number]> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  body.addEventListener('keydown', (event) => {
    const step = steps[event.key];
    const cell = (event.target as Element).closest<HTMLTableCellElement>('td, th');
    if (!step || !cell) return;
    event.preventDefault();
    let [row, column] = [(cell.parentElement as HTMLTableRowElement).sectionRowIndex, cell.cellIndex];
    // Cells without a result have no button: go on in the same direction.
    for (;;) {
      [row, column] = [row + step[0], column + step[1]];
      const next = body.rows[row]?.cells[column];
      if (!next) return;
      const button = next.querySelector('button');
      if (button) {
        button.focus();
        return;
      }
    }
  });
  body.addEventListener('focusin', (event) => {
    for (const button of body.querySelectorAll('button[tabindex="0"]')) button.setAttribute('tabindex', '-1');
    (event.target as Element).setAttribute('tabindex', '0');
  });
}

/** A row a scene, a column a method, for one measure at a time; pressing a value shows it in the viewer. */
export function scenesView(group: Group, find: Find, choose?: (scene: number, method: number) => void) {
  const body = h('tbody');
  const foot = h('tfoot');
  const means = new Map((group.means ?? []).map((mean) => [mean.method, mean]));
  const datasets = new Set(group.scenes.map((scene) => scene.dataset)).size;
  let rows: Row[] = [];
  let marked: [number, number[]] = [-1, []];
  let cells: HTMLElement[][] = [];

  function cellsOf(values: (number | null)[], digits: number, press?: (method: number) => void) {
    const rank = ranks(values);
    return values.map((value, method) => {
      const text = show(value, digits);
      const cell = h('td', { class: 'number' }, press && value !== null
        ? h('button', { type: 'button', tabindex: -1, click: () => press(method) }, text) : text);
      if (value === null) cell.title = 'not measured';
      const place = rank[method];
      if (typeof place === 'number') cell.style.setProperty('--rank', String(place));
      cell.classList.toggle('best', place === 0);
      return cell;
    });
  }

  function render(measure: Measure) {
    const values = group.scenes.map((_, scene) => group.methods.map((_, method) => find(scene, method)?.values[measure.id] ?? null));
    const digits = digitsOf(measure, values.flat());
    cells = [];
    rows = group.scenes.map((scene, index) => {
      cells[index] = cellsOf(values[index]!, digits, choose && ((method) => choose(index, method)));
      const name = [scene.name, datasets > 1 ? h('small', {}, scene.dataset) : null];
      return {
        keys: [scene.name, ...values[index]!],
        element: h('tr', {}, h('th', { scope: 'row', title: `${scene.dataset}, ${scene.width} × ${scene.height}, ${scene.levels} levels` }, ...name), ...cells[index]),
      };
    });
    body.replaceChildren(...rows.map((row) => row.element));
    body.querySelector('button')?.setAttribute('tabindex', '0');
    for (const header of headers) header.setAttribute('aria-sort', 'none');
    foot.replaceChildren(...footRows(measure, digits));
    mark(...marked);
  }

  function footRows(measure: Measure, digits: number): HTMLElement[] {
    if (means.size === 0) return [];
    const mean = h('tr', {}, h('th', { scope: 'row' }, 'Mean'),
      ...cellsOf(group.methods.map((_, method) => means.get(method)?.values[measure.id] ?? null), digits));
    // Means over different scenes are not comparable: say so where it happens.
    if ([...means.values()].every((other) => other.scenes === group.scenes.length)) return [mean];
    return [mean, h('tr', { class: 'counts' }, h('th', { scope: 'row' }, 'Scenes'),
      ...group.methods.map((_, method) => h('td', { class: 'number' }, show(means.get(method)?.scenes, 0))))];
  }

  /** Which results the viewer shows. */
  function mark(scene: number, methods: number[]) {
    for (const method of marked[1]) cells[marked[0]]?.[method]?.removeAttribute('aria-current');
    for (const method of methods) cells[scene]?.[method]?.setAttribute('aria-current', 'true');
    marked = [scene, methods];
  }

  const headers = sortHeaders(['Scene', ...group.methods.map((method) => method.title)], body, () => rows);
  headers.forEach((header, index) => {
    header.classList.toggle('number', index > 0);
    header.classList.toggle('peer', Boolean(group.methods[index - 1]?.peer));
  });
  rove(body);
  render(group.measures[0]!);
  const title = `${group.title}, scene by scene`;
  const element = h('section', { class: 'card scenes' },
    h('div', { class: 'bar' }, h('h3', {}, 'Scene by scene'),
      group.measures.length > 1 ? choice('Measure', group.measures.map((measure) => [measure.title, measure]), group.measures[0]!, render) : null),
    h('p', { class: 'note' }, `${group.scenes.length} scenes. The best of each row is bold, good ranks are tinted. Headers sort`,
      choose ? '; a value shows its pictures below.' : '.'),
    scroller(title, h('table', {}, h('thead', {}, h('tr', {}, ...headers)), body, foot)));
  return { element, mark };
}
