import { afterAll, describe, expect, it } from 'vitest';
import { DaemonFixture, until } from '../daemon/daemon-fixture.js';
import { membersOf } from '../server/wire.js';
import { startMcp } from './command.js';
import { type Envelope, openDotnet, pathFor, type Replay, type ScriptedFolder } from './dotnet-fixture.js';

const fake = await openDotnet({ env: { CONCORD_DOTNET_MAX_PROCESSES: '64', CONCORD_DOTNET_MAX_SESSIONS: '64' } });

const background = { action: 'Run', startMode: 'Background', noBuild: true, project: 'App.csproj' };
/** Says that it is ready, and goes on until it is stopped, and so does what it started. */
const program: Replay = { stdout: 'ready\n', waitForFile: 'never', grandchildMs: 60_000 };
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

interface Session {
  readonly answer: Envelope;
  readonly sessionId: string;
  readonly pid: number;
}

async function start(scripted: ScriptedFolder, more: Record<string, unknown> = {}): Promise<Session> {
  const answer = await scripted.ask('dotnet_project', { ...background, waitFor: 'ready', ...more });
  expect(answer).toMatchObject({ success: true, metadata: { ready: 'true' } });
  const { sessionId, pid } = answer.metadata!;
  return { answer, sessionId: sessionId!, pid: Number(pid) };
}

const about = (scripted: ScriptedFolder, action: string, sessionId: string, more: Record<string, unknown> = {}) =>
  scripted.ask('dotnet_project', { action, sessionId, ...more });

/** The logs, once they have so many lines. */
async function logsOf(scripted: ScriptedFolder, sessionId: string, lines: number): Promise<Envelope> {
  for (;;) {
    const logs = await about(scripted, 'Logs', sessionId);
    const { totalOutputLines, totalErrorLines } = logs.metadata!;
    if (Number(totalOutputLines) + Number(totalErrorLines) >= lines) return logs;
  }
}

async function sessions(): Promise<readonly Record<string, unknown>[]> {
  const { output } = await fake.ask('dotnet_project', { action: 'ListSessions' });
  return (JSON.parse(output!) as { sessions: Record<string, unknown>[] }).sessions;
}

const listed = async (sessionId: string) => (await sessions()).find(each => each.sessionId === sessionId);

describe.concurrent('a session', () => {
  it('says what it is and lives on after its call; stopping it ends all of its processes', async () => {
    const scripted = fake.scripted(program);
    const { answer, sessionId, pid } = await start(scripted, { appArgs: '--x 1' });
    expect(sessionId).toMatch(uuid);
    expect(answer).toEqual({
      success: true,
      command: 'dotnet run --project App.csproj --no-build -- --x 1',
      output: [
        'Process started in background mode',
        `Session ID: ${sessionId}`,
        `PID: ${pid}`,
        'Target: App.csproj',
        'Stop it with action Stop and this sessionId.',
      ].join('\n'),
      exitCode: 0,
      metadata: {
        sessionId,
        pid: String(pid),
        operationType: 'run',
        target: 'App.csproj',
        startMode: 'background',
        ready: 'true',
      },
    });
    expect(membersOf(pid)).toHaveLength(2);
    expect(await listed(sessionId)).toMatchObject({ pid, state: 'running', target: 'App.csproj', urls: [] });
    const stopped = await about(scripted, 'Stop', sessionId);
    expect(stopped).toEqual({
      success: true,
      output: expect.stringContaining('stopped'),
      exitCode: 0,
      metadata: { sessionId, stopped: 'true', exitCode: '143' },
    });
    expect(membersOf(pid)).toEqual([]);
    expect(await listed(sessionId)).toMatchObject({ state: 'exited', exitCode: 143 });
  });

  it('that does not listen is ended all the same', async () => {
    const scripted = fake.scripted({ ...program, ignoreTerm: true });
    const { sessionId, pid } = await start(scripted);
    expect(await about(scripted, 'Stop', sessionId)).toMatchObject({ metadata: { stopped: 'true', exitCode: '137' } });
    expect(membersOf(pid)).toEqual([]);
  });

  it('is ready with the address it announces, and says so when it did not', async () => {
    const web = fake.scripted({
      stdout: 'info: x\n      Now listening on: http://localhost:5123\n',
      waitForFile: 'never',
    });
    expect(await web.ask('dotnet_project', background)).toMatchObject({
      metadata: { ready: 'true', urls: 'http://localhost:5123' },
    });
    const slow = fake.scripted({ waitForFile: 'never' });
    const answer = await slow.ask('dotnet_project', { ...background, waitFor: 'ready', waitTimeoutMs: 50 });
    expect(answer).toMatchObject({ success: true, metadata: { ready: 'false' } });
  });

  it('is built first, and is none where that fails', async () => {
    const line = 'App.cs(1,2): error CS0103: x [/p/App.csproj]\n';
    const scripted = fake.scripted({ argv: ['build'], stdout: line, exitCode: 1 }, program);
    const args = { ...background, noBuild: false, project: 'Built.csproj' };
    expect(await scripted.ask('dotnet_project', args)).toMatchObject({
      success: false,
      exitCode: 1,
      errors: [{ code: 'CS0103', data: { command: 'dotnet build Built.csproj' } }],
    });
    expect((await sessions()).map(each => each.target)).not.toContain('Built.csproj');
    expect(scripted.started().map(each => each.argv[0])).toEqual(['build']);
    scripted.replay({ argv: ['build'] }, program);
    await start(scripted, args);
    expect(scripted.started().map(each => each.argv)).toEqual([
      ['build', 'Built.csproj'],
      ['build', 'Built.csproj'],
      ['run', '--project', 'Built.csproj', '--no-build'],
    ]);
    // It holds nothing once it runs.
    expect(await scripted.ask('dotnet_project', { action: 'Build', project: 'Built.csproj' })).toMatchObject({
      success: true,
    });
  });

  it('that ends before it is ready has failed, and is forgotten; with exit code 0 it has just been quick', async () => {
    const broken = fake.scripted({ stdout: 'so far\n', stderr: 'no database\n', exitCode: 3 });
    const args = { ...background, waitFor: 'ready' };
    expect(await broken.ask('dotnet_project', { ...args, project: 'Broken.csproj' })).toMatchObject({
      success: false,
      exitCode: 3,
      errors: [{ code: 'EXIT_3', message: 'no database' }],
    });
    const quick = fake.scripted({ stdout: 'done\n' });
    const answer = await quick.ask('dotnet_project', { ...args, project: 'Quick.csproj' });
    expect(answer).toMatchObject({ success: true, metadata: { isRunning: 'false', ready: 'false' } });
    const targets = (await sessions()).map(each => each.target);
    expect(targets).toContain('Quick.csproj');
    expect(targets).not.toContain('Broken.csproj');
  });

  it('cannot be had when there are too many', async () => {
    const dotnetServer = await openDotnet({ env: { CONCORD_DOTNET_MAX_SESSIONS: '1' } });
    const scripted = dotnetServer.scripted(program);
    const { sessionId } = await start(scripted);
    expect(await scripted.ask('dotnet_project', background)).toMatchObject({
      success: false,
      errors: [
        {
          code: 'CAPABILITY_NOT_AVAILABLE',
          message: "The 'background sessions' capability is not available: 1 sessions are already running",
        },
      ],
    });
    await about(scripted, 'Stop', sessionId);
    await start(scripted);
  });

  it('cannot be had of a command that ends at once', async () => {
    const scripted = fake.scripted(program);
    const args = ['action=Run', 'startMode=Background', 'noBuild=true', '--dialect', 'contract-v1'];
    const { text } = await startMcp(scripted.folder, ['call', 'dotnet/dotnet_project', ...args], fake).ended;
    expect(JSON.parse(text)).toMatchObject({
      errors: [
        { code: 'INVALID_PARAMS', data: { additionalData: { parameter: 'startMode', reason: 'invalid value' } } },
      ],
    });
    expect(scripted.started()).toEqual([]);
  });
});

describe.concurrent('the logs of a session', () => {
  it('have the lines of both streams in order, the last ones, or those since the last time', async () => {
    const scripted = fake.scripted({
      stages: [
        { stdout: 'one\nready\n' },
        { afterFile: 'a', stderr: 'two\n' },
        { afterFile: 'b', stdout: 'three\n' },
        { afterFile: 'c', stderr: 'four\n' },
      ],
      waitForFile: 'never',
    });
    const { sessionId } = await start(scripted);
    for (const [at, file] of ['a', 'b'].entries()) {
      scripted.write(file, '');
      await logsOf(scripted, sessionId, 3 + at);
    }
    const logs = await about(scripted, 'Logs', sessionId);
    expect(logs.output).toBe('one\nready\n[stderr] two\nthree');
    expect(logs.metadata).toEqual({
      sessionId,
      operationType: 'run',
      target: 'App.csproj',
      startTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+\.\d{6}Z$/),
      isRunning: 'true',
      totalOutputLines: '3',
      totalErrorLines: '1',
      returnedOutputLines: '3',
      returnedErrorLines: '1',
      droppedLines: '0',
      cursor: expect.stringMatching(/\.\d{6}Z$/),
    });
    const tail = await scripted.call('dotnet_project', { action: 'Logs', sessionId, tailLines: 2 });
    expect(tail.text).toContain(`Logs for session ${sessionId}`);
    expect(tail.text).toContain('Returned 2 of 4 lines\n[stderr] two\nthree\n');
    const since = logs.metadata!.cursor;
    expect(await about(scripted, 'Logs', sessionId, { since })).toMatchObject({ output: '' });
    scripted.write('c', '');
    await logsOf(scripted, sessionId, 5);
    expect(await about(scripted, 'Logs', sessionId, { since })).toMatchObject({
      output: '[stderr] four',
      metadata: { returnedErrorLines: '1', returnedOutputLines: '0' },
    });
    expect(await about(scripted, 'Logs', sessionId, { since: 'yesterday' })).toMatchObject({
      errors: [{ data: { additionalData: { parameter: 'since', reason: 'invalid format' } } }],
    });
  });

  it('say that there is nothing yet', async () => {
    const scripted = fake.scripted({ waitForFile: 'never' });
    const { metadata } = await scripted.ask('dotnet_project', { ...background, waitTimeoutMs: 0 });
    const { text } = await scripted.call('dotnet_project', { action: 'Logs', sessionId: metadata!.sessionId });
    expect(text).toContain('(no output yet)');
  });

  it('stay when the program crashes, and so does its exit code', async () => {
    const scripted = fake.scripted({
      stdout: 'ready\n',
      stages: [{ afterFile: 'go', stderr: 'Unhandled exception\n' }],
      exitCode: 134,
    });
    const { sessionId } = await start(scripted);
    scripted.write('go', '');
    await logsOf(scripted, sessionId, 2);
    while ((await listed(sessionId))?.state === 'running');
    expect(await listed(sessionId)).toMatchObject({ state: 'exited', exitCode: 134 });
    expect(await about(scripted, 'Logs', sessionId)).toMatchObject({
      output: 'ready\n[stderr] Unhandled exception',
      metadata: { isRunning: 'false', exitCode: '134' },
    });
    expect(await about(scripted, 'Stop', sessionId)).toMatchObject({
      success: true,
      metadata: { sessionId, stopped: 'false', alreadyExited: 'true', exitCode: '134' },
    });
  });

  it.each(['Stop', 'Logs'])('of nobody are not found, by action %s', async action => {
    const sessionId = '00000000-0000-4000-8000-000000000000';
    expect(await fake.ask('dotnet_project', { action, sessionId })).toMatchObject({
      success: false,
      errors: [
        {
          code: 'INVALID_PARAMS',
          message: `Session '${sessionId}' not found`,
          data: { additionalData: { parameter: 'sessionId', reason: 'not found' } },
        },
      ],
    });
  });
});

describe.concurrent('a session that watches', () => {
  it('keeps others from its project until it is stopped, and is not taken for another that is called the same', async () => {
    const scriptedFolders = [1, 2].map(() => fake.scripted({ argv: ['watch'], ...program }, {}));
    const args = { action: 'Watch', watchAction: 'run', startMode: undefined, noBuild: undefined };
    const started = await Promise.all(scriptedFolders.map(scripted => start(scripted, args)));
    const build = { action: 'Build', project: 'App.csproj' };
    for (const [at, scripted] of scriptedFolders.entries()) {
      const { answer, sessionId } = started[at]!;
      expect(answer).toMatchObject({
        command: 'dotnet watch --project App.csproj run',
        output: expect.stringContaining('Watch Action: run'),
        metadata: { operationType: 'watch' },
      });
      const { errors } = await scripted.ask('dotnet_project', build);
      expect(errors).toMatchObject([{ code: 'CONCURRENCY_CONFLICT' }]);
      expect(errors![0]!.data!.additionalData).toEqual({
        operationType: 'build',
        target: 'App.csproj',
        conflictingOperation: 'watch in progress',
        since: expect.any(String),
        holderTarget: 'App.csproj',
        sessionId,
      });
      expect(await about(scripted, 'Stop', sessionId)).toMatchObject({ success: true });
      expect(await scripted.ask('dotnet_project', build)).toMatchObject({ success: true });
    }
  });

  it('gives its project back when it ends by itself', async () => {
    const scripted = fake.scripted({ argv: ['watch'], stdout: 'ready\n', waitForFile: 'go' }, {});
    await start(scripted, { action: 'Watch', watchAction: 'build', startMode: undefined, noBuild: undefined });
    scripted.write('go', '');
    const build = { action: 'Build', project: 'App.csproj', lockWaitMs: 10_000 };
    expect(await scripted.ask('dotnet_project', build)).toMatchObject({ success: true });
  });
});

describe.concurrent('the end of the server', () => {
  it.each(['the end of its input', 'SIGTERM', 'SIGINT', 'SIGKILL'])('by %s is that of its sessions', async how => {
    const dotnetServer = await openDotnet();
    const polite = await start(dotnetServer.scripted(program));
    const stubborn = await start(dotnetServer.scripted({ ...program, ignoreTerm: true }));
    if (how.startsWith('SIG')) dotnetServer.wire.signal(how as NodeJS.Signals);
    else dotnetServer.wire.endInput();
    await dotnetServer.wire.exited;
    const left = () => [polite, stubborn].flatMap(each => membersOf(each.pid));
    // One that is killed can do nothing itself: somebody else does, a moment later.
    if (how === 'SIGKILL') await until('the end of its sessions', () => left().length === 0);
    expect(left()).toEqual([]);
  });
});

describe('the end of the daemon', () => {
  const mcp = new DaemonFixture();
  afterAll(() => mcp.close());

  it('is that of its sessions, which live from call to call', async () => {
    const scripted = fake.scripted(program);
    const call = async (...args: string[]) => {
      const words = ['call', 'dotnet/dotnet_project', ...args, '--dialect', 'contract-v1'];
      const env = { PATH: pathFor('fake'), ...fake.forTheStandIn };
      return JSON.parse((await mcp.run(words, { env })).stdout) as Envelope;
    };
    const where = `workingDirectory=${scripted.folder}`;
    const started = await call('action=Run', 'startMode=Background', 'noBuild=true', 'waitFor=ready', where);
    expect(started).toMatchObject({ success: true, metadata: { ready: 'true' } });
    const { sessionId, pid } = started.metadata!;
    expect(await call('action=Logs', `sessionId=${sessionId}`)).toMatchObject({ output: 'ready' });
    expect(membersOf(Number(pid))).toHaveLength(2);
    await mcp.text('daemon', 'stop');
    await until('the end of the session', () => membersOf(Number(pid)).length === 0);
  });
});
