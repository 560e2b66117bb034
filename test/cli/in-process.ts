import { Readable } from 'node:stream';
import { connect } from '@concord/client';
import { Stop } from '@concord/engine';
import type { ProcessContext } from '../../packages/cli/src/command/context.js';
import { splitVerb } from '../../packages/cli/src/parse/verb.js';
import { run } from '../../packages/cli/src/start/run.js';
import { homeIn, throughDaemon } from './home.js';
import { type Ran, run as runSpawned, type Surroundings } from './spawned.js';

export { homeIn } from './home.js';
export type { Ran, Surroundings } from './spawned.js';

/**
 * Runs a command line in this process: the same functions, with real servers, and no process of its own. Where these tests go through
 * daemons, it is one of those that runs it.
 */
export async function runInProcess(
  argv: readonly string[],
  folder: string,
  { cwd = folder, env = {}, stdin = '' }: Surroundings = {},
): Promise<Ran> {
  if (throughDaemon) return runSpawned(argv, folder, { cwd, env, stdin });
  let [stdout, stderr] = ['', ''];
  const context: ProcessContext = {
    argv,
    cwd,
    home: folder,
    env: homeIn(folder, env),
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
  const code = await run(context, splitVerb(argv));
  return { code, stdout, stderr };
}
