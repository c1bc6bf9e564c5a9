// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
//
// What can be taken away: the picture, and the settings in the two forms that the tool reads.
import { h } from '../shared/dom';
import type { Settings } from './api';

/** A word for a shell. */
const quoted = (word: string) => (/^[\w.,:*+/=-]+$/.test(word) && !word.includes('*') ? word : `'${word.replaceAll('\'', '\'\\\'\'')}'`);

export function commandLine(command: string, settings: Settings): string {
  const { preset, first, levels, ...rest } = settings;
  const words = [command, '-o disparity.pfm'];
  if (preset && preset !== 'default') words.push(`--preset ${preset}`);
  if (levels !== undefined) words.push(`--range ${first ?? 0}..${Number(first ?? 0) + Number(levels) - 1}`);
  for (const [name, value] of Object.entries(rest)) {
    const flag = name.replaceAll('_', '-');
    if (value === 'true') words.push(`--${flag}`);
    else if (value === 'false') words.push(`--no-${flag}`);
    else words.push(`--${flag} ${quoted(value)}`);
  }
  return words.join(' ');
}

export const configuration = (settings: Settings): string => `${JSON.stringify(settings, null, 2)}\n`;

export function download(name: string, blob: Blob) {
  const link = h('a', { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function copied(label: string, text: () => string): HTMLElement {
  const button = h('button', { type: 'button', click: () => {
    void navigator.clipboard?.writeText(text()).then(() => {
      button.textContent = 'Copied';
      setTimeout(() => { button.textContent = label; }, 1500);
    });
  } }, label);
  return button;
}

export function exportView(command: () => string, settings: () => Settings, picture: () => HTMLCanvasElement | null) {
  const line = h('pre', { class: 'command' });
  const json = h('pre', { class: 'json' });
  const element = h('section', { class: 'panel export', 'aria-label': 'Export' }, h('h3', {}, 'Take it away'),
    h('h4', {}, 'As a command'), line, copied('Copy the command', () => line.textContent!),
    h('h4', {}, 'As a configuration, for --config'), json, copied('Copy the JSON', () => json.textContent!),
    h('button', { type: 'button', click: () => download('csca.json', new Blob([configuration(settings())], { type: 'application/json' })) }, 'Download csca.json'),
    h('h4', {}, 'The picture'),
    h('button', { type: 'button', click: () => picture()?.toBlob((blob) => blob && download('disparity.png', blob)) }, 'Download disparity.png'),
    h('p', { class: 'hint' }, 'The address of this page holds all settings too: it can be kept or sent.'));
  return {
    element,
    draw() {
      line.textContent = commandLine(command(), settings());
      json.textContent = configuration(settings());
    },
  };
}
