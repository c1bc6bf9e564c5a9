// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
//
// node browser.mjs NODE_MODULES TOOL SCREENSHOTS: does with csca studio what people do, in Chromium.
import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { launch, runner, settings } from '../../shared/test/chromium.mjs';
import { controlTests } from './controls_tests.mjs';
import { mapTests } from './map_tests.mjs';
import { pixelTests } from './pixel_tests.mjs';
import { restTests } from './rest_tests.mjs';
import { pairFolder, start } from './studio.mjs';

const [modules, tool, screenshots] = process.argv.slice(2).map((path) => resolve(path));
const browser = await launch(modules, ['--use-angle=swiftshader', '--enable-unsafe-swiftshader']);
const folder = pairFolder(tool, '--width', '360', '--height', '270', '--levels', '40');
const empty = await start(tool, []); // without a pair
const studio = await start(tool, [join(folder, 'left.png'), join(folder, 'right.png'), '--truth', join(folder, 'gt_left.pfm'), '--focal', '400', '--baseline', '0.2']);

/** A fresh page; anything it complains about or asks others for is an error. */
async function open(name) {
  const context = await browser.newContext({ ...settings[name], acceptDownloads: true });
  const view = await context.newPage();
  const complaints = [];
  view.on('pageerror', (error) => complaints.push(error.message));
  view.on('console', (message) => {
    // A request that a newer one replaced, and one that a test expects to be refused, are no faults of the page.
    if (message.type() === 'error' && !/status of (409|400|404)|ERR_FAILED/.test(message.text())) complaints.push(message.text());
  });
  view.on('request', (request) => { if (![studio, empty].some(({ address }) => request.url().startsWith(address)) && !/^(blob|data):/.test(request.url())) complaints.push(request.url()); });
  view.folder = folder;
  view.address = studio.address;
  return { view, complaints, close: () => context.close() };
}

const { run, failures } = runner(screenshots, open);
const only = process.env.CSCA_TEST ?? '';
for (const [name, test] of Object.entries({ ...controlTests, ...mapTests, ...pixelTests, ...restTests })) {
  if (name.includes(only)) await run('desktop', name, test);
}

/** Only tables and switches scroll sideways, never the page. */
async function narrow(view) {
  for (const hash of ['', '#scene=given&pixel=100,100']) {
    await view.goto(hash ? `${studio.address}${hash}` : empty.address);
    await view.locator(hash ? '.workspace[aria-busy=false]' : '.demo').first().waitFor();
    if (hash) await view.locator('.costs').waitFor();
    assert.ok(await view.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), `${hash || 'start'}: the page is wider than the phone`);
  }
  const map = view.locator('.map canvas');
  await map.scrollIntoViewIfNeeded();
  const box = await map.boundingBox();
  await view.touchscreen.tap(box.x + box.width * 0.6, box.y + box.height * 0.5);
  await view.waitForFunction(() => !location.hash.includes('pixel=100%2C100'));
}

if (!only) {
  await run('phone', 'fits and can be touched', narrow);
  const shots = { start: '', workspace: '#scene=room&pixel=228,150', lesson: '#scene=weak&o.preset=bare&o.method=box&o.cost=grd&lesson=1', space: '#scene=given&space=1' };
  for (const [setting, names] of [['desktop', Object.keys(shots)], ['dark', ['workspace']], ['phone', ['workspace']]]) {
    for (const name of names) {
      await run(setting, `is drawn: ${name}`, async (view) => {
        await view.goto(`${name === 'start' ? empty.address : studio.address}${shots[name]}`);
        await view.locator(name === 'start' ? '.demo img[src]' : '.workspace[aria-busy=false]').first().waitFor();
        if (name === 'workspace') await view.locator('.costs').waitFor();
        await view.waitForTimeout(500);
        await view.screenshot({ path: join(screenshots, `${name}-${setting}.png`), fullPage: name === 'start' });
        assert.equal(await view.evaluate(() => getComputedStyle(document.body).backgroundColor) === 'rgb(19, 20, 23)', setting === 'dark');
      });
    }
  }
}
await browser.close();
await Promise.all([studio.end(), empty.end()]);
process.exit(failures() === 0 ? 0 : 1);
