import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const PROGRAMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** `describe` where a browser is installed, `describe.skip` with its reason elsewhere. */
export function describeWithChromium(name: string, body: () => void): void {
  const isInstalled = programOf() !== undefined;
  if (!isInstalled) {
    process.stderr.write('Skipped: tests in a browser (no chromium in /usr/bin).\n');
  }
  (isInstalled ? describe : describe.skip)(name, body);
}

export function startChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: programOf() ?? '', headless: true, args: FLAGS });
}

function programOf(): string | undefined {
  return PROGRAMS.find((program) => existsSync(program));
}
