// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { colourAt, drawn, figure, open, place, readAt, settled, shares } from './view.mjs';

const layer = async (view, name) => {
  await view.getByRole('radio', { name, exact: true }).check();
  await settled(view);
};
const legend = (view) => view.locator('.legend-bar').textContent();

export const mapTests = {
  async 'the divider goes between one scale and all of them'(view) {
    await open(view, '&o.preset=bare&o.cost=grd');
    await view.locator('.workspace[data-plain=ready]').waitFor();
    const handle = view.getByRole('slider', { name: 'Divider' });
    const half = async (from) => JSON.stringify(await shares(view, from, from + 0.2));
    const middle = { left: await half(0.25), right: await half(0.6) };
    const box = await handle.boundingBox();
    const map = await view.locator('.map canvas').boundingBox();
    const drag = async (to) => {
      const at = await handle.boundingBox();
      await view.mouse.move(at.x + at.width / 2, at.y + box.height * 0.8);
      await view.mouse.down();
      await view.mouse.move(map.x + map.width * to, at.y + box.height * 0.8, { steps: 4 });
      await view.mouse.up();
      await settled(view);
    };
    await drag(0.05);
    assert.ok(Math.abs(Number(await handle.getAttribute('aria-valuenow')) - 5) <= 1);
    assert.notEqual(await half(0.25), middle.left, 'the left half now shows the other map');
    assert.equal(await half(0.6), middle.right);
    await drag(0.95);
    assert.notEqual(await half(0.6), middle.right);
    await handle.focus();
    await view.keyboard.press('Home');
    assert.equal(await handle.getAttribute('aria-valuenow'), '0');
    assert.match(await handle.getAttribute('aria-valuetext'), /^box, grd .* S\+box, grd$/);
    await view.getByRole('radio', { name: 'Side by side' }).check();
    await settled(view);
    const beside = { left: JSON.stringify(await shares(view, 0, 0.5)), right: JSON.stringify(await shares(view, 0.5, 1)) };
    assert.notEqual(beside.left, beside.right);
    await view.getByLabel('Compared with').selectOption('truth');
    await settled(view);
    assert.notEqual(JSON.stringify(await shares(view, 0, 0.5)), beside.left, 'the other map is on the left');
    assert.equal(JSON.stringify(await shares(view, 0.5, 1)), beside.right);
    assert.ok(!(await handle.isVisible()));
    await view.getByRole('radio', { name: 'One map' }).check();
    await settled(view);
    assert.ok(!(await view.locator('.tag.a').isVisible()));
  },

  async 'planes that compete have a layer'(view) {
    await open(view, '&mode=single&layer=planes');
    assert.match(await legend(view), /No planes competed/);
    await view.locator('.controls [data-option="planes"] select').selectOption('4');
    await view.waitForTimeout(250);
    await settled(view);
    assert.match(await legend(view), /a level of the range.*plane \d/);
    const [colour, share] = Object.entries(await shares(view)).sort((a, b) => b[1] - a[1])[0];
    assert.ok(share < 100, `more than one colour is on the map: ${colour}`);
    await view.mouse.move(0, 0);
    const box = await view.locator('.map canvas').boundingBox();
    const texts = [];
    for (let i = 1; i < 12; ++i) {
      await view.mouse.move(box.x + (box.width * i) / 12, box.y + box.height * 0.8);
      texts.push(await view.locator('.readout').textContent());
    }
    assert.ok(texts.some((text) => /on plane \d/.test(text)), texts.join('\n'));
  },

  async 'layers have legends in numbers, and colours that mean them'(view) {
    await open(view, '&mode=single');
    assert.match(await legend(view), /0\.\d+ px.*\d+\.\d px.*unknown/);
    const disparity = await drawn(view);
    const grey = Object.keys(await shares(view)).filter((key) => new Set(key.split(',')).size === 1);
    assert.ok(grey.includes('128,128,128'), 'unknown pixels are grey');
    await view.getByLabel('Colours').selectOption('grey');
    await settled(view);
    assert.notEqual(await drawn(view), disparity);
    assert.ok(Object.keys(await shares(view)).every((key) => new Set(key.split(',')).size === 1), 'grey is grey');
    await layer(view, 'Depth');
    assert.match(await legend(view), /\d m/);
    await layer(view, 'Confidence');
    assert.match(await legend(view), /0\.00.*0\.50.*1\.00/);
    await layer(view, 'Validity');
    assert.match(await legend(view), /matched.*occluded.*mismatched/);
    const reasons = await shares(view);
    assert.ok(reasons['60,110,200'] > 0.3 && reasons['228,236,228'] > 20, 'occluded and matched pixels');
    await layer(view, 'Left image');
    assert.ok(Object.keys(await shares(view)).length > 1000);
  },

  async 'colours are the values that are read out'(view) {
    await open(view, '&mode=single&ramp=grey&other=truth');
    const places = [[60, 230], [300, 230], [210, 200], [40, 100], [100, 150], [180, 240], [150, 60]];
    const names = { Disparity: /disparity ([\d.]+) px/, Depth: /depth ([\d.]+) m/, Confidence: /confidence ([\d.]+)/ };
    for (const [name, pattern] of Object.entries(names)) {
      await layer(view, name);
      // The ramp goes from 20 to 250; far is dark.
      const ends = (await view.locator('.ticks span').allTextContents()).map((text) => parseFloat(text));
      for (const [x, y] of places) {
        const value = Number(pattern.exec(await readAt(view, x, y))[1]);
        const share = Math.max(0, Math.min(1, (value - ends[0]) / (ends[2] - ends[0])));
        const [grey] = await colourAt(view, x, y);
        assert.ok(Math.abs(grey - (20 + 230 * share)) < 5, `${name} ${value} in ${ends} is ${grey}`);
      }
    }
    // Above the other map is orange, below it is blue.
    await layer(view, 'Difference');
    let signs = 0;
    for (let x = 15; x < 360; x += 15) {
      const [, disparity, other] = /disparity (\S+) px.* Truth (\S+) px/.exec(await readAt(view, x, 140));
      const difference = Number(disparity) - Number(other);
      if (!(Math.abs(difference) > 0.5)) continue;
      const [red, , blue] = await colourAt(view, x, 140);
      assert.equal(red > blue, difference > 0, `${difference} px at ${x}: ${red}, ${blue}`);
      ++signs;
    }
    assert.ok(signs > 0);
  },

  async 'errors are those of the score'(view) {
    // Without unknown pixels, and with the worst colour for all that is four times too far.
    await open(view, '&mode=single&layer=error&o.preset=dense');
    const worst = (await shares(view))['110,0,30'] ?? 0;
    const all = Object.values(await shares(view)).reduce((sum, one) => sum + one, 0);
    assert.ok(worst > 0.1 && (100 * worst) / all < await figure(view), `${worst} of ${all}`);
    const strict = await figure(view);
    await view.getByLabel('Errors count above').selectOption('4');
    await view.waitForTimeout(100);
    await settled(view);
    assert.ok(await figure(view) < strict, 'a larger threshold, fewer errors');
  },

  async 'differences of two runs, and of the truth'(view) {
    await open(view, '&layer=difference&o.preset=bare');
    await view.locator('.workspace[data-plain=ready]').waitFor();
    await settled(view);
    assert.match(await legend(view), /−4\.00 px.*0\.00 px.*4\.00 px/);
    const both = await shares(view);
    assert.ok(both['30,80,190'] > 0.05 && both['200,70,15'] > 0.05, 'there are both signs');
    const pale = Object.entries(both).filter(([key]) => key.split(',').every((one) => Number(one) > 225)).reduce((sum, [, one]) => sum + one, 0);
    assert.ok(pale > 30, 'most pixels are the same');
    const map = await drawn(view);
    await view.getByLabel('Compared with').selectOption('truth');
    await settled(view);
    assert.notEqual(await drawn(view), map);
  },

  async 'wheel, drag and keys go to single pixels, whose values are written'(view) {
    await open(view, '&mode=single');
    const all = await drawn(view);
    const at = await place(view, 180, 135);
    await view.mouse.move(at.x, at.y);
    for (let i = 0; i < 12; ++i) await view.mouse.wheel(0, -200);
    await settled(view);
    const close = await drawn(view);
    assert.notEqual(close, all);
    assert.match(await view.locator('.readout').textContent(), /\(18\d, 13\d\)|\(17\d, 13\d\)/);
    // Letters are white and black, which no colour of the map is.
    assert.ok(((await shares(view))['255,255,255'] ?? 0) > 0.2, 'values are written into pixels');
    await view.mouse.down();
    await view.mouse.move(at.x + 150, at.y + 40, { steps: 5 });
    await view.mouse.up();
    await settled(view);
    assert.notEqual(await drawn(view), close);
    assert.ok(!(await view.evaluate(() => location.hash.includes('pixel='))), 'a drag chooses no pixel');
    await view.locator('.map canvas').focus();
    await view.keyboard.press('0');
    await settled(view);
    await view.mouse.move(5, 5);
    await view.locator('.map canvas').blur();
    await settled(view);
    assert.equal(await drawn(view), all);
  },

  async 'the pointer reads out values'(view) {
    await open(view, '&other=truth');
    const at = await place(view, 100, 200);
    await view.mouse.move(at.x, at.y);
    const text = await view.locator('.readout').textContent();
    assert.match(text, /^\(100, 200\) · disparity [\d.–]+ px · depth [\d.–]+ m · confidence [\d.]+ · truth [\d.]+ px · error/);
    const [, disparity, depth, truth, error] = /disparity ([\d.]+) px · depth ([\d.]+) m .* truth ([\d.]+) px · error ([+−][\d.]+|0\.00) px/.exec(text);
    assert.ok(Math.abs((400 * 0.2) / (Number(disparity) + 1.5) - Number(depth)) < 0.05, text);
    assert.ok(Math.abs(Number(disparity) - Number(truth) - Number(error.replace('−', '-'))) < 0.02, text);
  },
};
