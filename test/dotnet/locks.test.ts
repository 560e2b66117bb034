import { mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Envelope, openDotnet, type Replay, type ScriptedFolder } from './dotnet-fixture.js';

/** A state folder of two servers. Neither may take it away while the other writes there: it goes with all else of the run. */
function sharedState(): string {
  return mkdtempSync(join(tmpdir(), 'concord-state-'));
}

// Calls that are held here must not keep one another from starting.
const state = { XDG_STATE_HOME: sharedState(), CONCORD_DOTNET_MAX_PROCESSES: '64' };
const fake = await openDotnet({ env: state });
const other = await openDotnet({ env: state });

const build = { action: 'Build' };
const waiting: Replay = { waitForFile: 'go' };

/** Starts a call that goes on until it is let go. */
async function held(scripted: ScriptedFolder, args: Record<string, unknown>, tool = 'dotnet_project', times = 1) {
  const answer = scripted.ask(tool, args);
  await scripted.untilStarted(times);
  return {
    letGo: async (): Promise<Envelope> => {
      scripted.write('go', '');
      return answer;
    },
  };
}

/** The contract's words for a call that has to wait for another. */
const conflict = (operation: string, target: string, holder: string, holderTarget: string) => ({
  success: false,
  errors: [
    {
      code: 'CONCURRENCY_CONFLICT',
      message: `Cannot execute '${operation}' on '${target}' because a conflicting operation is already in progress: ${holder} in progress`,
      category: 'Concurrency',
      hint: 'Wait for the conflicting operation to complete, or cancel it before retrying this operation.',
      rawOutput: '',
      mcpErrorCode: -32603,
      data: {
        exitCode: -1,
        additionalData: {
          operationType: operation,
          target,
          conflictingOperation: `${holder} in progress`,
          since: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
          holderTarget,
        },
      },
    },
  ],
  exitCode: -1,
});

describe('two operations on one project', () => {
  it.concurrent('do not run at once: the second gets a conflict that names the first, and nothing is started for it', async () => {
    const scripted = fake.scripted(waiting);
    const first = await held(scripted, { ...build, project: 'App.csproj' });
    expect(await scripted.ask('dotnet_project', { ...build, project: 'App.csproj' })).toEqual(
      conflict('build', 'App.csproj', 'build', 'App.csproj'),
    );
    expect(await first.letGo()).toMatchObject({ success: true });
    expect(scripted.started()).toHaveLength(1);
    expect(await scripted.ask('dotnet_project', { ...build, project: 'App.csproj' })).toMatchObject({ success: true });
  });

  it.concurrent('are not done at once when both come in the same moment', async () => {
    const scripted = fake.scripted({ delayMs: 300 });
    const answers = await Promise.all(
      [1, 2, 3].map(() => scripted.ask('dotnet_project', { ...build, project: 'App.csproj' })),
    );
    expect(answers.filter(each => each.success)).toHaveLength(1);
    expect(scripted.started()).toHaveLength(1);
  });

  it.concurrent('are known for the same by whatever name the project is called', async () => {
    const scripted = fake.scripted(waiting);
    const path = scripted.write('Lib/Lib.csproj', '<Project Sdk="Microsoft.NET.Sdk" />');
    scripted.write(
      'App/App.csproj',
      '<Project><ItemGroup><ProjectReference Include="..\\Lib\\Lib.csproj" /></ItemGroup></Project>',
    );
    scripted.write('Apart/Apart.csproj', '<Project Sdk="Microsoft.NET.Sdk" />');
    scripted.write('S.slnx', '<Solution><Project Path="App/App.csproj" /></Solution>');
    scripted.write(
      'Old.sln',
      'Project("{9A19103F-16F7-4668-BE54-9A1E7A4F7556}") = "Lib", "Lib\\Lib.csproj", "{00000000-0000-0000-0000-000000000001}"\nEndProject\n',
    );
    symlinkSync('Lib', join(scripted.folder, 'Link'));
    const first = await held(scripted, { ...build, project: 'Lib/Lib.csproj' });
    const names = [
      './Lib/../Lib/Lib.csproj',
      path,
      'Link/Lib.csproj',
      'Lib',
      'App/App.csproj',
      'App',
      'S.slnx',
      'Old.sln',
    ];
    const answers = await Promise.all(names.map(project => scripted.ask('dotnet_project', { ...build, project })));
    expect(answers).toEqual(names.map(name => conflict('build', name, 'build', 'Lib/Lib.csproj')));
    const below = await fake.ask('dotnet_project', { ...build, workingDirectory: join(scripted.folder, 'Lib') });
    expect(below).toEqual(conflict('build', join(scripted.folder, 'Lib'), 'build', 'Lib/Lib.csproj'));
    const elsewhere = relative(other.folder, path);
    expect(await other.ask('dotnet_project', { action: 'Clean', project: elsewhere })).toEqual(
      conflict('clean', elsewhere, 'build', 'Lib/Lib.csproj'),
    );
    expect(scripted.started()).toHaveLength(1);
    expect(other.started()).toEqual([]);
    const apart = scripted.ask('dotnet_project', { ...build, project: 'Apart/Apart.csproj' });
    await scripted.untilStarted(2);
    expect(await first.letGo()).toMatchObject({ success: true });
    expect(await apart).toMatchObject({ success: true });
  });
});

describe('operations that have nothing in common', () => {
  it.concurrent('are done at once', async () => {
    const scripted = fake.scripted(waiting);
    const answers = ['A/A.csproj', 'B/B.csproj', 'C/C.csproj'].map(project =>
      scripted.ask('dotnet_project', { ...build, project }),
    );
    await scripted.untilStarted(3);
    scripted.write('go', '');
    expect((await Promise.all(answers)).map(each => each.success)).toEqual([true, true, true]);
  });

  it.concurrent('go on beside a build when they only ask', async () => {
    const scripted = fake.scripted(
      { argv: ['build'], ...waiting },
      { argv: ['msbuild'], stdout: '{"Properties":{"Nullable":"enable"},"Items":{}}' },
    );
    scripted.write('App.csproj', '<Project Sdk="Microsoft.NET.Sdk" />');
    const first = await held(scripted, { ...build, project: 'App.csproj' });
    const project = 'App.csproj';
    const asked = await Promise.all([
      scripted.ask('dotnet_sdk', { action: 'Version' }),
      scripted.ask('dotnet_package', { action: 'ListReferences', project }),
      scripted.ask('dotnet_project', { action: 'Analyze', project }),
      scripted.ask('dotnet_project', { action: 'GetProperty', project, propertyName: 'Nullable' }),
      scripted.ask('dotnet_project', { action: 'ListTemplateOptions', template: 'web' }),
      scripted.ask('dotnet_project', { action: 'ListSessions' }),
      scripted.ask('dotnet_dev_certs', { action: 'SecretsList', project }),
    ]);
    expect(asked.map(each => each.success)).toEqual(asked.map(() => true));
    expect(await first.letGo()).toMatchObject({ success: true });
  });

  it.concurrent('may be two runs of tests that are built', async () => {
    const scripted = fake.scripted(waiting);
    const args = { action: 'Test', project: 'T.csproj', noBuild: true };
    const first = await held(scripted, args);
    const second = scripted.ask('dotnet_project', args);
    await scripted.untilStarted(2);
    expect(await scripted.ask('dotnet_project', { ...build, project: 'T.csproj' })).toMatchObject(
      conflict('build', 'T.csproj', 'test', 'T.csproj'),
    );
    expect(await first.letGo()).toMatchObject({ success: true });
    expect(await second).toMatchObject({ success: true });
  });
});

describe('the cache of packages', async () => {
  // Of its own, since nothing else may use it.
  const dotnetServer = await openDotnet();

  it('is not cleared during a restore; a call that waits clears it afterwards', async () => {
    const scripted = dotnetServer.scripted({ argv: ['restore'], ...waiting });
    const restoring = await held(scripted, { action: 'Restore', project: 'App.csproj' });
    const clear = { action: 'ClearCache' };
    const refused = await scripted.ask('dotnet_package', clear);
    expect(refused.errors![0]!.data!.additionalData).toMatchObject({
      operationType: 'cache_clear',
      conflictingOperation: 'restore in progress',
      holderTarget: 'App.csproj',
    });
    expect(await scripted.ask('dotnet_package', { ...clear, lockWaitMs: 150 })).toMatchObject({
      errors: [{ code: 'CONCURRENCY_CONFLICT' }],
    });
    const patient = scripted.ask('dotnet_package', { ...clear, lockWaitMs: 60_000 });
    await delay(200);
    expect(scripted.started()).toHaveLength(1);
    await restoring.letGo();
    const cleared = await patient;
    expect(cleared).toMatchObject({ success: true, command: 'dotnet nuget locals all --clear' });
    expect(Number(cleared.metadata!.lockWaitedMs)).toBeGreaterThan(0);
    expect(await scripted.ask('dotnet_package', clear)).not.toHaveProperty('metadata');
  });
});
