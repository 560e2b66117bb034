import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../support/engine.js';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const bin = path('../../bin/mcp');
const server = (name: string) => path(`../peers/node_modules/@modelcontextprotocol/${name}/dist/index.js`);

/** Whether the servers from npm are installed. */
export const hasPeers = existsSync(server('server-everything'));
if (!hasPeers) console.warn('SKIPPED: servers from npm; install them with: npm ci --prefix test/peers');

/** A folder with a configuration of its own and nothing of the person who runs the tests. */
export class Desk {
  readonly folder = temporaryFolder();
  readonly config = join(this.folder, 'servers.json');

  constructor(servers: Record<string, object>) {
    writeFileSync(this.config, JSON.stringify({ mcpServers: servers }));
  }

  /** Runs `mcp` with this configuration and gives what it printed and its exit code. */
  run(
    args: readonly string[],
    options: { readonly stdin?: string; readonly env?: Record<string, string> } = {},
  ): Promise<Ran> {
    return run([...args, '--config', this.config], this.folder, options);
  }

  /** The same, where one JSON document is expected. */
  async json(...args: string[]): Promise<{ code: number | null; document: Record<string, unknown> }> {
    const { code, stdout } = await this.run([...args, '--json']);
    return { code, document: JSON.parse(stdout) as Record<string, unknown> };
  }
}

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `mcp` in a folder, with a home and a state of its own. */
export function run(
  args: readonly string[],
  folder: string,
  { stdin = '', env = {} }: { readonly stdin?: string; readonly env?: Record<string, string> } = {},
): Promise<Ran> {
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', HOME: folder, XDG_STATE_HOME: join(folder, 'state'), ...env },
  });
  child.stdin.on('error', () => {});
  child.stdin.end(stdin);
  return new Promise(resolve => {
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.once('close', code => resolve({ code, stdout, stderr }));
  });
}

export const everything = { command: process.execPath, args: [server('server-everything'), 'stdio'] };
export const files = (folder: string) => ({ command: process.execPath, args: [server('server-filesystem'), folder] });
export const memory = { command: process.execPath, args: [server('server-memory')] };
export const missing = { command: '/nowhere/at/all' };
export const demo = { use: 'demo' };
