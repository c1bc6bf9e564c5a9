// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
//
// What there is before a pair is chosen: demo pairs, and an upload.
import { h } from '../shared/dom';
import { Description, imageOf, upload } from './api';
import { startLessons } from './lessons';
import { change, initial } from './state';

const open = (scene: string) => change({ ...initial, scene });

function card(id: string, title: string, help: string): HTMLElement {
  const picture = h('img', { alt: '', width: 480, height: 360 });
  void imageOf(id, 'left').then((blob) => { picture.src = URL.createObjectURL(blob); }).catch(() => {});
  return h('button', { type: 'button', class: 'demo', click: () => open(id) }, picture, h('strong', {}, title), h('span', {}, help));
}

function fileInput(label: string, accept: string): { element: HTMLElement; file: () => File | undefined } {
  const input = h('input', { type: 'file', accept });
  return { element: h('label', { class: 'file' }, h('span', {}, label), input), file: () => input.files?.[0] };
}

function uploadForm(): HTMLElement {
  const images = '.png,.jpg,.jpeg,.tif,.tiff,.ppm,.pgm,.pfm';
  const left = fileInput('Left image', images);
  const right = fileInput('Right image', images);
  const truth = fileInput('Truth, if there is one', '.pfm,.png,.pgm,.tif,.tiff,.npy');
  const scale = h('input', { type: 'text', inputmode: 'decimal', placeholder: '256 for KITTI, 4 for Teddy' });
  const message = h('p', { class: 'error', role: 'alert' });
  const button = h('button', { type: 'submit', class: 'primary' }, 'Open the pair');
  async function send(event: Event) {
    event.preventDefault();
    message.textContent = '';
    const [one, two] = [left.file(), right.file()];
    if (!one || !two) {
      message.textContent = 'Choose a left and a right image first.';
      return;
    }
    button.disabled = true;
    try {
      open((await upload(one, two, truth.file(), scale.value.trim())).id);
    } catch (error) {
      message.textContent = (error as Error).message;
    } finally {
      button.disabled = false;
    }
  }
  return h('form', { class: 'card upload', submit: (event) => void send(event) },
    h('h3', {}, 'A pair of your own'),
    h('p', { class: 'note' }, 'Rectified images of the same size: PNG, JPEG, TIFF, PNM or PFM. They stay in the memory of the program that you started.'),
    left.element, right.element, truth.element, h('label', { class: 'file' }, h('span', {}, 'Scale of whole numbers in the truth'), scale), message, button);
}

export function startView(description: Description): HTMLElement {
  const others = description.scenes.filter((scene) => !description.demos.some((demo) => demo.id === scene.id));
  return h('main', { class: 'start' },
    h('h1', {}, 'See why a pixel got its disparity'),
    h('p', { class: 'lead' }, 'Match a rectified pair while you move its options, look into the costs of each pixel, and compare one scale with all of them.'),
    h('p', {}, h('button', { type: 'button', class: 'primary', click: () => startLessons() }, 'Begin with a lesson in five steps')),
    h('h2', {}, 'Pairs'),
    h('div', { class: 'demos' }, ...others.map((scene) => card(scene.id, scene.title, `${scene.width} × ${scene.height} pixels`)),
      ...description.demos.map(({ id, title, help }) => card(id, title, help))),
    uploadForm());
}
