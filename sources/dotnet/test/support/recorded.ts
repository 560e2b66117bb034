import { readFileSync } from 'node:fs';

/** What SDK 10.0.401 really printed or wrote. */
export const recorded = (name: string): string =>
  readFileSync(new URL(`./sdk-10.0.401/${name}`, import.meta.url), 'utf8');
