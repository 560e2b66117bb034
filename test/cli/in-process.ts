import { Readable } from 'node:stream';
import { connect } from '@concord/client';
import { Stop } from '@concord/engine';
import { run } from '../../packages/cli/src/run.js';
import type { Shell } from '../../packages/cli/src/shell.js';
import { homeIn, type Ran } from './mcp.js';

/** Runs a command line in this process, as a daemon would: the same functions, with real servers, and no process of its own. */
export async function runInProcess(argv: readonly string[], folder: string): Promise<Ran> {
  let [stdout, stderr] = ['', ''];
  const shell: Shell = {
    argv,
    cwd: folder,
    home: folder,
    env: homeIn(folder),
    platform: process.platform,
    stdin: Readable.from([]),
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
