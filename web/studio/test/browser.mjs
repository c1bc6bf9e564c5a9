// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
//
// node browser.mjs NODE_MODULES TOOL SCREENSHOTS: does with csca studio what people do, in Chromium. CSCA_TEST=WORD takes the
// tests with that word in their names.
import { resolve } from 'node:path';
import { prepare } from './people.mjs';

const { tests, failures, end } = await prepare(...process.argv.slice(2).map((path) => resolve(path)));
await tests(process.env.CSCA_TEST ?? '');
await end();
process.exit(failures() === 0 ? 0 : 1);
