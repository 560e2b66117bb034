import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { until } from '../daemon/daemon-fixture.js';
import { membersOf } from '../server/wire.js';
import { temporaryFolder } from '../support/engine.js';
import { startMcp } from './command.js';
import { openDotnet, type Replay, type ScriptedFolder } from './dotnet-fixture.js';

const fake = await openDotnet({ env: { CONCORD_DOTNET_MAX_PROCESSES: '64' } });

const state = temporaryFolder();

const project = 'App.csproj';
const build = { action: 'Build', project };

/** Goes on whatever it is told, and so does what it started. */
const stubborn: Replay = { stdout: 'so far\n', ignoreTerm: true, waitForFile: 'never', grandchildMs: 600_000 };

/** Where the next call in a scripted folder finds the project free: it is started, and nobody is in its way. */
async function expectFree(scripted: ScriptedFolder): Promise<void> {
  scripted.replay({ stdout: 'fine\n' });
  expect(await scripted.ask('dotnet_project', build)).toMatchObject({ success: true, output: 'fine\n' });
}

const groupOf = (scripted: ScriptedFolder) => membersOf(scripted.started()[0]!.pid);

describe.concurrent('a call whose time is up', () => {
  it('is answered with what came so far, all of its processes are gone, and its lock is free', async () => {
    const scripted = fake.scripted(stubborn);
    const timeoutMs = 2_000;
    const answer = await scripted.ask('dotnet_project', { ...build, timeoutMs });
    expect(answer).toEqual({
      success: false,
      errors: [
        {
          code: 'OPERATION_CANCELLED',
          message: `The operation timed out after ${timeoutMs} ms`,
          category: 'Cancellation',
          hint: 'The command was terminated before completion',
          rawOutput: 'so far\n[Output truncated]',
          mcpErrorCode: -32603,
          data: {
            command: 'dotnet build App.csproj',
            exitCode: -1,
            additionalData: { reason: 'timeout', timeoutMs: String(timeoutMs) },
          },
        },
      ],
      exitCode: -1,
    });
    expect(groupOf(scripted)).toEqual([]);
    await expectFree(scripted);
  });
});

describe.concurrent('a call that is cancelled', () => {
  it('by its client ends all of its processes, and its lock is free', async () => {
    const scripted = fake.scripted(stubborn);
    const id = fake.wire.start('tools/call', {
      name: 'dotnet_project',
      arguments: { ...build, workingDirectory: scripted.folder },
    });
    await scripted.untilStarted();
    fake.wire.notify('notifications/cancelled', { requestId: id });
    const document = {
      success: false,
      errors: [{ code: 'OPERATION_CANCELLED', category: 'Cancellation' }],
      exitCode: -1,
    };
    expect(await fake.wire.answer(id)).toMatchObject({
      error: { code: -32001, data: { structuredContent: document } },
    });
    expect(groupOf(scripted)).toEqual([]);
    await expectFree(scripted);
  });

  it('at the command line tells what came so far', async () => {
    const scripted = fake.scripted(stubborn);
    const args = ['action=Build', `project=${project}`, '--dialect', 'contract-v1'];
    const call = startMcp(scripted.folder, ['call', 'dotnet/dotnet_project', ...args], fake);
    await scripted.untilAwaited('never');
    // It has printed; what it printed has to get through the pipe.
    await delay(1_000);
    call.interrupt();
    const { text } = await call.ended;
    expect(JSON.parse(text)).toMatchObject({
      success: false,
      errors: [
        {
          code: 'OPERATION_CANCELLED',
          message: 'The operation was cancelled by the user',
          rawOutput: 'so far\n[Output truncated]',
          data: { command: 'dotnet build App.csproj', exitCode: -1 },
        },
      ],
    });
    expect(groupOf(scripted)).toEqual([]);
  });

  it('before its turn has come starts nothing', async () => {
    const narrow = await openDotnet({ env: { CONCORD_DOTNET_MAX_PROCESSES: '1' } });
    const first = narrow.scripted({ waitForFile: 'go' });
    const second = narrow.scripted();
    const running = first.ask('dotnet_project', build);
    await first.untilStarted();
    const id = narrow.wire.start('tools/call', {
      name: 'dotnet_project',
      arguments: { ...build, workingDirectory: second.folder },
    });
    await narrow.wire.request('ping');
    narrow.wire.notify('notifications/cancelled', { requestId: id });
    expect(await narrow.wire.answer(id)).toMatchObject({ error: { code: -32001 } });
    first.write('go', '');
    expect(await running).toMatchObject({ success: true });
    expect(second.started()).toEqual([]);
  });
});

describe.concurrent('a command that leaves a process behind', () => {
  it('is answered when it ends itself, though its pipes stay open', async () => {
    const scripted = fake.scripted({ stdout: 'built\n', waitForFile: 'go', grandchildMs: 600_000 });
    const answer = scripted.ask('dotnet_project', build);
    await scripted.untilStarted();
    const { pid } = scripted.started()[0]!;
    const left = await until('somebody else', () => groupOf(scripted).find(each => each.pid !== pid));
    scripted.write('go', '');
    expect(await answer).toMatchObject({ success: true, output: 'built\n' });
    // A build server it left behind may go on, to serve the next build too.
    expect(membersOf(pid).map(each => each.pid)).toEqual([left.pid]);
    process.kill(left.pid, 'SIGKILL');
    await expectFree(scripted);
  });
});

describe.concurrent('a crash', () => {
  it('of the command is reported with its signal, and its lock is free', async () => {
    const scripted = fake.scripted({ stdout: 'so far\n', signal: 'SIGKILL', delayMs: 60_000 });
    const answer = await scripted.ask('dotnet_project', build);
    expect(answer).toMatchObject({ success: false, exitCode: 137, errors: [{ code: 'EXIT_137', message: 'so far' }] });
    await expectFree(scripted);
  });

  it('of the server leaves neither a lock nor a process', async () => {
    const env = { XDG_STATE_HOME: state };
    const [first, second] = await Promise.all([openDotnet({ env }), openDotnet({ env })]);
    const scripted = first.scripted({ waitForFile: 'never' });
    first.wire.start('tools/call', {
      name: 'dotnet_project',
      arguments: { ...build, workingDirectory: scripted.folder },
    });
    await scripted.untilStarted();
    first.wire.signal('SIGKILL');
    await first.wire.exited;
    await until('the end of its processes', () => groupOf(scripted).length === 0);
    scripted.replay({ stdout: 'fine\n' });
    const answer = await second.call('dotnet_project', { ...build, workingDirectory: scripted.folder });
    expect(answer.envelope).toMatchObject({ success: true, output: 'fine\n' });
  });
});
