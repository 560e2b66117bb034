import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Benchmark } from '../harness.js';
import { dotnetServer, quiet } from './version.js';

const run = promisify(execFile);
/** Five percent more wall time. */
const AT_LEAST = 1 / 1.05;

/** A solution of an application and two libraries, built once. */
async function solution() {
  const folder = mkdtempSync(join(tmpdir(), 'concord-bench-'));
  const dotnet = (...args: string[]) => run('dotnet', args, { cwd: folder, env: { ...process.env, ...quiet } });
  await dotnet('new', 'console', '-n', 'App');
  for (const name of ['One', 'Two']) {
    await dotnet('new', 'classlib', '-n', name);
    await dotnet('add', 'App', 'reference', name);
  }
  await dotnet('new', 'sln', '-n', 'All', '--format', 'slnx');
  await dotnet('sln', 'All.slnx', 'add', 'App', 'One', 'Two');
  await dotnet('build', 'All.slnx');
  return { folder, dotnet, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

async function builds(name: string, before: (folder: string) => void): Promise<Benchmark> {
  const { folder, dotnet, remove } = await solution();
  const server = await dotnetServer();
  const timed = (build: () => Promise<unknown>) => async () => {
    before(folder);
    const started = performance.now();
    await build();
    return { elapsedMs: performance.now() - started };
  };
  return {
    name,
    work: { amount: 1, unit: 'builds' },
    subjects: {
      bare: timed(() => dotnet('build', 'All.slnx')),
      concord: timed(() => server.call('dotnet_project', { action: 'Build', project: join(folder, 'All.slnx') })),
    },
    targets: [{ subject: 'concord', against: 'bare', atLeast: AT_LEAST }],
    rounds: 7,
    warmUp: 2,
    close: () => {
      server.close();
      remove();
    },
  };
}

/** A build that finds nothing to do, beside the bare command. */
export const buildNothingToDo = () => builds('build of three projects, nothing to do', () => {});

/** A build after one file was touched, beside the bare command. */
export const buildAfterTouch = () =>
  builds('build of three projects, one file touched', folder => {
    const now = new Date();
    utimesSync(join(folder, 'One', 'Class1.cs'), now, now);
  });
