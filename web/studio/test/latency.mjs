// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
//
// node latency.mjs NODE_MODULES TOOL: milliseconds from a moved slider to the picture on the screen, coarse and full.
import { join, resolve } from 'node:path';
import { launch, settings } from '../../shared/test/chromium.mjs';
import { pairFolder, start } from './studio.mjs';

const [modules, tool] = process.argv.slice(2).map((path) => resolve(path));
const sizes = [[450, 375, 64], [1242, 375, 128]];
const moves = 40;

const quantile = (values, share) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))];

/** Moves lambda as a hand does, waits for the picture after each move, and at the end for the full one. */
function measure([from, to, count]) {
  const slider = document.querySelector('[data-option="lambda"] input');
  const painted = (until) => new Promise((done) => {
    const check = () => {
      const score = document.querySelector('.score');
      if (until(score)) requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now())));
      else requestAnimationFrame(check);
    };
    check();
  });
  const move = (i) => {
    slider.value = String(from + ((to - from) * i) / count);
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  };
  return (async () => {
    const coarse = [];
    const full = [];
    for (let i = 0; i < count; ++i) {
      const before = document.querySelector('.score');
      const begin = performance.now();
      move(i);
      coarse.push(await painted((score) => score !== before && score.isConnected) - begin);
      if (i % 4 !== 3) continue;
      full.push(await painted((score) => score.dataset.coarse === '0' && document.querySelector('.workspace').getAttribute('aria-busy') === 'false') - begin);
    }
    return { coarse, full };
  })();
}

const browser = await launch(modules);
// The map alone, and as the page begins: with the same on one scale under a divider, which is matched too.
const views = [['the map alone', 'mode=single&other=0'], ['two maps', '']];
console.log('| pair | preset | shown | coarse: median | 95th percentile | full: median | 95th percentile |\n|---|---|---|---:|---:|---:|---:|');
for (const [width, height, levels] of sizes) {
  const folder = pairFolder(tool, '--width', String(width), '--height', String(height), '--levels', String(levels));
  const studio = await start(tool, [join(folder, 'left.png'), join(folder, 'right.png')]);
  for (const [preset, [shown, hash]] of ['default', 'balanced'].flatMap((name) => views.map((one) => [name, one]))) {
    const view = await browser.newPage(settings.desktop);
    await view.goto(`${studio.address}#scene=given&${hash}&o.preset=${preset}&o.first=0&o.levels=${levels}`);
    await view.locator('.workspace[aria-busy=false]').waitFor();
    await view.evaluate(measure, [300, 340, 5]); // to get warm
    const { coarse, full } = await view.evaluate(measure, [300, 700, moves]);
    const figures = [coarse, full].flatMap((values) => [quantile(values, 0.5), quantile(values, 0.95)]).map((value) => value.toFixed(0));
    console.log(`| ${width} x ${height} x ${levels} | ${preset} | ${shown} | ${figures.join(' | ')} |`);
    await view.close();
  }
  await studio.end();
}
await browser.close();
