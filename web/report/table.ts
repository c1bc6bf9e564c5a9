// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
import { Cell, Table } from './data';
import { digitsFor, h, show } from '../shared/dom';

/** A row of a table, and what it sorts by. */
export interface Row { element: HTMLTableRowElement; keys: Cell[] }

/** What is missing comes last in either direction. */
function compare(a: Cell | undefined, b: Cell | undefined, sign: number): number {
  const [noA, noB] = [a ?? null, b ?? null].map((value) => value === null) as [boolean, boolean];
  if (noA || noB) return Number(noA) - Number(noB);
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
  return sign * String(a).localeCompare(String(b), undefined, { numeric: true });
}

/** Header cells whose buttons sort the rows of `body`: up, down, and back to the order in which they came. */
export function sortHeaders(titles: string[], body: HTMLTableSectionElement, rows: () => Row[]): HTMLTableCellElement[] {
  const next = { none: 'ascending', ascending: 'descending', descending: 'none' } as const;
  const headers = titles.map((title, column) => {
    const cell = h('th', { scope: 'col', 'aria-sort': 'none' }, h('button', { type: 'button', click: () => sort(column) }, title));
    return cell;
  });
  function sort(column: number) {
    const order = next[headers[column]!.getAttribute('aria-sort') as keyof typeof next];
    headers.forEach((header, index) => header.setAttribute('aria-sort', index === column ? order : 'none'));
    const sign = order === 'ascending' ? 1 : -1;
    const sorted = order === 'none' ? rows() : [...rows()].sort((a, b) => compare(a.keys[column], b.keys[column], sign));
    body.append(...sorted.map((row) => row.element));
  }
  return headers;
}

/** A wide table scrolls inside its own box, which the keyboard can reach. */
export const scroller = (label: string, table: HTMLTableElement): HTMLElement =>
  h('div', { class: 'scroller', role: 'region', 'aria-label': label, tabindex: 0 }, table);

export function tableView(table: Table): HTMLElement {
  const columns = table.columns.map((title, column) => {
    const values = table.rows.map((row) => row[column] ?? null);
    const numeric = values.some((value) => typeof value === 'number') && values.every((value) => typeof value !== 'string');
    return { title, numeric, digits: digitsFor(values as number[]), signed: /differen|change|gain/i.test(title) };
  });
  const body = h('tbody');
  const rows: Row[] = table.rows.map((cells) => ({
    keys: cells,
    element: h('tr', {}, ...columns.map((column, index) => {
      const value = cells[index] ?? null;
      const text = typeof value === 'string' ? value : show(value, column.digits, column.signed);
      if (index === 0) return h('th', { scope: 'row' }, text);
      return h('td', { class: column.numeric ? 'number' : '', ...(value === null && { title: 'not measured' }) }, text);
    })),
  }));
  // A mean stays below what it is the mean of.
  const mean = /^mean\b/i.test(String(rows.at(-1)?.keys[0])) ? rows.pop() : undefined;
  body.append(...rows.map((row) => row.element));
  const headers = sortHeaders(table.columns, body, () => rows);
  headers.forEach((header, index) => header.classList.toggle('number', columns[index]!.numeric && index > 0));
  return h('section', { class: 'card' },
    h('h3', {}, table.title),
    scroller(table.title, h('table', {}, h('thead', {}, h('tr', {}, ...headers)), body, mean ? h('tfoot', {}, mean.element) : null)),
    table.note ? h('p', { class: 'note' }, table.note) : null);
}
