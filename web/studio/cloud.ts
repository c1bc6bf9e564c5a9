// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
//
// The map as coloured points in space.
import * as three from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { h } from '../shared/dom';
import type { Scene } from './api';
import { download } from './export';
import { number } from './layers';
import { plyOf, Points, pointsOf } from './points';
import type { Run } from './runs';

export function cloudView() {
  const canvas = h('canvas', { tabindex: 0, role: 'img', 'aria-label': 'Points in space. Drag to turn, wheel to come closer, press two points to measure.' });
  const size = h('input', { type: 'range', min: 1, max: 8, step: 0.5, value: 2, 'aria-label': 'Point size', input: () => { material.size = size.valueAsNumber * devicePixelRatio; draw(); } });
  const least = h('input', { type: 'range', min: 0, max: 1, step: 0.02, value: 0, 'aria-label': 'Least confidence', input: () => rebuild() });
  const leastOutput = h('output', {}, '0');
  const info = h('p', { class: 'hint', role: 'status' });
  const element = h('div', { class: 'space' }, canvas, h('div', { class: 'space-controls' },
    h('label', {}, 'point size', size), h('label', {}, 'least confidence', leastOutput, least),
    h('button', { type: 'button', click: () => look() }, 'From the camera'),
    h('button', { type: 'button', click: () => points && download('cloud.ply', new Blob([plyOf(points)], { type: 'application/octet-stream' })) }, 'Download PLY')), info);

  let renderer: three.WebGLRenderer | null = null;
  try {
    // Colours go to the screen as the image has them: three.js would take them for linear light, and brighten them.
    three.ColorManagement.enabled = false;
    renderer = new three.WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
    renderer.outputColorSpace = three.LinearSRGBColorSpace;
  } catch {
    info.textContent = 'This browser draws no points in space: WebGL is missing. The PLY can still be downloaded.';
  }
  const world = new three.Scene();
  const camera = new three.PerspectiveCamera(50, 1, 0.01, 1000);
  const controls = new OrbitControls(camera, canvas);
  const material = new three.PointsMaterial({ size: 2 * devicePixelRatio, sizeAttenuation: false, vertexColors: true });
  const cloud = new three.Points(new three.BufferGeometry(), material);
  const ends = new three.Line(new three.BufferGeometry(), new three.LineBasicMaterial({ color: 0xff3b30, depthTest: false }));
  world.add(cloud, ends);
  controls.addEventListener('change', draw);

  let points: Points | null = null;
  let source: { scene: Scene; run: Run; left: ImageData } | null = null;
  let chosen: number[] = [];

  function draw() {
    renderer?.render(world, camera);
  }

  /** From where the left image was taken. */
  function look() {
    if (!points) return;
    camera.position.set(0, 0, 0);
    camera.up.set(0, 1, 0);
    controls.target.set(0, 0, -points.middle);
    camera.near = points.middle / 100;
    camera.far = points.middle * 100;
    fit();
    controls.update();
    draw();
  }

  function fit() {
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (!width || !height) return;
    renderer?.setPixelRatio(devicePixelRatio);
    renderer?.setSize(width, height, false);
    camera.aspect = width / height;
    if (points) camera.fov = (Math.atan(points.halfHeight * Math.max(1, points.aspect / camera.aspect)) * 360) / Math.PI;
    camera.updateProjectionMatrix();
    draw();
  }

  function rebuild() {
    if (!source) return;
    leastOutput.textContent = least.value;
    points = pointsOf(source.scene, source.run, source.left, least.valueAsNumber);
    cloud.geometry.dispose();
    cloud.geometry = new three.BufferGeometry();
    cloud.geometry.setAttribute('position', new three.BufferAttribute(points.positions, 3));
    cloud.geometry.setAttribute('color', new three.BufferAttribute(points.colours, 3, true));
    chosen = [];
    tell();
    draw();
  }

  function tell() {
    if (!points || !source) return;
    const place = (index: number) => new three.Vector3().fromArray(points!.positions, 3 * index);
    ends.geometry.setFromPoints(chosen.map(place));
    const unit = source.scene.camera ? ' m' : ' baselines';
    const text = `${points.count.toLocaleString('en')} points. `;
    if (chosen.length === 2) info.textContent = `${text}Distance: ${number(place(chosen[0]!).distanceTo(place(chosen[1]!)), unit)}${source.scene.camera ? '' : ', with a field of view of 53°: give a calibration for metres'}.`;
    else info.textContent = text + (chosen.length === 1 ? 'Press a second point.' : 'Press two points to measure their distance.');
  }

  let pressed = { x: 0, y: 0 };
  canvas.addEventListener('pointerdown', (event) => { pressed = { x: event.clientX, y: event.clientY }; });
  canvas.addEventListener('pointerup', (event) => {
    if (!points || Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > 4) return;
    const box = canvas.getBoundingClientRect();
    const at = new three.Vector2(((event.clientX - box.left) / box.width) * 2 - 1, 1 - ((event.clientY - box.top) / box.height) * 2);
    // The nearest to the pointer on the screen: rays seldom meet points.
    let best = -1;
    let nearest = 0.03;
    const place = new three.Vector3();
    for (let i = 0; i < points.count; ++i) {
      place.fromArray(points.positions, 3 * i).project(camera);
      const distance = Math.hypot(place.x - at.x, place.y - at.y) + 1e-4 * place.z;
      if (distance < nearest && place.z < 1) [best, nearest] = [i, distance];
    }
    if (best < 0) return;
    chosen = chosen.length === 2 ? [best] : [...chosen, best];
    tell();
    draw();
  });
  new ResizeObserver(fit).observe(canvas);

  return {
    element,
    show(scene: Scene, run: Run, left: ImageData) {
      const other = source?.scene.id !== scene.id;
      source = { scene, run, left };
      rebuild();
      if (other) look();
    },
  };
}
