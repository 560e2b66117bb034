import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Measured } from '../harness.js';

const root = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** What a process took. */
export interface Ran extends Measured {
  /** The most memory it had at once, where the system tells. */
  readonly mostMb: number;
}

/** Runs a program to its end. What it prints is read and thrown away. */
export function ran(command: string, args: readonly string[], home: string): Promise<Ran> {
  const began = performance.now();
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH ?? '', HOME: home, XDG_CACHE_HOME: join(home, 'cache'), NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.resume();
  let mostMb = 0;
  const watch = setInterval(() => {
    const path = `/proc/${child.pid}/status`;
    if (existsSync(path)) mostMb = Math.max(mostMb, Number(/VmHWM:\s+(\d+)/.exec(read(path))?.[1] ?? 0) / 1_024);
  }, 20);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', code => {
      clearInterval(watch);
      if (code === 0) resolve({ elapsedMs: performance.now() - began, mostMb });
      else reject(new Error(`${command} ended with ${code}`));
    });
  });
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** `mcp scan` of a folder; it never ends with the code of findings. */
export const scan = (folder: string, home: string, ...args: readonly string[]): Promise<Ran> =>
  ran(process.execPath, [root('bin/mcp'), 'scan', folder, '--json', '--fail-on', 'never', ...args], home);

export const parse = (folder: string, home: string): Promise<Ran> =>
  ran(process.execPath, [fileURLToPath(new URL('parse-process.js', import.meta.url)), folder], home);

/** The peer's program in its package for this system, which needs no script to be installed. */
export function peer(): string | undefined {
  const system = { linux: '-gnu', win32: '-msvc' }[process.platform as string] ?? '';
  const folder = root(`test/peers/node_modules/@ast-grep/cli-${process.platform}-${process.arch}${system}`);
  return [join(folder, 'ast-grep'), join(folder, 'ast-grep.exe')].find(path => existsSync(path));
}
