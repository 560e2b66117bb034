import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import type { Definition } from '../../src/config/entry/definition.js';

type Stdio = Extract<Definition, { transport: 'stdio' }>;
type Http = Extract<Definition, { transport: 'http' | 'sse' }>;

const folder = mkdtempSync(join(tmpdir(), 'connect-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;

/** A path in the folder of this test file that nobody else has. */
export function freshPath(): string {
  files += 1;
  return join(folder, String(files));
}

const common = { name: 'fixture', daemon: true, protocol: 'auto', secrets: [] } as const;

/** A server started by these words. */
export function stdio(command: string, args: readonly string[], more: Partial<Stdio> = {}): Stdio {
  const env = { PATH: process.env.PATH ?? '', HOME: folder, XDG_STATE_HOME: folder, MCPBASH_LOG_LEVEL: 'error' };
  return { ...common, transport: 'stdio', command, args, cwd: folder, ...more, env: { ...env, ...more.env } };
}

/** A server that misbehaves in one way, and what it noted about itself. */
export function hostile(mode: string, more: Partial<Stdio> = {}): { definition: Stdio; notes(): string[] } {
  const script = fileURLToPath(new URL('../../../../test/client/hostile-server.mjs', import.meta.url));
  const log = freshPath();
  const notes = () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []);
  everyNotes.push(notes);
  return { definition: stdio(process.execPath, [script, mode, log], more), notes };
}

const everyNotes: (() => readonly string[])[] = [];

/** Processes of such servers that still live. */
export function leftServers(): number[] {
  const lines = everyNotes.flatMap(notes => notes());
  const pids = lines.map(line => /^(?:start|grandchild) (\d{1,10})$/.exec(line)?.[1]).filter(pid => pid !== undefined);
  return pids.map(Number).filter(isAlive);
}

/** A server at this address. */
export function http(url: string | URL, more: Partial<Http> = {}): Http {
  return { ...common, transport: 'http', url: String(url), headers: {}, allowHttp: false, ...more };
}

/** The command of this repository. */
export const mcp = fileURLToPath(new URL('../../../../bin/mcp', import.meta.url));

/** True while a process of this number lives. */
export function isAlive(pid: number): boolean {
  try {
    // A zombie is dead: only its entry waits for somebody to read it.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
