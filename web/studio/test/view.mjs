// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
//
// What tests of the page need again and again.

/** The workspace of a state, once its full match is there. */
export async function open(view, hash = '') {
  await view.goto('about:blank');
  await view.goto(`${view.address}#scene=given${hash}`);
  await settled(view);
}

export async function settled(view) {
  await view.locator('.workspace[aria-busy=false]').waitFor();
  await view.locator('.score[data-coarse="0"]').waitFor();
  await view.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Everything that is drawn on the map, as one text. */
export const drawn = (view) => view.locator('.map canvas').evaluate((canvas) => canvas.toDataURL());

export const figure = async (view, name = '.bad') => Number((await view.locator(`.figure${name} strong`).first().textContent()).replace(/[^\d.]/g, ''));

/** Colours on the map, counted in percent, named by a function of red, green and blue. */
export const shares = (view, from = 0, to = 1) => view.locator('.map canvas').evaluate((canvas, [left, right]) => {
  const x = Math.round(canvas.width * left);
  const data = canvas.getContext('2d').getImageData(x, 0, Math.round(canvas.width * right) - x, canvas.height).data;
  const found = {};
  for (let i = 0; i < data.length; i += 4) {
    if (data[i + 3] === 0) continue;
    const key = `${data[i]},${data[i + 1]},${data[i + 2]}`;
    found[key] = (found[key] ?? 0) + 100 / (data.length / 4);
  }
  return found;
}, [from, to]);

/** Where a pixel of the scene is on the screen. */
export async function place(view, x, y, size = { width: 360, height: 270 }) {
  const box = await view.locator('.map canvas').boundingBox();
  const zoom = Math.min(box.width / size.width, box.height / size.height);
  return { x: box.x + box.width / 2 + (x + 0.5 - size.width / 2) * zoom, y: box.y + box.height / 2 + (y + 0.5 - size.height / 2) * zoom };
}

/** The colour of a pixel of the scene on the map. */
export async function colourAt(view, x, y) {
  const at = await place(view, x, y);
  return view.locator('.map canvas').evaluate((canvas, point) => {
    const box = canvas.getBoundingClientRect();
    const scale = canvas.width / box.width;
    return [...canvas.getContext('2d').getImageData(Math.floor((point.x - box.x) * scale), Math.floor((point.y - box.y) * scale), 1, 1).data].slice(0, 3);
  }, at);
}

/** What the pointer reads out at a pixel. */
export async function readAt(view, x, y) {
  const at = await place(view, x, y);
  await view.mouse.move(at.x, at.y);
  await view.locator('.readout').filter({ hasText: `(${x}, ${y})` }).waitFor();
  return view.locator('.readout').textContent();
}

/** Every point of a plot, as the arrow keys read it out. */
export async function pointsOf(view, plot, count) {
  await plot.focus();
  const texts = [];
  for (let i = 0; i < count; ++i) {
    await view.keyboard.press('ArrowRight');
    texts.push(await plot.locator('.tip').textContent());
  }
  return texts;
}

export const option = (view, name) => view.locator(`.controls [data-option="${name}"]`);
