// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { colourAt, drawn, open, place, pointsOf, settled } from './view.mjs';

/** What csca explain tells of pixels of the pair. */
function explained(view, pixels, flags) {
  const words = [...pixels.flatMap((pixel) => ['--pixel', pixel]), ...flags, '--json', '-', '-q'];
  return JSON.parse(execFileSync(process.argv[3], ['explain', join(view.folder, 'left.png'), join(view.folder, 'right.png'), ...words], { maxBuffer: 1e8 }).toString()).pixels;
}

const cells = (row) => row.locator('td').evaluateAll((all) => all.map((one) => Number(one.textContent)));

export const pixelTests = {
  async 'a pixel shows what csca explain tells of it'(view) {
    await open(view, '&o.preset=bare&o.cost=grd&o.first=0&o.levels=40');
    const at = await place(view, 150, 120);
    await view.mouse.click(at.x, at.y);
    await view.getByRole('heading', { name: 'Pixel (150, 120)' }).waitFor();
    const [told] = explained(view, ['150,120'], ['--preset', 'bare', '--cost', 'grd', '--first', '0', '--levels', '40', '--truth', join(view.folder, 'gt_left.pfm')]);
    const rows = await view.locator('.costs tbody tr').all();
    assert.equal(rows.length, told.scales.length + 1);
    for (const [s, scale] of told.scales.entries()) {
      const [weight, winner, runnerUp] = await cells(rows[s]);
      assert.ok(Math.abs(weight - scale.weight) < 1e-3);
      assert.equal(winner, scale.winner * 2 ** s);
      const beside = scale.costs.map((cost, k) => (Math.abs(scale.levels[k] - scale.winner) < 2 ? Infinity : cost));
      assert.equal(runnerUp, scale.levels[beside.indexOf(Math.min(...beside))] * 2 ** s);
    }
    assert.equal((await cells(rows.at(-1)))[1], told.across.winner);
    assert.match(await view.locator('.pixel .note').textContent(), new RegExp(`One scale chooses ${told.plain.winner}, the blend of ${told.scales.length} scales ${told.across.winner} pixels`));
    assert.equal(await view.locator('.pixel .plot canvas').count(), 2);
    // The costs before and after the blend, and the truth.
    const texts = await pointsOf(view, view.locator('.pixel .plot').first(), 82);
    for (const [line, { costs, levels, winner }] of [told.plain, told.across].entries()) {
      for (const [k, cost] of costs.entries()) {
        const text = texts[40 * line + k];
        assert.ok(text.includes(`: ${(cost * 1000).toPrecision(4)} at ${levels[k]} px`), `${text}, not ${cost}`);
        assert.equal(text.endsWith(', the lowest'), levels[k] === winner, text);
      }
      assert.equal(texts.slice(40 * line, 40 * line + 40).filter((text) => text.endsWith(', the runner-up')).length, 1);
    }
    const truth = told.truth.toFixed(2);
    assert.deepEqual(texts.slice(80), [`truth: ${truth} px`, `truth: ${truth} px`]);
    assert.ok((await view.locator('.pixel figure').first().locator('.legend').textContent()).includes(`truth ${truth}`));
  },

  async 'a pixel that a plane won shows its costs around that plane'(view) {
    const places = [40, 100, 200, 300].flatMap((x) => [60, 150, 200, 240].map((y) => `${x},${y}`));
    const told = explained(view, places, ['--planes', '4', '--first', '0', '--levels', '40']);
    const [on, off] = [told.find(({ plane }) => plane), told.find(({ plane }) => !plane)];
    await open(view, `&mode=single&layer=planes&o.planes=4&o.first=0&o.levels=40&pixel=${on.pixel}`);
    const part = view.locator('.pixel .plane');
    await part.getByRole('heading', { name: `Around plane ${on.plane.number}, which won` }).waitFor();
    // The plane is the map's own.
    const at = await place(view, ...on.pixel);
    await view.mouse.move(at.x, at.y);
    await view.locator('.readout').filter({ hasText: `on plane ${on.plane.number}` }).waitFor();
    const here = on.plane.along * on.pixel[0] + on.plane.down * on.pixel[1] + on.plane.offset;
    assert.match(await part.locator('.hint').textContent(), new RegExp(`^It is at ${here.toFixed(2)} pixels here`));
    assert.match(await view.locator('.pixel .note').textContent(), new RegExp(`and plane ${on.plane.number} wins with \\d`));
    // Each point of the two curves, as the arrow keys read it out.
    assert.deepEqual(await pointsOf(view, part.locator('.plot'), 14), [['one scale', on.plane.plain], ['blend', on.plane.across]].flatMap(([title, costs]) =>
      costs.map((cost, k) => `${title}: ${(cost * 1000).toPrecision(4)} at ${Number(on.plane.disparities[k].toFixed(2))} px${cost === Math.min(...costs) ? ', the lowest' : ''}`)));
    await open(view, `&o.planes=4&o.first=0&o.levels=40&pixel=${off.pixel}`);
    await view.locator('.pixel .hint').filter({ hasText: 'Planes competed, but a level of the range won here.' }).waitFor();
    assert.equal(await part.count(), 0);
  },

  async 'raw costs are others than aggregated ones'(view) {
    await open(view, '&pixel=150,120');
    const plot = view.locator('.pixel .plot canvas').nth(1);
    await plot.waitFor();
    const aggregated = await plot.evaluate((canvas) => canvas.toDataURL());
    await view.getByRole('radio', { name: 'Raw' }).check();
    await view.waitForFunction((before) => document.querySelectorAll('.pixel .plot canvas')[1]?.toDataURL() !== before, aggregated);
  },

  async 'the row of the cost volume has winners and leads to other pixels'(view) {
    await open(view, '&pixel=150,120');
    const scan = view.locator('.scan');
    await scan.scrollIntoViewIfNeeded();
    const picture = () => scan.evaluate((canvas) => {
      const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
      const red = new Set();
      for (let i = 0; i < data.length; i += 4) if (data[i] === 230 && data[i + 1] === 25) red.add((i / 4) % canvas.width);
      return { width: canvas.width, height: canvas.height, winners: red.size, bytes: canvas.toDataURL() };
    });
    const blend = await picture();
    assert.equal(blend.width, 360);
    assert.ok(blend.winners >= 358, `${blend.winners} columns have a winner`);
    await view.getByRole('radio', { name: 'One scale' }).check();
    assert.notEqual((await picture()).bytes, blend.bytes);
    const box = await scan.boundingBox();
    await view.mouse.click(box.x + box.width * 0.75, box.y + box.height / 2);
    await view.getByRole('heading', { name: /Pixel \(2(69|70|71), 120\)/ }).waitFor();
  },

  async 'support is the weights that the method gives'(view) {
    const lit = () => view.locator('.map canvas').evaluate((canvas) => {
      // Pixels that count are lit: the others are dimmed on a white ground.
      const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
      let count = 0;
      for (let i = 0; i < data.length; i += 4) if (data[i] > 150 && data[i] - data[i + 2] > 60) ++count;
      return count;
    });
    const areas = {};
    for (const method of ['box', 'bf', 'gf', 'nl', 'st', 'sgm', 'gf+st+sgm']) {
      await open(view, `&mode=single&layer=left&pixel=150,120&support=0&o.method=${encodeURIComponent(method)}&o.preset=bare`);
      await view.locator('.workspace[data-support="0"]').waitFor();
      await settled(view);
      areas[method] = await lit();
    }
    assert.ok(Object.values(areas).every((area) => area > 20), JSON.stringify(areas));
    assert.ok(areas['gf+st+sgm'] > areas.sgm, `a mixture has more pixels than paths alone: ${JSON.stringify(areas)}`);
    assert.ok(areas.bf > areas.box, `bilateral windows are larger: ${JSON.stringify(areas)}`);
    // All pixels of a box count alike, and no others.
    await open(view, '&mode=single&layer=left&pixel=150,120&support=0&o.method=box&o.preset=bare&o.box_radius=6');
    await view.locator('.workspace[data-support="0"]').waitFor();
    await settled(view);
    const middle = await colourAt(view, 154, 124);
    for (const [dx, dy, counts] of [[6, 6, true], [-6, 6, true], [6, -6, true], [-6, -6, true], [7, 5, false], [-7, 5, false], [5, 7, false], [5, -7, false]]) {
      const colour = await colourAt(view, 150 + dx, 120 + dy);
      assert.equal(colour[0] - colour[2] > 60, counts, `(${dx}, ${dy}) from the pixel is ${colour}, inside ${middle}`);
    }
    const one = await drawn(view);
    await view.getByRole('radio', { name: 'All scales' }).check();
    await view.locator('.workspace[data-support="all"]').waitFor();
    await settled(view);
    assert.notEqual(await drawn(view), one);
    // What cannot be shown is said to be so.
    await open(view, '&pixel=150,120&support=0&o.method=box&o.box_radius=60');
    await view.getByRole('alert').filter({ hasText: 'take a smaller radius' }).waitFor();
  },

  async 'by keyboard alone'(view) {
    await open(view);
    await view.locator('.map canvas').focus();
    await view.keyboard.press('ArrowRight');
    await view.keyboard.press('Shift+ArrowDown');
    assert.match(await view.locator('.readout').textContent(), /^\(181, 145\)/);
    await view.keyboard.press('Enter');
    await view.getByRole('heading', { name: 'Pixel (181, 145)' }).waitFor();
    const whole = await drawn(view);
    await view.keyboard.press('+');
    await settled(view);
    assert.notEqual(await drawn(view), whole);
    // Everything that can be pressed has a name.
    const nameless = await view.evaluate(() => [...document.querySelectorAll('button, select, input, [tabindex="0"]')]
      .filter((one) => !one.textContent.trim() && !one.getAttribute('aria-label') && !one.closest('label')?.textContent.trim())
      .map((one) => one.outerHTML));
    assert.deepEqual(nameless, []);
  },
};
