import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { builtInRules } from '@concord/source-code';
import { beforeAll, expect, it } from 'vitest';
import { bin } from '../cli/mcp.js';
import { temporaryFolder } from '../support/engine.js';

const otherNode = fileURLToPath(new URL('../conformance/node_modules/node/bin/node', import.meta.url));
const hasOther = existsSync(otherNode);
if (!hasOther) console.warn('SKIPPED: a second Node; install it with: npm ci --prefix test/conformance');

/** What a scan of code in all six languages prints. */
function scan(node: string, ...flags: string[]): string {
  const home = temporaryFolder();
  const { status, stdout, stderr } = spawnSync(node, [bin, 'scan', '.', '--json', '--no-cache', ...flags], {
    cwd: builtInRules(),
    encoding: 'utf8',
    maxBuffer: 64 * 1_048_576,
    env: { PATH: process.env.PATH, HOME: home, XDG_STATE_HOME: home, XDG_CACHE_HOME: home },
  });
  expect([status, stderr]).toEqual([2, '']);
  return stdout;
}

let first: string;
beforeAll(() => {
  first = scan(process.execPath, '--jobs', '1');
});

it('prints the same bytes for one job and for four', () => {
  expect(scan(process.execPath, '--jobs', '4')).toBe(first);
});

it.skipIf(!hasOther)('prints the same bytes on another version of Node', () => {
  expect(scan(otherNode, '--jobs', '4')).toBe(first);
});
