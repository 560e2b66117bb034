import { join } from 'node:path';
import { Readable } from 'node:stream';
import { connect } from '@concord/client';
import { Stop } from '@concord/engine';
import { run } from '../../packages/cli/src/run.js';
import type { Shell } from '../../packages/cli/src/shell.js';

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Variables that keep everything a command writes inside one folder. */
export function homeIn(folder: string): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    XDG_STATE_HOME: join(folder, 'state'),
    XDG_CACHE_HOME: join(folder, 'cache'),
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_RUNTIME_DIR: join(folder, 'run'),
    MCP_NO_DAEMON: '1',
  };
}

/** What a command line run in this process meets beside its folder. */
export interface Surroundings {
  readonly cwd?: string;
  readonly env?: Record<string, string>;
  readonly stdin?: string;
}

/** Runs a command line in this process, as a daemon would: the same functions, with real servers, and no process of its own. */
export async function runInProcess(
  argv: readonly string[],
  folder: string,
  { cwd = folder, env = {}, stdin = '' }: Surroundings = {},
): Promise<Ran> {
  let [stdout, stderr] = ['', ''];
  const shell: Shell = {
    argv,
    cwd,
    home: folder,
    env: { ...homeIn(folder), ...env },
    platform: process.platform,
    stdin: Readable.from(stdin === '' ? [] : [stdin]),
    stdinKind: 'nothing',
    stdout: async text => {
      stdout += text;
    },
    stderr: async text => {
      stderr += text;
    },
    terminal: { stdin: false, stdout: false, stderr: false },
    columns: 80,
    signal: new Stop(),
    interruptedWith: () => undefined,
    ask: async () => undefined,
    connect,
    sent: () => {},
    now: () => new Date(),
  };
  const code = await run(shell);
  return { code, stdout, stderr };
}
