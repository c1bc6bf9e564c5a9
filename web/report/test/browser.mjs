// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
//
// node browser.mjs NODE_MODULES PAGE SCREENSHOTS: does with a page made by report_sample what people do, in Chromium.
// Says "skipped" where there is no Chromium. Looks at the page from outside: what is seen, pressed and read.
import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launch, runner, settings } from '../../shared/test/chromium.mjs';

const [modules, page, screenshots] = process.argv.slice(2).map((path) => resolve(path));
const browser = await launch(modules);

/** A fresh page; anything it complains about or asks the outside for is an error. */
async function open(name) {
  const context = await browser.newContext(settings[name]);
  const view = await context.newPage();
  const complaints = [];
  view.on('pageerror', (error) => complaints.push(error.message));
  view.on('console', (message) => { if (message.type() === 'error') complaints.push(message.text()); });
  view.on('request', (request) => { if (!/^(file|blob|data):/.test(request.url())) complaints.push(request.url()); });
  await view.goto(pathToFileURL(page).href);
  await view.locator('.stage[aria-busy=false]').waitFor();
  return { view, complaints, close: () => context.close() };
}

const texts = (locator) => locator.evaluateAll((all) => all.map((one) => one.textContent));
const shown = (locator) => locator.locator('visible=true');
const numbers = (list) => list.map((text) => (text === '–' ? null : Number(text.replace('−', '-'))));

const tests = {
  async 'data stay data'(view) {
    assert.match(await view.locator('h1').textContent(), /<\/script><script>window.broken = true/);
    assert.equal(await view.evaluate(() => window.broken), undefined);
    assert.match(await view.locator('.missing').first().textContent(), /<b>nobody<\/b>/);
  },

  async 'the legend of pictures has numbers'(view) {
    const legend = view.locator('.viewer .ramps').first();
    assert.match(await legend.textContent(), /far 0\.0 px.*near 39\.0 px.*unknown/);
    await view.locator('.viewer').first().getByLabel('Errors').check();
    assert.match(await legend.textContent(), /Bad pixels > 1 px/);
  },

  async 'tables show what was not measured as a dash'(view) {
    const row = view.locator('#tables tbody tr', { hasText: 'BF' });
    assert.deepEqual(await texts(row.locator('td')), ['–', '12.00', '–']);
    assert.deepEqual(await texts(view.locator('#tables tbody tr', { hasText: 'BOX' }).locator('td')), ['14.90', '15.45', '−0.55']);
    // A mean stays below, however the rest is sorted.
    await view.locator('#tables thead button').nth(1).click();
    assert.deepEqual(await texts(view.locator('#tables tr th:first-child')), ['Method', 'GF', 'NL', 'BOX', 'BF', 'mean']);
  },

  async 'headers sort by mouse and keyboard'(view) {
    const table = view.locator('#panel-0 .scenes table');
    const header = table.locator('thead th').nth(1);
    const column = async () => numbers(await texts(table.locator('tbody td:nth-child(2)')));
    const before = await column();
    const up = [...before].sort((a, b) => a - b);
    await header.locator('button').click();
    assert.equal(await header.getAttribute('aria-sort'), 'ascending');
    assert.deepEqual(await column(), up);
    await header.locator('button').press('Enter');
    assert.equal(await header.getAttribute('aria-sort'), 'descending');
    assert.deepEqual(await column(), [...up].reverse());
    await header.locator('button').press('Space');
    assert.equal(await header.getAttribute('aria-sort'), 'none');
    assert.deepEqual(await column(), before);
    // What was not measured is last in either direction.
    const peer = table.locator('thead th').last();
    for (const order of ['ascending', 'descending']) {
      await peer.locator('button').click();
      assert.equal(await peer.getAttribute('aria-sort'), order);
      assert.equal((await texts(table.locator('tbody td:last-child'))).at(-1), '–');
    }
    // By name too.
    await table.locator('thead button').first().click();
    await table.locator('thead button').first().click();
    assert.match((await texts(table.locator('tbody th')))[0], /room3/);
  },

  async 'the best of a row is bold'(view) {
    for (const row of await view.locator('#panel-0 .scenes tbody tr').all()) {
      const values = numbers(await texts(row.locator('td'))).filter((value) => value !== null);
      assert.equal(Number(await row.locator('td.best').first().textContent()), Math.min(...values));
    }
  },

  async 'the measure can be changed'(view) {
    const cell = view.locator('#panel-0 .scenes tbody td').first();
    const bad = await cell.textContent();
    await view.locator('#panel-0 .scenes').getByLabel('Average error').check();
    assert.notEqual(await cell.textContent(), bad);
  },

  async 'pressing a value shows it, and arrow keys go from value to value'(view) {
    const rows = view.locator('#panel-0 .scenes tbody tr');
    await rows.nth(1).locator('td button').nth(3).click();
    await view.locator('.stage[aria-busy=false]').waitFor();
    assert.equal(await view.getByLabel('Scene', { exact: true }).inputValue(), '1');
    assert.match(await view.locator('.tag.a').textContent(), /^GF /);
    assert.match(await view.locator('.tag.b').textContent(), /^S\+GF /);
    const current = await rows.locator('td').evaluateAll((all) => all.flatMap((one, index) => (one.hasAttribute('aria-current') ? [index] : [])));
    assert.deepEqual(current, [9 + 2, 9 + 3]);
    await view.keyboard.press('ArrowDown');
    await view.keyboard.press('ArrowLeft');
    await view.keyboard.press('Enter');
    assert.equal(await view.getByLabel('Scene', { exact: true }).inputValue(), '2');
    // One stop for the tabulator key, however many values there are.
    assert.equal(await view.locator('#panel-0 .scenes tbody button[tabindex="0"]').count(), 1);
  },

  async 'the slider goes from plain to across scales'(view) {
    const stage = view.locator('.stage');
    const slider = stage.getByRole('slider');
    await stage.scrollIntoViewIfNeeded();
    const box = await stage.boundingBox();
    // What is under the middle of the left and the right half, apart from names and the slider itself.
    const half = async (from) => (await view.screenshot({
      clip: { x: box.x + box.width * from, y: box.y + box.height * 0.3, width: box.width * 0.15, height: box.height * 0.4 } })).toString('base64');
    const drag = async (to) => {
      await view.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.8);
      await view.mouse.down();
      await view.mouse.move(box.x + box.width * to, box.y + box.height * 0.8, { steps: 4 });
      await view.mouse.up();
    };
    const middle = { left: await half(0.2), right: await half(0.65) };
    await drag(0.05);
    assert.ok(Math.abs(Number(await slider.inputValue()) - 5) <= 1, await slider.inputValue());
    const across = { left: await half(0.2), right: await half(0.65) };
    assert.notEqual(across.left, middle.left, 'the left half now shows the other map');
    assert.equal(across.right, middle.right);
    await drag(0.95);
    const plain = { left: await half(0.2), right: await half(0.65) };
    assert.equal(plain.left, middle.left);
    assert.notEqual(plain.right, middle.right);
    const at = Number(await slider.inputValue());
    await slider.focus();
    await view.keyboard.press('ArrowLeft');
    assert.ok(Number(await slider.inputValue()) < at);
    await view.keyboard.press('Home');
    assert.equal(await half(0.2), across.left);
    assert.match(await slider.getAttribute('aria-valuetext'), /BOX/);
    // Any two, the truth among them.
    await view.getByLabel('Right of the slider').selectOption('Ground truth');
    await view.locator('.stage[aria-busy=false]').waitFor();
    assert.notEqual(await half(0.2), across.left);
  },

  async 'errors are red, the colours are the map\'s, the left image is itself'(view) {
    const pixels = () => view.locator('.stage canvas.a').evaluate((canvas) => {
      const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
      const found = { red: 0, grey: 0, colour: 0 };
      for (let i = 0; i < data.length; i += 4) {
        const [r, g, b] = data.subarray(i, i + 3);
        found[r === 230 && g === 25 && b === 30 ? 'red' : r === g && g === b ? 'grey' : 'colour'] += 100 / (data.length / 4);
      }
      return found;
    });
    const map = await view.evaluate(() => JSON.parse(document.getElementById('data').textContent).colour_map.map(String));
    const colours = await view.locator('.stage canvas.a').evaluate((canvas) => {
      const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
      const found = new Set();
      for (let i = 0; i < data.length; i += 4) found.add(String([...data.subarray(i, i + 3)]));
      return [...found];
    });
    assert.ok(colours.length > 10);
    assert.deepEqual(colours.filter((colour) => !map.includes(colour)), []);
    await view.locator('.viewer').getByLabel('Errors').check();
    await view.locator('.stage[aria-busy=false]').waitFor();
    const errors = await pixels();
    assert.equal(errors.colour, 0);
    const bad = parseFloat((await view.locator('.tag.a').textContent()).split(/\s+/)[1]);
    // The score counts visible pixels only, the picture has them all.
    assert.ok(errors.red > bad * 0.7 && errors.red <= bad, `${errors.red} % red of ${bad} %`);
    await view.locator('.viewer').getByLabel('Left image').check();
    await view.locator('.stage[aria-busy=false]').waitFor();
    const left = await pixels();
    assert.ok(left.red === 0 && left.colour > 50);
  },

  async 'a missing picture is said to be missing'(view) {
    await view.getByLabel('Left of the slider').selectOption('Peer');
    await view.locator('.blank.a', { hasText: 'No picture of Peer' }).waitFor();
  },

  async 'plots tell their points to mouse and keyboard'(view) {
    for (const [place, expected] of [['#panel-0 .plot', /BOX: [\d.]+ %, [\d.]+ s/], ['#lambda .plot', /S\+BOX, λ = 0: [\d.]+ %/], ['#scales .plot', /BOX, 1 scale: [\d.]+ %/]]) {
      const plot = view.locator(place);
      await plot.scrollIntoViewIfNeeded();
      const tip = plot.getByRole('status');
      await plot.focus();
      await view.keyboard.press('ArrowRight');
      const text = await tip.textContent();
      assert.match(text, expected);
      const at = await plot.evaluate((host) => {
        const tip = host.querySelector('.tip');
        const box = host.getBoundingClientRect();
        return { x: box.x + parseFloat(tip.style.left), y: box.y + parseFloat(tip.style.top) };
      });
      await view.keyboard.press('Escape');
      assert.equal(await tip.isVisible(), false);
      await view.mouse.move(at.x + 3, at.y + 2);
      assert.equal(await tip.textContent(), text);
      assert.ok(await tip.isVisible());
      await view.mouse.move(at.x, at.y + 1000);
    }
  },

  async 'plots are drawn, and a curve can be hidden'(view) {
    const plot = view.locator('#lambda .plot');
    const draw = () => plot.locator('canvas').evaluate((canvas) => canvas.toDataURL());
    const count = (colour) => plot.locator('canvas').evaluate((canvas, colour) => {
      const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
      let found = 0;
      for (let i = 0; i < data.length; i += 4) if (`${data[i]},${data[i + 1]},${data[i + 2]}` === colour && data[i + 3] === 255) ++found;
      return found;
    }, colour);
    const blue = '37,99,201';
    assert.ok(await count(blue) > 200);
    const before = await draw();
    const button = view.locator('#lambda .legend button', { hasText: 'S+BOX' });
    await button.click();
    assert.equal(await button.getAttribute('aria-pressed'), 'false');
    assert.equal(await count(blue), 0);
    await button.click();
    await view.mouse.move(0, 0);
    assert.equal(await draw(), before);
    // Dusk falls, and the window becomes narrow.
    await view.emulateMedia({ colorScheme: 'dark' });
    await view.waitForFunction((before) => document.querySelector('#lambda .plot canvas').toDataURL() !== before, before);
    assert.equal(await count(blue), 0);
    assert.ok(await count('127,169,255') > 200);
    await view.setViewportSize({ width: 500, height: 900 });
    await view.waitForFunction(() => document.querySelector('#lambda .plot canvas').clientWidth < 500);
  },

  async 'hundreds of scenes open at once'(view) {
    await view.getByRole('tab', { name: 'Two hundred' }).click();
    assert.equal(await view.locator('#panel-1 tbody tr').count(), 200);
    assert.equal(await shown(view.locator('.stage')).count(), 0);
    const start = Date.now();
    await view.locator('#panel-1 thead button').nth(2).click();
    const values = numbers(await texts(view.locator('#panel-1 tbody td:nth-child(3)')));
    assert.ok(Date.now() - start < 2000);
    assert.deepEqual(values, [...values].sort((a, b) => a - b));
    await view.getByRole('tab', { name: 'Two hundred' }).press('ArrowLeft');
    assert.equal(await view.locator('#panel-0').isVisible(), true);
  },

  async 'every control has a name, every number its header'(view) {
    const nameless = await view.evaluate(() => [...document.querySelectorAll('button, select, input, [tabindex="0"]')]
      .filter((one) => !one.textContent.trim() && !one.getAttribute('aria-label') && !one.closest('label')?.textContent.trim())
      .map((one) => one.outerHTML));
    assert.deepEqual(nameless, []);
    assert.equal(await view.locator('thead th:not([scope=col]), tbody th:not([scope=row])').count(), 0);
    assert.equal(await view.locator('html[lang]').count(), 1);
    assert.equal(await view.locator('h1').count(), 1);
  },
};

/** Only tables scroll sideways, never the page; fingers reach what they press. */
async function narrow(view) {
  assert.ok(await view.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), 'the page is wider than the phone');
  const stage = view.locator('.stage');
  await stage.scrollIntoViewIfNeeded();
  const box = await stage.boundingBox();
  await view.touchscreen.tap(box.x + box.width * 0.25, box.y + box.height * 0.5);
  assert.ok(Math.abs(Number(await stage.getByRole('slider').inputValue()) - 25) <= 2);
}

const { run, failures } = runner(screenshots, open);
for (const [name, test] of Object.entries(tests)) await run('desktop', name, test);
await run('phone', 'fits and can be touched', narrow);
for (const setting of Object.keys(settings)) {
  await run(setting, 'is drawn', async (view) => {
    await view.screenshot({ path: join(screenshots, `${setting}.png`), fullPage: true });
    const dark = await view.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.equal(dark === 'rgb(19, 20, 23)', setting === 'dark');
  });
}
await browser.close();
process.exit(failures() === 0 ? 0 : 1);
