// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0

type Attribute = string | number | boolean | ((event: Event) => void);
type Child = Node | string | null | undefined | false;

/** An element with attributes (functions listen to events) and children. Text stays text: no HTML is parsed. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K, attributes: Record<string, Attribute> = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false) element.setAttribute(name, String(value));
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

/** A row of radio buttons that looks like one switch. */
export function choice<T>(legend: string, options: [title: string, value: T][], chosen: T, change: (value: T) => void): HTMLElement {
  const name = `choice-${++choices}`;
  return h('fieldset', { class: 'choice' }, h('legend', {}, legend),
    ...options.map(([title, value]) =>
      h('label', {},
        h('input', { type: 'radio', name, checked: value === chosen, change: () => change(value) }),
        h('span', {}, title))));
}
let choices = 0;

export function selection(label: string, options: [title: string, value: number][], change: (value: number) => void): HTMLSelectElement {
  const select = h('select', { 'aria-label': label, change: () => change(Number(select.value)) },
    ...options.map(([title, value]) => h('option', { value }, title)));
  return select;
}

export const dash = '–';

/** A number with a true minus, or a dash for what was not measured. */
export function show(value: number | null | undefined, digits: number, signed = false): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return dash;
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return text;
  return (value < 0 ? '−' : signed ? '+' : '') + text;
}

/** Digits after the point that suit a column: none for whole numbers, three where even the largest is small. */
export function digitsFor(values: (number | null | undefined)[]): number {
  const known = values.filter((value): value is number => typeof value === 'number' && Number.isFinite(value));
  if (known.every(Number.isInteger)) return 0;
  const needed = Math.max(...known.map((value) => (String(Number(value.toFixed(3))).split('.')[1] ?? '').length));
  return Math.min(needed, Math.max(...known.map(Math.abs)) < 1 ? 3 : 2);
}
