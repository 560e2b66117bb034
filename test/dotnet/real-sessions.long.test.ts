import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';
import { until } from '../daemon/daemon-fixture.js';
import { membersOf } from '../server/wire.js';
import { tenTimes } from '../support/time.js';
import { type DotnetServer, type Envelope, openDotnet } from './dotnet-fixture.js';
import { application, real } from './real.js';

const dotnetServer = await openDotnet({ cli: 'real' });
const ask = (action: string, args: Record<string, unknown>, where: DotnetServer = dotnetServer) =>
  where.ask('dotnet_project', { action, ...args });

/** Says that it is ready, and waits for its end, or crashes. */
const code = `System.Console.Error.WriteLine("to stderr");
System.Console.WriteLine("ready");
System.Threading.Thread.Sleep(args.Length > 0 ? 500 : 600000);
throw new System.InvalidOperationException("a crash");
`;
const background = { startMode: 'Background', waitFor: 'ready', waitTimeoutMs: 120_000 };

/** The processes of a project's program, whatever group they are in. */
const programsOf = (name: string) =>
  execFileSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8' })
    .split('\n')
    .filter(line => line.includes(join(dotnetServer.folder, name, 'bin')));

const sessionOf = ({ metadata }: Envelope) => ({ sessionId: metadata!.sessionId!, pid: Number(metadata!.pid) });

async function states(): Promise<Readonly<Record<string, string>>> {
  const { sessions } = JSON.parse((await ask('ListSessions', {})).output!) as {
    sessions: readonly { sessionId: string; state: string; target: string }[];
  };
  return Object.fromEntries(
    sessions.flatMap(({ sessionId, state, target }) => [
      [sessionId, state],
      [target, state],
    ]),
  );
}

real('a program runs on in the background, is heard, and is stopped with all it started', async () => {
  const project = application(dotnetServer, 'Server', code);
  const started = await ask('Run', { project, ...background });
  expect(started).toMatchObject({ success: true, metadata: { ready: 'true', target: project } });
  expect(started.output).toContain('Process started in background mode');
  const { sessionId, pid } = sessionOf(started);
  // The CLI, and the program that it runs.
  expect(membersOf(pid).length).toBeGreaterThanOrEqual(2);
  expect(programsOf('Server')).not.toEqual([]);
  const logs = await ask('Logs', { sessionId });
  expect(logs.output!.split('\n').sort()).toEqual(['[stderr] to stderr', 'ready']);
  const asked = performance.now();
  expect(await ask('Stop', { sessionId })).toMatchObject({ success: true, metadata: { stopped: 'true' } });
  expect(performance.now() - asked).toBeLessThan(tenTimes(6_000));
  expect(membersOf(pid)).toEqual([]);
  expect(programsOf('Server')).toEqual([]);

  // It is built by now: one that crashes, and one whose server goes.
  const crashing = await ask('Run', { project, noBuild: true, appArgs: 'crash', ...background });
  const crashed = sessionOf(crashing).sessionId;
  await until('its crash', () => membersOf(sessionOf(crashing).pid).length === 0, 60_000);
  while ((await states())[crashed] === 'running');
  expect(await ask('Logs', { sessionId: crashed })).toMatchObject({
    output: expect.stringContaining('[stderr] Unhandled exception. System.InvalidOperationException: a crash'),
    metadata: { isRunning: 'false', exitCode: '134' },
  });
  expect(await ask('Stop', { sessionId: crashed })).toMatchObject({
    success: true,
    metadata: { stopped: 'false', alreadyExited: 'true' },
  });
  const other = await openDotnet({ cli: 'real' });
  const left = sessionOf(
    await ask('Run', { project, noBuild: true, ...background, workingDirectory: dotnetServer.folder }, other),
  );
  expect(membersOf(left.pid).length).toBeGreaterThanOrEqual(2);
  other.wire.endInput();
  await other.wire.exited;
  expect(membersOf(left.pid)).toEqual([]);
  expect(programsOf('Server')).toEqual([]);
});

real('a program that does not compile is none that runs', async () => {
  const project = application(dotnetServer, 'Wrong', 'Nothing();\n');
  expect(await ask('Run', { project, ...background })).toMatchObject({
    success: false,
    errors: [{ code: 'CS0103', data: { command: `dotnet build ${project}` } }],
  });
  expect(await states()).not.toHaveProperty([project]);
});

real('a program that is watched is built by nobody else until that is stopped', async () => {
  const project = application(dotnetServer, 'Watched', code);
  const started = await ask('Watch', { project, watchAction: 'run', waitFor: 'ready', waitTimeoutMs: 120_000 });
  expect(started).toMatchObject({ success: true, metadata: { ready: 'true', operationType: 'watch' } });
  const { sessionId, pid } = sessionOf(started);
  expect(await ask('Build', { project })).toMatchObject({
    errors: [{ code: 'CONCURRENCY_CONFLICT', data: { additionalData: { sessionId } } }],
  });
  expect(programsOf('Watched')).not.toEqual([]);
  expect(await ask('Stop', { sessionId })).toMatchObject({ success: true });
  expect(membersOf(pid)).toEqual([]);
  expect(programsOf('Watched')).toEqual([]);
  expect(await ask('Build', { project, noRestore: true })).toMatchObject({ success: true });
});
