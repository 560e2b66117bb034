// Starts contenders, processes of their own that want locks, for the tests.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const here = fileURLToPath(new URL('.', import.meta.url));

/**
 * Compiles the locks to one file that a contender can import.
 * @param {string} folder
 */
export function compileLocks(folder) {
  const outfile = join(folder, 'locks.mjs');
  const entryPoints = [join(here, 'locks.ts')];
  buildSync({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm', tsconfigRaw: '{}' });
  return outfile;
}

/**
 * Starts a contender.
 * @param {string} module
 * @param {Record<string, unknown>} order
 */
export function startContender(module, order) {
  return spawn(process.execPath, [join(here, 'contender.mjs'), module, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/**
 * Runs a contender to its end and tells how it ended: its exit code or the signal.
 * @param {string} module
 * @param {Record<string, unknown>} order
 * @returns {Promise<number | string>}
 */
export async function runContender(module, order) {
  const [code, signal] = await once(startContender(module, order), 'exit');
  return code ?? signal;
}
