// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
//
// A headless Chromium for tests, and a runner of them.
import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

/** Ends the program with "skipped" where there is no Chromium. */
export async function launch(modules, more = []) {
  const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path));
  if (!executablePath) {
    console.log('skipped: no Chromium; scripts/setup web installs it');
    process.exit(77);
  }
  const { chromium } = createRequire(resolve(modules, 'x'))('playwright-core');
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync', ...more],
  });
}

export const settings = {
  desktop: { viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  dark: { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' },
  laptop: { viewport: { width: 1280, height: 640 }, colorScheme: 'light' },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
};

/** A runner: each test gets a page of its own, and what `open` found wrong with it has to be nothing. */
export function runner(screenshots, open) {
  mkdirSync(screenshots, { recursive: true });
  let failures = 0;
  return {
    async run(setting, name, test) {
      const { view, complaints, close } = await open(setting);
      try {
        await test(view);
        if (complaints.length > 0) throw new Error(`the page complains: ${complaints.join('; ')}`);
        console.log(`ok      ${setting}: ${name}`);
      } catch (error) {
        ++failures;
        console.log(`FAILED  ${setting}: ${name}\n${error.stack}`);
        await view.screenshot({ path: join(screenshots, `failed-${failures}.png`), fullPage: true });
      }
      await close();
    },
    failures: () => failures,
  };
}
