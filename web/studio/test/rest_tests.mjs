// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { drawn, figure, open, option, settled } from './view.mjs';

const tool = resolve(process.argv[3]);

/** What csca match makes of the pair: a file beside it. */
function matched(view, ...flags) {
  const file = join(view.folder, 'map.pfm');
  execFileSync(tool, ['match', join(view.folder, 'left.png'), join(view.folder, 'right.png'), '-o', file, ...flags]);
  return file;
}

async function downloaded(view, button) {
  const [file] = await Promise.all([view.waitForEvent('download'), view.getByRole('button', { name: button }).click()]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

/** A map that the tool wrote: its values by column and row. */
function pfm(path) {
  const bytes = readFileSync(path);
  const [, size, order] = bytes.toString('latin1', 0, 80).split('\n');
  const [width, height] = size.split(' ').map(Number);
  const start = bytes.length - 4 * width * height;
  const read = Number(order) < 0 ? (at) => bytes.readFloatLE(at) : (at) => bytes.readFloatBE(at);
  return { width, height, at: (x, y) => read(start + 4 * ((height - 1 - y) * width + x)) };
}

/** Where the pair's calibration has a pixel of that disparity, in metres: what browser.mjs gives csca studio. */
function inSpace(x, y, disparity) {
  const depth = (400 * 0.2) / (disparity + 1.5);
  return [((x - 176) * depth) / 400, ((y - 137) * depth) / 400, depth];
}

export const restTests = {
  async 'runs are kept, compared, restored and shown in turns'(view) {
    await open(view);
    await view.getByRole('button', { name: 'Keep this run' }).click();
    await view.getByLabel('Preset').selectOption('fast');
    await view.waitForTimeout(250);
    await settled(view);
    const fast = await figure(view);
    await view.getByRole('button', { name: 'Keep this run' }).click();
    const rows = view.locator('.runs tbody tr');
    assert.deepEqual(await rows.locator('th').allTextContents(), ['S+box, cg', 'S+box, cen']);
    assert.equal(Number(await rows.nth(1).locator('td').first().textContent()), fast);
    assert.ok(Number(await rows.nth(1).locator('td').nth(4).textContent()) > 0, 'it took some time');
    await rows.nth(0).getByRole('button', { name: 'Compare' }).click();
    await settled(view);
    assert.equal(await view.locator('.tag.a').textContent(), 'S+box, cg');
    await rows.nth(0).getByRole('button', { name: 'Restore' }).click();
    await view.waitForTimeout(250);
    await settled(view);
    assert.equal(await view.getByLabel('Preset').inputValue(), 'default');
    await view.getByRole('radio', { name: 'One map' }).check();
    await settled(view);
    const seen = new Set();
    await view.getByRole('button', { name: 'Flicker' }).click();
    for (let i = 0; i < 12; ++i) {
      await view.waitForTimeout(250);
      seen.add(await view.locator('.tag.b').textContent());
    }
    assert.deepEqual([...seen].sort(), ['S+box, cen', 'S+box, cg']);
    await view.getByRole('button', { name: 'Flicker' }).click();
    await rows.nth(0).getByRole('button', { name: 'Remove' }).click();
    assert.equal(await rows.count(), 1);
  },

  async 'OpenCV is one of the runs, or says why not'(view) {
    await open(view);
    await view.getByRole('button', { name: 'OpenCV SGBM' }).click();
    await view.locator('.runs tbody tr, .compare .error:not(:empty)').first().waitFor();
    const rows = await view.locator('.runs tbody th').allTextContents();
    if (rows.length > 0) assert.match(rows[0], /OpenCV 4\.\S+ StereoSGBM/);
    else assert.match(await view.locator('.compare .error').textContent(), /not built in/);
  },

  async 'the command and the configuration make the same map'(view) {
    await open(view, '&o.preset=balanced&o.cost=cen&o.method=0.7*gf%2B0.3*box&o.first=0&o.levels=32&o.check=false&o.fill=all');
    const command = await view.locator('pre.command').textContent();
    assert.match(command, /^csca match \S+left\.png \S+right\.png -o disparity\.pfm --preset balanced --range 0\.\.31 --cost cen --method '0\.7\*gf\+0\.3\*box' --no-check --fill all$/);
    const json = await downloaded(view, 'Download csca.json');
    const folder = mkdtempSync(join(tmpdir(), 'csca-studio-test-'));
    try {
      const sh = (line) => execFileSync('sh', ['-c', line], { cwd: folder, env: { ...process.env, PATH: `${join(tool, '..')}:${process.env.PATH}` } });
      sh(`${command} -q`);
      const config = join(folder, 'csca.json');
      execFileSync('tee', [config], { input: json.bytes });
      sh(`csca match ${view.folder}/left.png ${view.folder}/right.png -q --config csca.json -o again.pfm`);
      assert.ok(readFileSync(join(folder, 'disparity.pfm')).equals(readFileSync(join(folder, 'again.pfm'))));
      const score = JSON.parse(sh(`csca eval again.pfm ${view.folder}/gt_left.pfm --json -`).toString());
      assert.ok(Math.abs(await figure(view) - score.bad_percent) < 0.01, `${await figure(view)} and ${score.bad_percent}`);
    } finally {
      rmSync(folder, { recursive: true });
    }
    const picture = await downloaded(view, 'Download disparity.png');
    assert.equal(`data:image/png;base64,${picture.bytes.toString('base64')}`, await drawn(view));
  },

  async 'points in space turn, thin out, are measured and downloaded'(view) {
    await open(view, '&space=1');
    const canvas = view.locator('.space canvas');
    const info = view.locator('.space .hint');
    await info.filter({ hasText: 'points' }).waitFor();
    const count = async () => Number(/([\d,]+) points/.exec(await info.textContent())[1].replaceAll(',', ''));
    const picture = async () => (await canvas.screenshot()).toString('base64');
    const all = await count();
    assert.ok(all > 30000, `${all} points`);
    const front = await picture();
    // Points are as bright as the pixels that they come from.
    const [seen, wanted] = await view.evaluate(async () => {
      const brightness = (source) => {
        const copy = Object.assign(document.createElement('canvas'), { width: source.width, height: source.height });
        const context = copy.getContext('2d');
        context.drawImage(source, 0, 0);
        const data = context.getImageData(0, 0, copy.width, copy.height).data;
        const lit = [];
        for (let i = 0; i < data.length; i += 4) if (data[i] + data[i + 1] + data[i + 2] > 6) lit.push(data[i] + data[i + 1] + data[i + 2]);
        return lit.reduce((sum, one) => sum + one, 0) / lit.length / 3;
      };
      const image = await createImageBitmap(await (await fetch('/api/left?scene=given')).blob());
      return [brightness(document.querySelector('.space canvas')), brightness(image)];
    });
    assert.ok(Math.abs(seen - wanted) < 0.1 * wanted, `points have a brightness of ${seen}, the image ${wanted}`);
    const box = await canvas.boundingBox();
    await view.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await view.mouse.down();
    await view.mouse.move(box.x + box.width / 2 + 80, box.y + box.height / 2 + 10, { steps: 4 });
    await view.mouse.up();
    const turned = await picture();
    assert.notEqual(turned, front, 'a drag turns them');
    await view.getByLabel('Point size').fill('6');
    assert.notEqual(await picture(), turned, 'points become larger');
    await view.getByRole('button', { name: 'From the camera' }).click();
    // From the camera a pixel is where the image has it, around the principal point.
    const map = pfm(matched(view, '-q'));
    const truth = pfm(join(view.folder, 'gt_left.pfm'));
    const scale = Math.min(box.width / map.width, box.height / map.height);
    const press = (x, y) => view.mouse.click(box.x + box.width / 2 + (x - 176) * scale, box.y + box.height / 2 + (y - 137) * scale);
    for (const [first, second] of [[[60, 230], [180, 240]], [[210, 200], [40, 100]], [[100, 150], [300, 230]]]) {
      await press(...first);
      await info.filter({ hasText: 'second point' }).waitFor();
      await press(...second);
      await info.filter({ hasText: /Distance: \d+\.\d+ m\./ }).waitFor();
      const told = Number(/Distance: ([\d.]+) m/.exec(await info.textContent())[1]);
      const distance = (disparities) => Math.hypot(...inSpace(...first, disparities.at(...first)).map((from, i) => from - inSpace(...second, disparities.at(...second))[i]));
      assert.ok(Math.abs(told - distance(map)) < 0.006, `${first} to ${second}: ${told} m, ${distance(map)} m by the map`);
      assert.ok(Math.abs(told - distance(truth)) < 0.02 * distance(truth), `${first} to ${second}: ${told} m, in truth ${distance(truth)} m`);
    }
    const whole = await downloaded(view, 'Download PLY');
    await view.getByRole('slider', { name: 'Least confidence' }).fill('0.3');
    assert.ok(await count() < all && await count() > 0);
    const header = whole.bytes.subarray(0, whole.bytes.indexOf('end_header\n') + 11).toString();
    assert.match(header, new RegExp(`element vertex ${all}\n`));
    assert.equal(whole.bytes.length, header.length + 15 * all);
    // Row by row the pixels that are known, each where the calibration has it.
    let vertex = header.length;
    for (let y = 0; y < map.height; ++y) {
      for (let x = 0; x < map.width; ++x) {
        if (!Number.isFinite(map.at(x, y))) continue; // unknown pixels are infinite in a PFM
        const wanted = inSpace(x, y, map.at(x, y));
        wanted.forEach((one, axis) => {
          const found = whole.bytes.readFloatLE(vertex + 4 * axis);
          assert.ok(Math.abs(found - one) < 1e-4 * wanted[2], `(${x}, ${y}) has ${found} m along axis ${axis}, not ${one}`);
        });
        vertex += 15;
      }
    }
    assert.equal(vertex, whole.bytes.length);
  },

  async 'the start page has demos, and takes uploads'(view) {
    await view.goto(view.address);
    await settled(view); // a pair that was given opens by itself
    await view.getByRole('link', { name: 'csca studio' }).click();
    await view.getByRole('heading', { name: 'See why a pixel got its disparity' }).waitFor();
    assert.equal(await view.locator('.demo').count(), 6);
    await view.locator('.demo img[src]').nth(5).waitFor();
    await view.locator('.demo', { hasText: 'Poles and wires' }).click();
    await settled(view);
    assert.match(await view.locator('h1').textContent(), /Poles and wires/);
    assert.ok(await figure(view) > 0, 'rendered pairs have a truth');
    await view.getByRole('link', { name: 'csca studio' }).click();
    await view.getByRole('button', { name: 'Open the pair' }).click();
    await view.getByRole('alert').filter({ hasText: 'Choose a left and a right image' }).waitFor();
    await view.getByLabel('Left image').setInputFiles(join(view.folder, 'left.png'));
    await view.getByLabel('Right image').setInputFiles(join(view.folder, 'meta.json'));
    await view.getByRole('button', { name: 'Open the pair' }).click();
    await view.getByRole('alert').filter({ hasText: 'the right image is not an image' }).waitFor();
    await view.getByLabel('Right image').setInputFiles(join(view.folder, 'right.png'));
    await view.getByLabel('Truth, if').setInputFiles(join(view.folder, 'gt_left.pfm'));
    await view.getByRole('button', { name: 'Open the pair' }).click();
    await settled(view);
    assert.match(await view.locator('h1').textContent(), /Uploaded pair/);
    assert.ok(await figure(view) > 0);
  },

  async 'the lesson has five live steps'(view) {
    await open(view);
    await view.getByRole('button', { name: 'Lesson' }).click();
    const figures = [];
    const maps = new Set();
    for (let step = 1; step <= 5; ++step) {
      await view.getByText(`Lesson ${step} of 5`).waitFor();
      await view.waitForTimeout(300);
      await settled(view);
      maps.add(await drawn(view));
      figures.push(await figure(view));
      // It says: one scale has a wrong minimum, the coarse ones a clear one.
      if (step === 2) await view.locator('.pixel .note').filter({ hasText: /^One scale chooses (?!7 |8 ).*the blend of 5 scales [78] pixels. That is right/ }).waitFor();
      if (step === 3) {
        // It says: too little lambda leaves noise. So it does.
        await option(view, 'lambda').getByRole('slider').fill('620');
        await view.waitForTimeout(300);
        await settled(view);
        assert.ok(await figure(view) < figures[2], `${await figure(view)} below ${figures[2]}`);
        await view.getByRole('button', { name: 'Put it back' }).click();
        await view.waitForTimeout(300);
        await settled(view);
        assert.equal(await figure(view), figures[2]);
      }
      if (step === 4) {
        // It says: a smaller lambda brings thin things back.
        await option(view, 'lambda').getByRole('slider').fill('400');
        await view.waitForTimeout(300);
        await settled(view);
        assert.ok(await figure(view) < figures[3]);
      }
      if (step === 5) await view.getByRole('heading', { name: 'Pixel (288, 222)' }).waitFor();
      if (step === 5) assert.match(await view.locator('.pixel .note').textContent(), /That is right/);
      await view.getByRole('button', { name: step === 5 ? 'Finish' : 'Next' }).click();
    }
    assert.equal(maps.size, 5);
    assert.ok(!(await view.locator('.lesson').isVisible()));
  },

  async 'a server that is gone is said to be gone'(view) {
    await open(view);
    await view.route('**/api/match', (route) => route.abort());
    await option(view, 'scales').getByRole('slider').fill('2').catch(() => {});
    await view.getByRole('alert').filter({ hasText: 'does not answer: is it still running?' }).first().waitFor();
    await view.unroute('**/api/match');
    await option(view, 'scales').getByRole('slider').fill('3');
    await view.waitForTimeout(250);
    await settled(view);
  },
};
