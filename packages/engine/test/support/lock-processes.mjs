// Starts processes of their own that want locks, for the tests.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const here = fileURLToPath(new URL('.', import.meta.url));

/**
 * Compiles the locks to one file that such a process can import.
 * @param {string} folder
 */
export function compileLocks(folder) {
  const outfile = join(folder, 'locks.mjs');
  const entryPoints = [join(here, '../../src/locks/locks.ts')];
  buildSync({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm', tsconfigRaw: '{}' });
  return outfile;
}

/**
 * Starts such a process.
 * @param {string} module
 * @param {Record<string, unknown>} order
 */
export function startLockProcess(module, order) {
  return spawn(process.execPath, [join(here, 'lock-process.mjs'), module, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/**
 * Runs one to its end and tells how it ended: its exit code or the signal.
 * @param {string} module
 * @param {Record<string, unknown>} order
 * @returns {Promise<number | string>}
 */
export async function runLockProcess(module, order) {
  const [code, signal] = await once(startLockProcess(module, order), 'exit');
  return code ?? signal;
}
