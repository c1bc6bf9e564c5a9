// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
//
// node safety.mjs TOOL: asks csca studio for what it must not give, and too much of what it may. CSCA_TEST=WORD takes the
// tests with that word in their names.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, headOf, pairFolder, send, start } from './studio.mjs';

const [tool] = process.argv.slice(2);
// Other programs that run meanwhile leave no files in this folder.
process.env.TMPDIR = mkdtempSync(join(tmpdir(), 'csca-test-'));
const folder = pairFolder(tool, '--width', '320', '--height', '240', '--levels', '32');
const files = [join(folder, 'left.png'), join(folder, 'right.png')];
const left = readFileSync(files[0]);

/** A PNG that claims to be huge. */
function hugePng(width, height) {
  const bytes = Buffer.from(left);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  // The header's checksum has to fit, or it is refused for that.
  let crc = 0xffffffff;
  for (const byte of bytes.subarray(12, 29)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; ++bit) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  bytes.writeUInt32BE((crc ^ 0xffffffff) >>> 0, 29);
  return bytes;
}

const isSentence = (text) => typeof text === 'string' && text.length > 10 && /^[a-z0-9'"{]/i.test(text);
async function refused(answer, status) {
  const got = await answer;
  assert.equal(got.status, status, `${got.status}: ${got.error}`);
  assert.ok(isSentence(got.error), `a sentence: ${got.error}`);
  return got.error;
}

const upload = (port, one, two) => send(port, `/api/upload?left=${one.length}&right=${two.length}`, { method: 'POST', body: Buffer.concat([one, two]) });

const tests = {
  async 'only its own pages and hosts are answered'({ port }) {
    const own = { host: `127.0.0.1:${port}` };
    assert.equal((await send(port, '/api/state', { headers: own })).status, 200);
    assert.equal((await send(port, '/api/state', { headers: { host: `localhost:${port}` } })).status, 200);
    // A name of somebody else's that resolves to this machine.
    for (const host of [`evil.example:${port}`, 'evil.example', `127.0.0.1.evil.example:${port}`, `127.0.0.1:${port + 1}`, `[::2]:${port}`]) {
      await refused(send(port, '/api/state', { headers: { host } }), 403);
    }
    for (const headers of [{ origin: 'http://evil.example' }, { origin: 'null' }, { origin: `http://127.0.0.1:${port + 1}` }, { 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
      await refused(send(port, '/api/state', { headers }), 403);
      await refused(ask(port, 'match', { scene: 'given' }, headers), 403);
    }
    assert.equal((await ask(port, 'match', { scene: 'given' }, { origin: `http://127.0.0.1:${port}`, 'sec-fetch-site': 'same-origin' })).status, 200);
    // Whoever follows a link sees the page; no page shows it inside itself, nor reads it.
    const page = await send(port, '/', { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' } });
    assert.equal(page.status, 200);
    assert.match(page.headers['content-security-policy'], /frame-ancestors 'none'/);
    assert.equal(page.headers['access-control-allow-origin'], undefined);
    await refused(send(port, '/', { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' } }), 403);
  },

  async 'there are no files behind addresses'({ port }) {
    for (const path of ['/../../etc/passwd', '/%2e%2e/%2e%2e/etc/passwd', '/api/left?scene=../../etc/passwd', `/api/left?scene=${encodeURIComponent(files[0])}`, '/left.png', '/api/', '/favicon.ico', '//etc/passwd', '/api/scene?scene=']) {
      assert.match(await refused(send(port, path), 404), /no pair|nothing at this address/);
    }
    await refused(send(port, '/api/left'), 400);
    await refused(send(port, '/api/state', { method: 'DELETE' }), 405);
    await refused(ask(port, 'match', { scene: '../given' }), 404);
  },

  async 'rubbish is told what it is'({ port }) {
    const post = (path, body, headers) => send(port, path, { method: 'POST', body, headers });
    assert.match(await refused(post('/api/match', '{'), 400), /JSON/);
    assert.match(await refused(post('/api/match', '[1]'), 400), /JSON/);
    assert.match(await refused(post('/api/match', '{}'), 400), /scene/);
    assert.match(await refused(ask(port, 'match', { scene: 'given', settings: { lambda: -1 } }), 400), /lambda is -1/);
    assert.match(await refused(ask(port, 'match', { scene: 'given', settings: { lamda: 1 } }), 400), /lambda/);
    assert.match(await refused(ask(port, 'match', { scene: 'given', settings: { method: 'gf+' } }), 400), /method/);
    assert.match(await refused(ask(port, 'match', { scene: 'given', settings: { preset: 'nothing' } }), 400), /preset/);
    assert.match(await refused(ask(port, 'match', { scene: 'given', settings: [] }), 400), /settings/);
    assert.match(await refused(ask(port, 'match', { scene: 'given', threshold: 'x' }), 400), /threshold/);
    assert.match(await refused(ask(port, 'pixel', { scene: 'given', x: 320, y: 0 }), 400), /x is 320/);
    assert.match(await refused(ask(port, 'pixel', { scene: 'given', x: 1.5, y: 0 }), 400), /x is 1.5/);
    await refused(post('/api/match', 'x'.repeat(200_000)), 413);
    await refused(post('/api/upload', 'x', { 'content-length': '999999999999' }), 413);
    await refused(send(port, '/api/match', { method: 'POST', headers: { 'transfer-encoding': 'chunked' } }), 411);
    const deep = await post('/api/match', `${'['.repeat(30_000)}${']'.repeat(30_000)}`);
    assert.equal(deep.status, 400);
    assert.equal((await send(port, '/api/state')).status, 200, 'it still answers');
  },

  async 'uploads are images of a size that is known before they are decoded'({ port }) {
    assert.match(await refused(upload(port, Buffer.from('no image'), left), 400), /left image is not an image/);
    assert.match(await refused(upload(port, left, left.subarray(0, 300)), 400), /right image is truncated/);
    const start = Date.now();
    assert.match(await refused(upload(port, hugePng(60000, 60000), left), 400), /60000 x 60000 pixels/);
    assert.match(await refused(upload(port, hugePng(6000, 6000), left), 400), /6000 x 6000 pixels, more than the 24000000/);
    assert.match(await refused(upload(port, left, hugePng(320, 60000)), 400), /truncated/);
    assert.ok(Date.now() - start < 3000);
    assert.match(await refused(send(port, '/api/upload?left=5&right=900', { method: 'POST', body: 'abcdef' }), 400), /length/);
    assert.match(await refused(send(port, '/api/upload?left=3&right=2', { method: 'POST', body: 'abcdef' }), 400), /add up/);
    assert.match(await refused(send(port, '/api/upload?left=-1&right=2', { method: 'POST', body: 'abcdef' }), 400), /length/);
    const good = await upload(port, left, readFileSync(files[1]));
    assert.equal(good.status, 200);
    assert.equal(JSON.parse(good.bytes).width, 320);
    // Old uploads make room for new ones.
    const first = JSON.parse(good.bytes).id;
    for (let i = 0; i < 3; ++i) await upload(port, left, left);
    await refused(send(port, `/api/scene?scene=${first}`), 404);
  },

  async 'no match takes more memory than allowed'({ port }) {
    const answer = await ask(port, 'match', { scene: 'given', settings: { max_memory: '900G' } });
    assert.equal(headOf(answer.bytes).options.max_memory, '300000000');
    for (const what of ['match', 'pixel']) await ask(port, what, { scene: 'given', settings: { levels: 32768, method: 'st' } });
    for (const levels of [2048, 16384]) await ask(port, 'pixel', { scene: 'given', settings: { levels, planes: '4' } });
    const status = readFileSync(`/proc/${studio.pid}/status`, 'utf8');
    assert.ok(Number(/VmHWM:\s+(\d+)/.exec(status)[1]) < 500_000, status);
    const small = await start(tool, [...files, '--max-memory', '12M']);
    for (const what of ['match', 'pixel', 'support']) {
      assert.match(await refused(ask(small.port, what, { scene: 'given', settings: { method: 'st', right: 'full' } }), 413), /memory/);
    }
    await small.end();
  },

  async 'a newer question takes an older one\'s place, and ten tabs do not pile up'({ port }) {
    const slow = { scene: 'given', settings: { method: 'bf', bf_radius: 30, right: 'full' } };
    const alone = Date.now();
    assert.equal((await ask(port, 'match', slow)).status, 200);
    const each = Date.now() - alone;
    const begin = Date.now();
    const answers = [];
    for (let turn = 0; turn < 12; ++turn) {
      for (let tab = 0; tab < 10; ++tab) answers.push(ask(port, 'match', { ...slow, client: `tab${tab}` }));
      await new Promise((done) => { setTimeout(done, 20); });
    }
    const statuses = (await Promise.all(answers)).map((answer) => answer.status);
    const count = (status) => statuses.filter((one) => one === status).length;
    assert.equal(count(200) + count(409) + count(503), 120);
    assert.ok(count(200) >= 10 && count(200) <= 30, `${count(200)} of 120 were matched`);
    // Ten full answers, not a hundred and twenty.
    assert.ok(Date.now() - begin < each * 40 + 3000, `${Date.now() - begin} ms, one takes ${each} ms`);
  },

  async 'work that runs ends for a newer question of its view'({ port }) {
    const settings = { method: 'bf+gf+sgm', bf_radius: 30, right: 'full', levels: 256 }; // each takes seconds
    for (const what of ['match', 'pixel', 'support']) {
      const old = ask(port, what, { scene: 'given', settings, x: 160, y: 120 });
      await new Promise((done) => { setTimeout(done, 100); }); // until it runs
      assert.equal((await ask(port, what, { scene: 'given', settings: { preset: 'fast' } })).status, 200);
      await refused(old, 409);
    }
  },

  async 'a coarse answer is of a small copy where the whole pair takes long'({ port }) {
    const settings = { method: 'bf', bf_radius: 30, right: 'full' };
    const full = headOf((await ask(port, 'match', { scene: 'given', settings })).bytes);
    const coarse = headOf((await ask(port, 'match', { scene: 'given', settings, coarse: true })).bytes);
    assert.equal(full.halvings, 0);
    assert.ok(coarse.halvings >= 2, `${coarse.halvings} halvings`);
    assert.ok(coarse.seconds < full.seconds / 5, `${coarse.seconds} of ${full.seconds} s`);
    assert.equal(coarse.options.bf_radius, full.options.bf_radius, 'what was asked for is told, not what the copy took');
  },

  async 'a coarse answer comes before full ones that wait'({ port }) {
    const slow = { scene: 'given', settings: { method: 'bf', bf_radius: 20 } };
    const order = [];
    const all = ['a', 'b', 'c', 'd'].map((client) => ask(port, 'match', { ...slow, client }).then(() => order.push(client)));
    await new Promise((done) => { setTimeout(done, 30); });
    all.push(ask(port, 'match', { scene: 'given', coarse: true, client: 'quick' }).then(() => order.push('quick')));
    await Promise.all(all);
    assert.ok(order.indexOf('quick') <= 1, order.join(' '));
  },
};

let failures = 0;
async function run(name, test) {
  if (!name.includes(process.env.CSCA_TEST ?? '')) return;
  try {
    await test();
    console.log(`ok      ${name}`);
  } catch (error) {
    ++failures;
    console.log(`FAILED  ${name}\n${error.stack}`);
  }
}

const studio = await start(tool, [...files, '--max-memory', '300M']);
for (const [name, test] of Object.entries(tests)) await run(name, () => test(studio));

assert.equal(await studio.end('SIGTERM'), 'SIGTERM');

await run('nothing is written to the disk', async () => {
  const own = readdirSync(tmpdir()).filter((name) => !name.startsWith('csca-studio-test'));
  assert.deepEqual(own, [], 'after all tests before this one');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL']) {
    const one = await start(tool, files);
    assert.equal((await upload(one.port, left, readFileSync(files[1]))).status, 200);
    for (const what of ['match', 'pixel', 'support']) assert.equal((await ask(one.port, what, { scene: 'given' })).status, 200);
    // Neither by name nor without one, as a file that is already deleted.
    const open = readdirSync(`/proc/${one.pid}/fd`).map((number) => {
      try {
        return readlinkSync(`/proc/${one.pid}/fd/${number}`);
      } catch {
        return '';
      }
    });
    assert.deepEqual(open.filter((file) => file.startsWith(tmpdir())), []);
    await one.end(signal);
    assert.deepEqual(readdirSync(tmpdir()).filter((name) => !name.startsWith('csca-studio-test')), [], signal);
  }
});

await run('another host needs the token', async () => {
  const open = await start(tool, [...files, '--host', '0.0.0.0']);
  assert.match(open.token, /^[0-9a-f]{32}$/);
  const { port, token } = open;
  for (const path of ['/', '/api/state', '/?token=', `/?token=${token.slice(1)}`, `/?token=${token}0`]) await refused(send(port, path), 401);
  await refused(ask(port, 'match', { scene: 'given' }, { 'x-csca-token': 'f'.repeat(32) }), 401);
  assert.equal((await send(port, `/?token=${token}`)).status, 200);
  assert.equal((await ask(port, 'match', { scene: 'given' }, { 'x-csca-token': token })).status, 200);
  await refused(send(port, `/?token=${token}`, { headers: { host: `evil.example:${port}` } }), 403);
  await open.end();
});

await run('only this machine can connect otherwise', async () => {
  const closed = await start(tool, files);
  assert.equal(closed.token, '');
  const socket = `:${closed.port.toString(16).toUpperCase().padStart(4, '0')} 00000000:0000 0A`;
  const listening = readFileSync('/proc/net/tcp', 'utf8').split('\n').filter((line) => line.includes(socket));
  assert.deepEqual(listening.map((line) => line.trim().split(/\s+/)[1].split(':')[0]), ['0100007F']); // 127.0.0.1
  await closed.end();
});
rmSync(process.env.TMPDIR, { recursive: true });
process.exit(failures === 0 ? 0 : 1);
