// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
//
// What people do with csca studio, in Chromium, all of it or what has a word in its name.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { launch, runner, settings } from '../../shared/test/chromium.mjs';
import { controlTests } from './controls_tests.mjs';
import { mapTests } from './map_tests.mjs';
import { pixelTests } from './pixel_tests.mjs';
import { restTests } from './rest_tests.mjs';
import { pairFolder, start } from './studio.mjs';

/** A browser, and two running studios: one with a pair, one without. */
export async function prepare(modules, tool, screenshots) {
  const browser = await launch(modules, ['--use-angle=swiftshader', '--enable-unsafe-swiftshader']);
  const folder = pairFolder(tool, '--width', '360', '--height', '270', '--levels', '40');
  const empty = await start(tool, []); // without a pair
  const studio = await start(tool, [join(folder, 'left.png'), join(folder, 'right.png'), '--truth', join(folder, 'gt_left.pfm'), '--focal', '400', '--baseline', '0.2', '--doffs', '1.5', '--principal-point', '176,137']);

  let page = '';

  /** A fresh page; anything it complains about or asks others for is an error. */
  async function open(name) {
    const context = await browser.newContext({ ...settings[name], acceptDownloads: true });
    const view = await context.newPage();
    if (page) {
      view.setDefaultTimeout(15_000); // a broken page is waited for in vain
      await view.route((url) => url.pathname === '/', async (route) => route.fulfill({ response: await route.fetch(), body: page }));
    }
    const complaints = [];
    view.on('pageerror', (error) => complaints.push(error.message));
    view.on('console', (message) => {
      // A request that a newer one replaced, and one that a test expects to be refused, are no faults of the page.
      if (message.type() === 'error' && !/status of (409|401|400|404)|ERR_FAILED/.test(message.text())) complaints.push(message.text());
    });
    view.on('request', (request) => { if (!view.own.some((address) => request.url().startsWith(address)) && !/^(blob|data):/.test(request.url())) complaints.push(request.url()); });
    view.own = [studio.address, empty.address];
    view.folder = folder;
    view.address = studio.address;
    return { view, complaints, close: () => context.close() };
  }

  const { run, failures } = runner(screenshots, open);

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

  /** Map and settings are in sight together, and nothing is cut off sideways. */
  async function small(view) {
    await view.goto(`${studio.address}#scene=given&pixel=100,100`);
    await view.locator('.costs').waitFor();
    assert.ok(await view.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), 'the page is wider than the laptop');
    for (const part of ['.map', '.score', '.legend-bar', '.controls [data-option=lambda]', '.pixel .plot >> nth=0']) {
      const box = await view.locator(part).boundingBox();
      assert.ok(box.y >= 0 && box.y + box.height <= 640 && box.x >= 0 && box.x + box.width <= 1280, `${part} is in sight: ${JSON.stringify(box)}`);
    }
  }

  /** The address that was printed opens the page and all that it asks for; another one says what is missing. */
  async function token(view) {
    const open = await start(tool, [join(folder, 'left.png'), join(folder, 'right.png'), '--host', '0.0.0.0']);
    view.own.push(`http://127.0.0.1:${open.port}/`);
    await view.goto(`http://127.0.0.1:${open.port}/?token=${open.token}#scene=given&pixel=100,100&mode=single&other=truth`);
    await view.locator('.workspace[aria-busy=false]').waitFor();
    await view.locator('.costs').waitFor();
    await view.goto('about:blank');
    await view.goto(`http://127.0.0.1:${open.port}/?token=${'0'.repeat(32)}`);
    await view.getByText('the token is missing or wrong: open the address that csca studio printed').waitFor();
    await open.end();
  }

  async function tests(only) {
    let count = 0;
    const runNamed = async (setting, name, test) => {
      if (!name.includes(only)) return;
      ++count;
      await run(setting, name, test);
    };
    for (const [name, test] of Object.entries({ ...controlTests, ...mapTests, ...pixelTests, ...restTests })) await runNamed('desktop', name, test);
    await runNamed('phone', 'fits and can be touched', narrow);
    await runNamed('laptop', 'a small laptop shows map, settings and costs', small);
    await runNamed('desktop', 'others need the address with its token', token);
    const shots = { start: '', workspace: '#scene=room&pixel=228,150', lesson: '#scene=weak&o.preset=bare&o.method=box&o.cost=grd&lesson=1', space: '#scene=given&space=1' };
    for (const [setting, names] of [['desktop', Object.keys(shots)], ['dark', ['workspace']], ['laptop', ['workspace']], ['phone', ['workspace']]]) {
      for (const name of names) {
        await runNamed(setting, `is drawn: ${name}, ${setting}`, async (view) => {
          await view.goto(`${name === 'start' ? empty.address : studio.address}${shots[name]}`);
          await view.locator(name === 'start' ? '.demos:not(:has(img:not([src])))' : '.workspace[aria-busy=false]').waitFor();
          if (name === 'workspace') await view.locator('.costs').waitFor();
          await view.waitForTimeout(500);
          await view.screenshot({ path: join(screenshots, `${name}-${setting}.png`), fullPage: name === 'start' });
          assert.equal(await view.evaluate(() => getComputedStyle(document.body).backgroundColor) === 'rgb(19, 20, 23)', setting === 'dark');
        });
      }
    }
    return count;
  }

  return {
    /** Runs the tests with that word in their names, and says how many these were. */
    tests,
    failures,
    /** Shows that text instead of the tool's own page. */
    show(text) { page = text; },
    async end() {
      await browser.close();
      await Promise.all([studio.end(), empty.end()]);
    },
  };
}
