// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
import { h } from '../shared/dom';
import { describe, Description } from './api';
import { ramps } from './colours';
import { startView } from './start';
import { change, current, watch } from './state';
import { workspaceView } from './workspace';

const page = document.getElementById('page')!;

function begin(description: Description) {
  ramps['csca'] = description.colour_map;
  const given = description.scenes.find((scene) => scene.id === 'given');
  if (given && !current().scene) change({ scene: given.id });
  let workspace: HTMLElement | null = null;
  let shown: boolean | null = null;
  const show = () => {
    const wanted = current().scene !== '';
    if (wanted === shown) return;
    shown = wanted;
    if (wanted) page.replaceChildren(workspace ??= workspaceView(description));
    else page.replaceChildren(startView(description));
  };
  watch(show);
  show();
}

describe().then(begin).catch((error: Error) => {
  page.replaceChildren(h('main', { class: 'start' }, h('h1', {}, 'csca studio'), h('p', { class: 'error', role: 'alert' }, error.message)));
});
