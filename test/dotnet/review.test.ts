import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { success } from '@concord/contract';
import { describe, expect, it } from 'vitest';
import { isInside, realPath } from '../../sources/dotnet/src/check/inside-root.js';
import { RecentCalls } from '../../sources/dotnet/src/context/recent-calls.js';
import { plainText } from '../../sources/dotnet/src/outcome/plain-text.js';
import { findCli } from '../../sources/dotnet/src/run/find-cli.js';
import { SessionLog } from '../../sources/dotnet/src/sessions/session-log.js';
import { temporaryFolder } from '../support/engine.js';
import { growth } from '../support/growth.js';
import { openServer, pathFor } from './dotnet-server.js';

const TOKEN = 'tok-abcdefghij-123456';
const server = await openServer({ env: { MY_API_TOKEN: TOKEN } });

const longName = 'a'.repeat(300);
const deep = 'a/'.repeat(16_000);

describe('a path the system will not look at', () => {
  symlinkSync('ring', join(server.folder, 'ring'));

  it.each([
    ['a name that is too long', longName],
    ['one with an extension', `${longName}.csproj`],
    ['one that is too deep', deep],
    ['links in a ring', 'ring/A.csproj'],
  ])('is left to the CLI: %s', async (_, project) => {
    expect(await server.ask('dotnet_project', { action: 'Build', project })).toMatchObject({ success: true });
    expect(await server.ask('dotnet_project', { action: 'Test', project })).toMatchObject({ success: true });
  });

  it('is no way out of a project that names it', async () => {
    const references = [`${longName}.csproj`, 'ring/A.csproj'].map(each => `<ProjectReference Include="${each}" />`);
    server.write('Far.csproj', `<Project><ItemGroup>${references.join('')}</ItemGroup></Project>`);
    expect(await server.ask('dotnet_project', { action: 'Build', project: 'Far.csproj' })).toMatchObject({
      success: true,
    });
  });

  it.each([[longName], [deep], ['ring']])('is no directory to work in: %.20s', async workingDirectory => {
    const { errors } = await server.ask('dotnet_sdk', { action: 'Version', workingDirectory });
    expect(errors).toMatchObject([
      { code: 'INVALID_PARAMS', message: `Directory not found: ${workingDirectory}`, category: 'Validation' },
    ]);
  });

  it('does not hold up the others: what is not there is looked for once', () => {
    expect(realPath(`/${deep}x`)).toBe(`/${deep}x`);
    // Looking at every part takes the square of the time.
    const look = (length: number) => realPath(`/${'a/'.repeat(length)}x`);
    expect(growth(look, 10_000, 8)).toBeLessThan(32);
  });

  it('is followed again once it comes back to what is there', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'root'));
    symlinkSync('..', join(folder, 'root', 'out'));
    for (const way of ['gone/../out/x', 'gone/deeper/../../out/x', './gone/.././out/x'])
      expect(isInside(join(folder, 'root'), join(folder, 'root'), way), way).toBe(false);
    expect(realPath(`${folder}/root/gone/../out/root/b`)).toBe(realPath(`${folder}/root/b`));
  });
});

describe('the CLI', () => {
  const [standIn] = pathFor('fake').split(':');

  it('is found behind folders that cannot be looked into', () => {
    const ring = join(server.folder, 'ring');
    expect(findCli({ PATH: `${ring}:/${longName}:${standIn}` })).toEqual({ path: join(standIn!, 'dotnet') });
    expect(findCli({ CONCORD_DOTNET_PATH: ring })).toHaveProperty('reason');
  });

  it('named by a relative path is the same wherever a call works', () => {
    const path = join(standIn!, 'dotnet');
    expect(findCli({ CONCORD_DOTNET_PATH: relative(process.cwd(), path) })).toEqual({ path });
  });

  it('is not what is missing when the working directory is', async () => {
    const gone = await openServer();
    rmSync(gone.folder, { recursive: true });
    const calls = [
      { action: 'Build' },
      { action: 'Run', startMode: 'Background', noBuild: true },
      { action: 'Analyze', project: 'A.csproj' },
    ];
    for (const args of calls)
      expect((await gone.ask('dotnet_project', args)).errors, args.action).toMatchObject([
        {
          code: 'INVALID_PARAMS',
          message: `Directory not found: ${gone.folder}`,
          data: { additionalData: { parameter: 'workingDirectory', reason: 'not found' } },
        },
      ]);
  });

  it('is started where the call is when the folder of its tests is not there', async () => {
    server.write('global.json', '{"test": {"runner": "VSTest"}}');
    const elsewhere = join(temporaryFolder(), 'gone', 'A.csproj');
    const { success } = await server.ask('dotnet_project', { action: 'Test', project: elsewhere });
    expect(success).toBe(true);
  });
});

describe('a secret', () => {
  it('is not in the words of a resource that cannot be read', async () => {
    server.replay({ argv: ['--list-sdks'], stderr: `boom ${TOKEN}\n`, exitCode: 9 });
    const { error } = await server.wire.request('resources/read', { uri: 'dotnet://sdk-info' });
    expect(error?.message).toBe('boom [REDACTED]');
    expect(server.wire.stderr.join('\n')).not.toContain(TOKEN);
  });

  it('is not shown by half where the output of a program that did not start is cut', async () => {
    const scene = server.scene();
    for (const before of [3_975, 3_985, 3_990]) {
      scene.replay({ stdout: `${'y'.repeat(before)}${TOKEN}${'z'.repeat(20_000)}`, exitCode: 5 });
      const { message } = await scene.call('dotnet_project', { action: 'Run', startMode: 'Background', noBuild: true });
      expect(JSON.stringify(message)).toContain('EXIT_5');
      expect(JSON.stringify(message), String(before)).not.toContain(TOKEN.slice(0, 5));
    }
  });
});

/** What is in memory and still of use to somebody. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe('a program that prints nothing but line breaks', () => {
  it('holds nobody up', () => {
    const textOf = (breaks: number) => `${'\n'.repeat(breaks)}x\n\n`;
    const text = textOf(1_000);
    expect(plainText(success({ text }), { stderr: text, isData: false })).toBe(
      `${text.trimEnd()}\nErrors:\n${text.trimEnd()}\nExit Code: 0`,
    );
    const write = (breaks: number) =>
      plainText(success({ text: textOf(breaks) }), { stderr: textOf(breaks), isData: false });
    expect(growth(write, 10_000, 8)).toBeLessThan(32);
  });
});

describe('plain text', () => {
  it('has no more of stderr, and of the lines of a session, than a caller wants', async () => {
    const scene = server.scene({ stdout: 'up\n', stderr: 'e'.repeat(100_000), waitForFile: 'end' });
    const args = { action: 'Run', startMode: 'Background', noBuild: true, waitFor: 'up', machineReadable: true };
    const { metadata } = (await scene.call('dotnet_project', args)).envelope;
    const ended = { sessionId: metadata?.sessionId, action: 'Stop' };
    await scene.call('dotnet_project', ended);
    const logs = await scene.call('dotnet_project', { ...ended, action: 'Logs', maxOutputChars: 2_000 });
    expect(logs.text).toContain('[Output truncated]');
    expect(logs.text.length).toBeLessThan(3_000);
    expect(logs.envelope.output!.length).toBeLessThan(2_100);
    expect(Number(logs.envelope.metadata?.omittedCharacters)).toBeGreaterThan(60_000);
    scene.replay({ stderr: 'e'.repeat(100_000) });
    const built = await scene.call('dotnet_project', { action: 'Build', maxOutputChars: 2_000 });
    expect(built.text.length).toBeLessThan(3_000);
  });
});

describe('what is kept', () => {
  it('of a session is not more than it may be, however long its lines are', () => {
    const log = new SessionLog();
    const before = heldBytes();
    for (let count = 0; count < 1_500; count += 1) log.add('stdout', Buffer.alloc(65_000, 'x').toString('latin1'));
    expect(heldBytes() - before).toBeLessThan(30_000_000);
    expect(log.dropped).toBeGreaterThan(1_400);
    for (const each of log.lines()) expect(each.text).toHaveLength(65_000);
  });

  it('of calls counts their results', () => {
    const kept = new RecentCalls();
    const plain = { text: (text: string) => ({ text, count: 0 }), value: (value: never) => ({ value, count: 0 }) };
    const result = { lines: 'x'.repeat(30_000_000) };
    for (const id of ['1', '2', '3']) kept.addResult(id, result, plain as never);
    expect(kept.ids()).toEqual(['3', '2']);
  });
});

describe('sessions', () => {
  it('that are built at the same time are no more than there may be', async () => {
    const narrow = await openServer({ env: { CONCORD_DOTNET_MAX_SESSIONS: '1' } });
    const scenes = [1, 2].map(() =>
      narrow.scene({ argv: ['build'], delayMs: 300 }, { argv: ['run'], stdout: 'up\n', waitForFile: 'end' }),
    );
    const args = { action: 'Run', startMode: 'Background', waitFor: 'up' };
    const answers = await Promise.all(scenes.map(each => each.ask('dotnet_project', args)));
    expect(answers.filter(each => each.success)).toHaveLength(1);
    expect(answers.find(each => !each.success)?.errors).toMatchObject([{ code: 'CAPABILITY_NOT_AVAILABLE' }]);
    for (const each of scenes) each.write('end', '');
  });
});
