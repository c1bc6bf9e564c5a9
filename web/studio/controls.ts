// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
//
// The options, made from the tool's own table of them.
import { h } from '../shared/dom';
import type { Description, Field, Values } from './api';
import { mixtureControl } from './mixture';
import { change, current, setOption, watch } from './state';

interface Control { element: HTMLElement; show: (values: Values, lambda: number) => void }

/** What has a slider, and how far it goes: the table's own bounds are far wider than what is useful. */
const sliders: Record<string, { from: number; to: number; step: number; logarithmic?: boolean }> = {
  scales: { from: 1, to: 8, step: 1 },
  lambda: { from: 0.01, to: 100, step: 0.01, logarithmic: true },
  box_radius: { from: 0, to: 20, step: 1 },
  gf_radius: { from: 1, to: 20, step: 1 },
  gf_epsilon: { from: 1e-6, to: 0.1, step: 1e-6, logarithmic: true },
  bf_radius: { from: 1, to: 35, step: 1 },
  bf_sigma_space: { from: 1, to: 50, step: 0.5 },
  bf_sigma_colour: { from: 0.005, to: 0.3, step: 0.005, logarithmic: true },
  nl_sigma: { from: 0.005, to: 0.5, step: 0.005, logarithmic: true },
  st_sigma: { from: 0.005, to: 0.5, step: 0.005, logarithmic: true },
  uniqueness: { from: 0, to: 40, step: 1 },
  min_confidence: { from: 0, to: 1, step: 0.01 },
  tolerance: { from: 0, to: 5, step: 0.25 },
};

const first = ['scales', 'lambda', 'cost', 'right', 'subpixel', 'uniqueness', 'planes', 'refine', 'fill'];
/** Options that belong to a choice are shown with it: gf_radius while gf aggregates. */
const owners = ['box', 'bf', 'gf', 'nl', 'st', 'sgm', 'grd', 'cen', 'cg'];
const hidden = ['max_memory', 'strict', 'check', 'method', 'first', 'levels', 'confidence', 'threads', 'slab'];

const title = (name: string) => name.replaceAll('_', ' ');
const brief = (value: string) => (Number.isFinite(Number(value)) && value !== '' ? String(Number(Number(value).toPrecision(4))) : value);

function labelled(field: Field, input: HTMLElement, output: HTMLElement | null): HTMLElement {
  const reset = h('button', { type: 'button', class: 'reset', title: 'As the preset has it', 'aria-label': `Reset ${title(field.name)}`, click: () => setOption(field.name, undefined) }, '↺');
  const row = h('div', { class: 'option', 'data-option': field.name }, h('label', { title: field.help }, h('span', { class: 'name' }, title(field.name)), output, input), reset);
  watch(({ settings }) => row.classList.toggle('changed', field.name in settings));
  row.classList.toggle('changed', field.name in current().settings);
  return row;
}

function sliderControl(field: Field): Control {
  const { from, to, step, logarithmic } = sliders[field.name]!;
  const toSlider = (value: number) => (logarithmic ? (Math.log(Math.max(value, from) / from) / Math.log(to / from)) * 1000 : value);
  const fromSlider = (place: number) => (logarithmic ? Number((from * (to / from) ** (place / 1000)).toPrecision(3)) : place);
  const output = h('output', {});
  const input = h('input', { type: 'range', min: logarithmic ? 0 : from, max: logarithmic ? 1000 : to, step: logarithmic ? 1 : step, 'aria-label': title(field.name), input: () => {
    const value = fromSlider(input.valueAsNumber);
    output.textContent = brief(String(value));
    setOption(field.name, String(value));
  } });
  return { element: labelled(field, input, output), show: (values, lambda) => {
    const auto = values[field.name] === 'auto';
    const value = auto ? lambda : Number(values[field.name]);
    output.textContent = brief(String(value)) + (auto ? ' (auto)' : '');
    if (document.activeElement !== input || !(field.name in current().settings)) input.value = String(toSlider(value));
    input.setAttribute('aria-valuetext', output.textContent);
  } };
}

function choiceControl(field: Field): Control {
  const select = h('select', { 'aria-label': title(field.name), change: () => setOption(field.name, select.value) },
    ...field.choices.map((name) => h('option', { value: name }, name)));
  return { element: labelled(field, select, null), show: (values) => { select.value = values[field.name]!; } };
}

/** How many planes of a first map compete; the scene itself may decide. */
function planesControl(field: Field): Control {
  const titles: Record<string, string> = { 0: 'none', auto: 'auto: where they help' };
  const entry = (value: string) => h('option', { value }, titles[value] ?? `at most ${value}`);
  const select = h('select', { 'aria-label': title(field.name), change: () => setOption(field.name, select.value) }, ...['0', 'auto', '1', '2', '4', '8', '16', '32'].map(entry));
  return { element: labelled(field, select, null), show: (values) => {
    const value = values[field.name]!;
    if (![...select.options].some((one) => one.value === value)) select.append(entry(value));
    select.value = value;
  } };
}

function listControl(field: Field): Control {
  const boxes = field.choices.filter((name) => name !== 'none').map((name) => h('input', { type: 'checkbox', value: name, change: () => {
    // What is there keeps its place; a new step comes last.
    const before = (shown || '').split(',').filter((step) => boxes.some((box) => box.value === step && box.checked));
    const added = boxes.filter((box) => box.checked && !before.includes(box.value)).map((box) => box.value);
    setOption(field.name, [...before, ...added].join(',') || 'none');
  } }));
  let shown = '';
  const element = h('fieldset', { class: 'option steps', 'data-option': field.name, title: field.help }, h('legend', { class: 'name' }, title(field.name)),
    ...boxes.map((box) => h('label', {}, box, box.value)));
  return { element, show: (values) => {
    shown = values[field.name]!;
    for (const box of boxes) box.checked = shown.split(',').includes(box.value);
  } };
}

function flagControl(field: Field): Control {
  const input = h('input', { type: 'checkbox', 'aria-label': title(field.name), change: () => setOption(field.name, String(input.checked)) });
  return { element: labelled(field, input, null), show: (values) => { input.checked = values[field.name] === 'true'; } };
}

function numberControl(field: Field): Control {
  const input = h('input', { type: 'text', inputmode: 'decimal', 'aria-label': title(field.name), title: field.allowed, change: () => setOption(field.name, input.value.trim() || undefined) });
  return { element: labelled(field, input, null), show: (values) => { input.value = brief(values[field.name]!); } };
}

function controlOf(field: Field): Control {
  if (sliders[field.name]) return sliderControl(field);
  if (field.name === 'planes') return planesControl(field);
  return ({ choice: choiceControl, list: listControl, flag: flagControl, mixture: mixtureControl } as Record<string, (field: Field) => Control>)[field.kind]?.(field) ?? numberControl(field);
}

/** Two numbers, or what the pair itself suggests. */
function rangeControl(): Control {
  const low = h('input', { type: 'number', step: 1, 'aria-label': 'Smallest disparity', change: set });
  const high = h('input', { type: 'number', step: 1, 'aria-label': 'Largest disparity', change: set });
  function set() {
    const [from, to] = [low.valueAsNumber, high.valueAsNumber];
    if (Number.isInteger(from) && Number.isInteger(to) && to >= from) change({ settings: { ...current().settings, first: String(from), levels: String(to - from + 1) } });
  }
  const auto = h('button', { type: 'button', class: 'reset', 'aria-label': 'Estimate the range', title: 'Estimate it from the pair', click: () => {
    const { first: _, levels: __, ...settings } = current().settings;
    change({ settings });
  } }, '↺');
  const element = h('div', { class: 'option range', 'data-option': 'range' }, h('span', { class: 'name' }, 'range, pixels'), h('span', { class: 'pair' }, low, '…', high), auto);
  watch(({ settings }) => element.classList.toggle('changed', 'levels' in settings));
  return { element, show: (values) => {
    const from = Number(values['first']);
    low.value = String(from);
    high.value = String(from + Number(values['levels']) - 1);
  } };
}

export function controlsView(description: Description) {
  const fields = new Map(description.fields.map((field) => [field.name, field]));
  const controls = new Map<string, Control>();
  const control = (name: string) => {
    const made = controlOf(fields.get(name)!);
    controls.set(name, made);
    return made.element;
  };
  const preset = h('select', { 'aria-label': 'Preset', change: () => change({ settings: { preset: preset.value } }) },
    ...description.presets.map(({ name, help }) => h('option', { value: name, title: help }, name)));
  const presetHelp = h('p', { class: 'hint' });
  const range = rangeControl();
  const method = control('method');
  const important = first.map(control);
  const rest = description.fields.filter((field) => !first.includes(field.name) && !hidden.includes(field.name));
  const groups = [...new Set(rest.map((field) => field.group))].map((group) =>
    h('fieldset', { class: 'group' }, h('legend', {}, group), ...rest.filter((field) => field.group === group).map((field) => control(field.name))));
  const element = h('form', { class: 'controls', 'aria-label': 'Options', submit: (event) => event.preventDefault() },
    h('div', { class: 'option preset' }, h('label', {}, h('span', { class: 'name' }, 'preset'), preset)), presetHelp,
    method, ...important.slice(0, 2), range.element, ...important.slice(2),
    h('details', { class: 'more' }, h('summary', {}, 'All options'), ...groups));

  return {
    element,
    /** The values that are in force, and the range that was searched. */
    show(values: Values, lambda: number, searched: { first: number; levels: number }) {
      preset.value = current().settings['preset']!;
      presetHelp.textContent = description.presets.find(({ name }) => name === preset.value)?.help ?? '';
      for (const made of controls.values()) made.show(values, lambda);
      range.show({ first: String(searched.first), levels: String(searched.levels) }, 0);
      const used = [...values['method']!.split('+').map((part) => part.replace(/^.*\*/, '')), values['cost']!];
      for (const field of rest) {
        const owner = field.name.split('_')[0]!;
        controls.get(field.name)!.element.hidden = owners.includes(owner) && field.name.includes('_') && !used.includes(owner);
      }
      for (const group of groups) group.hidden = ![...group.querySelectorAll<HTMLElement>('.option')].some((one) => !one.hidden);
    },
  };
}
