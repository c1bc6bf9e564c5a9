// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { drawn, figure, open, option, place, settled } from './view.mjs';

/** What the page asks the server while something is done. */
async function asked(view, act) {
  const questions = [];
  const listen = (request) => { if (request.method() === 'POST' && request.url().includes('/api/match')) questions.push(request.postDataJSON()); };
  view.on('request', listen);
  await act();
  await settled(view);
  view.off('request', listen);
  return questions;
}

export const controlTests = {
  async 'a slider gives a coarse answer at once and the full one after'(view) {
    await open(view, '&other=truth');
    const before = { map: await drawn(view), bad: await figure(view) };
    const slider = option(view, 'lambda').getByRole('slider');
    const box = await slider.boundingBox();
    let coarse = 0;
    view.on('response', async (response) => {
      if (response.url().includes('/api/match') && response.ok() && response.request().postDataJSON().coarse) ++coarse;
    });
    const questions = await asked(view, async () => {
      await view.mouse.move(box.x + box.width * 0.5, box.y + box.height / 2);
      await view.mouse.down();
      for (let i = 0; i <= 12; ++i) {
        await view.mouse.move(box.x + box.width * (0.5 + 0.04 * i), box.y + box.height / 2);
        await view.waitForTimeout(25);
      }
      await view.mouse.up();
      await view.waitForTimeout(300);
    });
    assert.ok(coarse >= 1, 'a coarse answer while the slider moves');
    assert.equal(questions.at(-1).coarse, false);
    assert.ok(questions.filter((one) => !one.coarse).length <= questions.length / 2, 'few full matches');
    assert.equal(questions.at(-1).settings.lambda, (await view.evaluate(() => new URLSearchParams(location.hash.slice(1)).get('o.lambda'))));
    assert.notEqual(await drawn(view), before.map);
    assert.notEqual(await figure(view), before.bad, 'the score changes with it');
  },

  async 'every control is an option of the match'(view) {
    await open(view, '&other=truth');
    const choose = (name, value) => option(view, name).locator('select').first().selectOption(value);
    for (const [name, act, expected] of [
      ['cost', () => choose('cost', 'cen'), { cost: 'cen' }],
      ['method', () => option(view, 'method').getByLabel('Method', { exact: true }).selectOption('gf'), { method: 'gf' }],
      ['mixture', () => option(view, 'method').getByLabel('Second method of a mixture').selectOption('st'), { method: 'gf+st' }],
      ['weights', () => option(view, 'method').getByLabel('Share of the first method').fill('70'), { method: '0.7*gf+0.3*st' }],
      ['third', () => option(view, 'method').getByLabel('Third method of a mixture').selectOption('sgm'), { method: 'gf+st+sgm' }],
      ['weights of three', () => option(view, 'method').getByLabel('Share of the third method').fill('20'), { method: '0.4*gf+0.4*st+0.2*sgm' }],
      ['less', () => option(view, 'method').getByLabel('Third method of a mixture').selectOption(''), { method: 'gf+st' }],
      ['planes', () => choose('planes', 'auto'), { planes: 'auto' }],
      ['no planes', () => choose('planes', '0'), { planes: '0' }],
      ['scales', () => option(view, 'scales').getByRole('slider').fill('3'), { scales: '3' }],
      ['right', () => choose('right', 'full'), { right: 'full' }],
      ['refine', () => option(view, 'refine').getByLabel('median').check(), { refine: 'vote,speckle,median' }],
      ['fewer steps', () => option(view, 'refine').getByLabel('vote').uncheck(), { refine: 'speckle,median' }],
      ['no steps', async () => {
        await option(view, 'refine').getByLabel('speckle').uncheck();
        await option(view, 'refine').getByLabel('median').uncheck();
      }, { refine: 'none' }],
      ['fill', () => choose('fill', 'all'), { fill: 'all' }],
      ['range', async () => { await view.getByLabel('Largest disparity').fill('30'); await view.keyboard.press('Tab'); }, { first: '0', levels: '31' }],
    ]) {
      const questions = await asked(view, async () => {
        await act();
        await view.waitForTimeout(250);
      });
      const settings = questions.at(-1)?.settings ?? {};
      for (const [key, value] of Object.entries(expected)) assert.equal(settings[key], value, `${name}: ${JSON.stringify(settings)}`);
    }
    assert.match(await view.locator('.score').textContent(), /0 … 30/);
    assert.match(await view.locator('.score').textContent(), /3\s*scales/);
    assert.equal(await figure(view, ':nth-of-type(3)'), 0, 'everything is filled');
  },

  async 'a late answer leaves what was changed meanwhile'(view) {
    await open(view);
    await view.route('**/api/match', async (route) => {
      await new Promise((done) => { setTimeout(done, 400); });
      await route.continue();
    });
    const late = view.waitForResponse('**/api/match');
    await option(view, 'refine').getByLabel('vote').uncheck();
    await option(view, 'fill').locator('select').selectOption('all');
    await (await late).finished();
    for (let i = 0; i < 10; ++i) {
      assert.equal(await option(view, 'fill').locator('select').inputValue(), 'all');
      await view.waitForTimeout(20);
    }
    await settled(view);
    assert.ok(!(await option(view, 'refine').getByLabel('vote').isChecked()));
    await view.unroute('**/api/match');
  },

  async 'presets set options, which can be taken back'(view) {
    await open(view);
    await view.getByLabel('Preset').selectOption('quality');
    await view.waitForTimeout(250);
    await settled(view);
    assert.equal(await option(view, 'method').getByLabel('Second method of a mixture').inputValue(), 'nl');
    await option(view, 'scales').getByRole('slider').fill('2');
    await view.waitForTimeout(250);
    await settled(view);
    assert.match(await view.locator('.score').textContent(), /2\s*scales/);
    await view.getByLabel('Reset scales').click();
    await view.waitForTimeout(250);
    await settled(view);
    assert.match(await view.locator('.score').textContent(), /[45]\s*scales/);
    // The options of a method are shown while it aggregates.
    await view.getByText('All options').click();
    assert.ok(await option(view, 'gf_radius').isVisible());
    assert.ok(!(await option(view, 'bf_radius').isVisible()));
  },

  async 'a mistake is told in a sentence, and the page goes on'(view) {
    await open(view);
    await view.getByText('All options').click();
    const tolerance = option(view, 'cg_colour_weight').getByRole('textbox');
    await tolerance.fill('-3');
    await tolerance.press('Tab');
    await view.getByRole('alert').filter({ hasText: 'cg_colour_weight is -3: allowed is' }).first().waitFor();
    await view.getByLabel('Reset cg colour weight').click();
    await view.waitForTimeout(250);
    await settled(view);
    assert.equal(await view.locator('main > .error').textContent(), '');
  },

  async 'settings survive a reload'(view) {
    await open(view);
    await view.getByLabel('Preset').selectOption('balanced');
    await option(view, 'lambda').getByRole('slider').fill('700');
    await view.getByRole('radio', { name: 'Error' }).check();
    await view.getByRole('radio', { name: 'One map' }).check();
    await view.getByLabel('Errors count above').selectOption('2');
    const at = await place(view, 40, 50);
    await view.mouse.click(at.x, at.y);
    await view.getByRole('heading', { name: 'Pixel (40, 50)' }).waitFor();
    await settled(view);
    await view.mouse.move(5, 5);
    const lambda = await option(view, 'lambda').locator('output').textContent();
    const before = { map: await drawn(view), bad: await figure(view) };
    await view.reload();
    await settled(view);
    assert.equal(await view.getByLabel('Preset').inputValue(), 'balanced');
    assert.equal(await option(view, 'lambda').locator('output').textContent(), lambda);
    assert.ok(Number(lambda) > 5, lambda);
    assert.ok(await view.getByRole('radio', { name: 'Error' }).isChecked());
    assert.ok(await view.getByRole('radio', { name: 'One map' }).isChecked());
    assert.equal(await view.getByLabel('Errors count above').inputValue(), '2');
    assert.equal(await figure(view), before.bad);
    assert.equal(await drawn(view), before.map);
    await view.getByRole('heading', { name: 'Pixel (40, 50)' }).waitFor();
  },
};
