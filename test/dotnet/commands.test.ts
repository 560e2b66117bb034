import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDotnet } from './dotnet-fixture.js';

const fake = await openDotnet({
  env: {
    LANG: 'de_DE.UTF-8',
    DOTNET_CLI_UI_LANGUAGE: 'de',
    MSBUILDTERMINALLOGGER: 'on',
    CONCORD_ANYTHING: '1',
    CONCORD_DOTNET_NODE_REUSE: '0',
    MINE: 'kept',
  },
});

/** What the stand-in was started with by a call that has to succeed. */
async function argvOf(tool: string, args: Record<string, unknown>): Promise<readonly string[]> {
  const scripted = fake.scripted();
  expect((await scripted.ask(tool, args)).success).toBe(true);
  expect(scripted.started()).toHaveLength(1);
  return scripted.started()[0]!.argv;
}

describe('a command line', () => {
  it.concurrent.each<readonly [string, string, Record<string, unknown>, readonly string[]]>([
    [
      'names the old format of solutions where nobody says',
      'dotnet_solution',
      { action: 'Create', name: 'S' },
      ['new', 'sln', '-n', 'S', '--format', 'sln'],
    ],
    [
      'names the new format of solutions on demand',
      'dotnet_solution',
      { action: 'Create', name: 'S', format: 'slnx' },
      ['new', 'sln', '-n', 'S', '--format', 'slnx'],
    ],
    [
      'has a term of two words as one token',
      'dotnet_package',
      { action: 'Search', searchTerm: 'two words' },
      ['package', 'search', 'two words'],
    ],
    [
      'has the arguments of a program as a shell would read them',
      'dotnet_project',
      { action: 'Run', appArgs: '--a "b c" d' },
      ['run', '--', '--a', 'b c', 'd'],
    ],
    [
      'has a property as one token, with what MSBuild would split it at escaped',
      'dotnet_project',
      { action: 'Build', properties: { A: 'x;y' } },
      ['build', '-p:A=x%3By'],
    ],
    [
      'has one token for each diagnostic to fix',
      'dotnet_project',
      { action: 'Format', diagnostics: 'CA1822,IDE0055' },
      ['format', '--diagnostics', 'CA1822', 'IDE0055'],
    ],
    [
      'does not build for a migration when told so',
      'dotnet_ef',
      { action: 'MigrationsAdd', name: 'M', noBuild: true },
      ['ef', 'migrations', 'add', 'M', '--no-build'],
    ],
    [
      'names the context to scaffold',
      'dotnet_ef',
      { action: 'DbContextScaffold', connection: 'C', provider: 'P', context: 'Db' },
      ['ef', 'dbcontext', 'scaffold', 'C', 'P', '--context', 'Db'],
    ],
    [
      'begins a script at the beginning when only its end is named',
      'dotnet_ef',
      { action: 'MigrationsScript', to: 'M' },
      ['ef', 'migrations', 'script', '0', 'M'],
    ],
    [
      'drops a database only where that is meant',
      'dotnet_ef',
      { action: 'DatabaseDrop', force: true },
      ['ef', 'database', 'drop', '--force'],
    ],
  ])('%s', async (_, tool, args, expected) => {
    expect(await argvOf(tool, args)).toEqual(expected);
  });

  it.concurrent('is printed with quotes only where a token needs them', async () => {
    const { command } = await fake.scripted().ask('dotnet_project', {
      action: 'Run',
      project: 'My App/App.csproj',
      appArgs: `plain "b c" 'q"q' a;b '' x\\\\y`,
    });
    expect(command).toBe('dotnet run --project "My App/App.csproj" -- plain "b c" "q\\"q" "a;b" "" "x\\\\y"');
  });
});

describe('help', () => {
  it('is refused for whatever is no command of the CLI, and nothing is started', async () => {
    const commands = ['run app', 'tool run x', 'build; ls', '--info', 'frobnicate', 'new install x', 'exec', '-h'];
    const answers = await Promise.all(commands.map(command => fake.ask('dotnet_help', { command })));
    for (const { errors } of answers)
      expect(errors).toMatchObject([
        { code: 'INVALID_PARAMS', data: { additionalData: { parameter: 'command', reason: 'invalid value' } } },
      ]);
    const asked = fake.started().filter(each => each.argv.includes('--help'));
    // Those that the other tests ask for.
    const others = [/^new install --help$/, /^fsi --help$/];
    expect(asked.filter(each => !others.some(other => other.test(each.argv.join(' '))))).toEqual([]);
    expect(fake.started().filter(each => each.argv.includes('--info'))).toEqual([]);
  });

  it('is asked for in an empty folder', async () => {
    fake.replay({ argv: ['new', 'install', '--help'], stdout: 'Usage: install\n' });
    fake.write('App.csproj', '<Project/>');
    const answer = await fake.ask('dotnet_help', { command: 'new install' });
    expect(answer).toEqual({
      success: true,
      command: 'dotnet new install --help',
      output: 'Usage: install\n',
      exitCode: 0,
    });
    const [started] = fake.started().filter(each => each.argv[0] === 'new' && each.argv[1] === 'install');
    expect(started!.argv).toEqual(['new', 'install', '--help']);
    expect(started!.cwd.startsWith(fake.folder)).toBe(false);
    expect(started!.files).toEqual([]);
  });

  it('fails when the CLI does', async () => {
    fake.replay({ argv: ['fsi', '--help'], stderr: 'no fsi here\n', exitCode: 3 });
    expect(await fake.ask('dotnet_help', { command: 'fsi' })).toMatchObject({
      success: false,
      exitCode: 3,
      errors: [{ code: 'EXIT_3', message: 'no fsi here' }],
    });
  });
});

describe('the CLI', () => {
  it.concurrent('has nothing to read, speaks English, and knows nothing of our settings', async () => {
    const scripted = fake.scripted();
    await scripted.ask('dotnet_project', { action: 'Build' });
    const { stdin, env } = scripted.started()[0]!;
    expect(stdin).toBe('');
    expect(env).toMatchObject({
      DOTNET_CLI_UI_LANGUAGE: 'en',
      VSLANG: '1033',
      MSBUILDTERMINALLOGGER: 'off',
      NO_COLOR: '1',
      DOTNET_NOLOGO: '1',
      DOTNET_CLI_TELEMETRY_OPTOUT: '1',
      MSBUILDDISABLENODEREUSE: '1',
      LANG: 'de_DE.UTF-8',
      MINE: 'kept',
    });
    expect(Object.keys(env).filter(name => name.startsWith('CONCORD_'))).toEqual([]);
  });

  it.concurrent('gets a secret by its standard input', async () => {
    const scripted = fake.scripted();
    const answer = await scripted.ask('dotnet_dev_certs', { action: 'SecretsSet', key: 'Api:Key', value: 'a "b"\nc' });
    expect(answer).toMatchObject({ success: true, command: 'dotnet user-secrets set', metadata: { key: 'Api:Key' } });
    expect(JSON.parse(scripted.started()[0]!.stdin)).toEqual({ 'Api:Key': 'a "b"\nc' });
  });

  it.concurrent('writes a binary log that only this user can read, and names its path', async () => {
    const scripted = fake.scripted();
    const { metadata } = await scripted.ask('dotnet_project', { action: 'Build', binlog: true });
    expect(scripted.started()[0]!.argv).toEqual(['build', `-bl:${metadata!.binlogPath}`]);
    expect(existsSync(join(metadata!.binlogPath!, '..'))).toBe(true);
    expect(metadata!.binlogPath!.startsWith(fake.folder)).toBe(false);
  });

  it.concurrent('works where the call says', async () => {
    const scripted = fake.scripted();
    mkdirSync(join(scripted.folder, 'below'));
    await scripted.ask('dotnet_project', { action: 'Build', workingDirectory: join(scripted.folder, 'below') });
    expect(fake.started().some(each => each.cwd === join(scripted.folder, 'below'))).toBe(true);
  });
});
