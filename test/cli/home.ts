import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { WAIT_LIMIT_MS } from '../support/time.js';

/** Whether the commands of these tests go through daemons: the same tests, the other way. */
export const throughDaemon = process.env.CONCORD_TEST_DAEMON === '1';

/** Where daemons of these tests may listen. */
const runtimes = new Set<string>();

/** Variables that keep everything a command writes inside one folder, and its daemon too, where there is one. */
export function homeIn(folder: string, more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    XDG_STATE_HOME: join(folder, 'state'),
    XDG_CACHE_HOME: join(folder, 'cache'),
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_RUNTIME_DIR: join(folder, 'run'),
    ...(throughDaemon ? {} : { MCP_NO_DAEMON: '1' }),
    ...more,
  };
  if (throughDaemon && env.XDG_RUNTIME_DIR === join(folder, 'run')) mkdirSync(env.XDG_RUNTIME_DIR, { recursive: true });
  runtimes.add(env.XDG_RUNTIME_DIR);
  return env;
}

/** Ends the daemons that commands of this file have started, each by its id, and waits until they are gone. */
async function endDaemons(): Promise<void> {
  const pids = readdirSync('/proc').filter(isDaemonOfOurs).map(Number);
  for (const pid of pids) process.kill(pid, 'SIGTERM');
  const end = performance.now() + WAIT_LIMIT_MS;
  for (const pid of pids) {
    while (isDaemonOfOurs(String(pid)) && performance.now() < end)
      await new Promise(resolve => setTimeout(resolve, 20));
    if (isDaemonOfOurs(String(pid))) process.kill(pid, 'SIGKILL');
  }
}

/** Whether a process is a daemon that listens in a folder of these tests. */
function isDaemonOfOurs(pid: string): boolean {
  const words = (name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8').split('\0');
  try {
    if (!words('cmdline').join(' ').includes(' daemon run')) return false;
    return words('environ').some(each => runtimes.has(each.replace('XDG_RUNTIME_DIR=', '')));
  } catch {
    return false;
  }
}

if (throughDaemon) afterAll(endDaemons, 60_000);
