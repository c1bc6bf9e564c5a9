// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
//
// node breakages.mjs NODE_MODULES TOOL [WORD]: breaks one feature of the page after the other (those with that word in their
// row), and runs the test that has to fail then. Fails where a test passes. Only the page is made anew, not the tool.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { breakages } from './breakages_table.mjs';
import { prepare } from './people.mjs';

const [modules, tool] = process.argv.slice(2, 4).map((path) => resolve(path));
const word = process.argv[4] ?? '';
const web = join(dirname(fileURLToPath(import.meta.url)), '../..');
const work = mkdtempSync(join(tmpdir(), 'csca-breakages-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));

/** The page with that text replaced, which has to be there once. */
function broken(file, from, to) {
  const copy = join(work, 'web');
  cpSync(web, copy, { recursive: true });
  const path = join(copy, file);
  const parts = readFileSync(path, 'utf8').split(from);
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${from}`);
  writeFileSync(path, parts.join(to));
  const page = join(work, 'page.html');
  execFileSync(process.execPath, [join(copy, 'build.mjs'), modules, 'studio', page]);
  return readFileSync(page, 'utf8');
}

const { tests, failures, show, end } = await prepare(modules, tool, join(work, 'shots'));
const say = console.log;
console.log = () => {}; // what tests say of themselves
let survivors = 0;
for (const [what, test, file, from, to] of breakages.filter((row) => row.join(' ').includes(word))) {
  const before = failures();
  show(broken(file, from, to));
  const count = await tests(test);
  const noticed = failures() > before;
  if (!noticed) ++survivors;
  say(`${noticed ? 'noticed ' : 'SURVIVED'}  ${what}: '${test}'${count === 0 ? ' is no test' : ''}`);
}
await end();
say(`${survivors} were not noticed`);
process.exit(survivors === 0 ? 0 : 1);
