// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
//
// node build.mjs NODE_MODULES PAGE FILE: bundles the folder PAGE into one HTML file that needs nothing else.
// node build.mjs --check NODE_MODULES: does the bundler run here?
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const check = process.argv[2] === '--check';
const [modules, page, file] = process.argv.slice(check ? 3 : 2);
const esbuild = createRequire(resolve(modules, 'x'))('esbuild');

if (check) {
  // The package holds a program for one kind of processor.
  esbuild.transformSync('let a: number = 1', { loader: 'ts' });
  process.exit(0);
}

const source = join(dirname(fileURLToPath(import.meta.url)), page);

async function bundle(entry) {
  const result = await esbuild.build({
    entryPoints: [join(source, entry)],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2020',
    // The packages are in the build folder, not above the sources.
    nodePaths: [resolve(modules)],
    legalComments: 'none', // licences stand in the page, for readers
    charset: 'utf8',
  });
  return result.outputFiles[0].text;
}

const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const parts = {
  '@STYLES@': await bundle('styles.css'),
  // "</script" inside a string would end the element.
  '@SCRIPT@': (await bundle('main.ts')).replaceAll('</script', '<\\/script'),
  '@UPLOT_LICENCE@': escape(readFileSync(join(modules, 'uplot', 'LICENSE'), 'utf8').trim()),
  '@THREE_LICENCE@': escape(readFileSync(join(modules, 'three', 'LICENSE'), 'utf8').trim()),
};
let html = readFileSync(join(source, 'page.html'), 'utf8');
// A function, since "$&" means something in replacement text.
for (const [mark, text] of Object.entries(parts)) html = html.replace(mark, () => text);
writeFileSync(file, html);
