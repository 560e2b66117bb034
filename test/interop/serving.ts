import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { temporaryFolder } from '../support/engine.js';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

export const mcp = path('../../bin/mcp');
export const node24 = path('../conformance/node_modules/node/bin/node');
export const peer = (name: string) => path(`../peers/node_modules/${name}`);

/** The environment of a server under test: a state folder of its own, no chatter. */
export function serverEnvironment(): Record<string, string> {
  return { PATH: process.env.PATH ?? '', XDG_STATE_HOME: temporaryFolder(), MCPBASH_LOG_LEVEL: 'error' };
}

/** A source over HTTP on a port of the system's choice, ended after the test file. */
export async function servedOverHttp(source: string): Promise<URL> {
  const child = spawn(process.execPath, [mcp, 'serve', source, '--http', '127.0.0.1:0'], {
    env: serverEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  afterAll(() => child.kill('SIGKILL'));
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', line => resolve(new URL(line)));
    child.once('exit', code => reject(new Error(`the server exited with ${code}`)));
  });
}
