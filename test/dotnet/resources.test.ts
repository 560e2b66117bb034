import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { Message } from '../server/wire.js';
import { type Answer, type DotnetServer, openDotnet } from './dotnet-fixture.js';

const fake = await openDotnet();
const none = await openDotnet({ cli: 'none' });
const modern = await openDotnet({ cli: 'none', era: 'modern' });

const templates = [
  'These templates matched your input: ',
  '',
  'Template Name      Short Name      Language    Type     Author     Tags          ',
  '-----------------  --------------  ----------  -------  ---------  --------------',
  'Console App        console         [C#],F#,VB  project  Microsoft  Common/Console',
  'ASP.NET Core Web   webapp,razor    [C#]        project  Microsoft  Web/MVC/Razor ',
  '',
].join('\n');

fake.replay(
  { argv: ['--list-sdks'], stdout: '9.0.100 [/sdk]\n10.0.100-rc.1 [/sdk]\n10.0.100 [/sdk]\n', delayMs: 200 },
  { argv: ['--list-runtimes'], stdout: 'Microsoft.NETCore.App 10.0.0 [/shared/Microsoft.NETCore.App]\n' },
  { argv: ['new', 'list'], stdout: templates, delayMs: 200 },
);
fake.write('S.slnx', '<Solution><Project Path="App/App.csproj" /><Project Path="T/T.csproj" /></Solution>');
fake.write(
  'App/App.csproj',
  '<Project><PropertyGroup><TargetFrameworks>net8.0;net10.0</TargetFrameworks></PropertyGroup><ItemGroup><PackageReference Include="A" /></ItemGroup></Project>',
);
fake.write(
  'T/T.csproj',
  '<Project><PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup><ItemGroup><PackageReference Include="xunit.v3" /></ItemGroup></Project>',
);

const read = (dotnetServer: DotnetServer, uri: string): Promise<Message> =>
  dotnetServer.wire.request('resources/read', { uri });

/** What a resource holds. */
async function contentOf(dotnetServer: DotnetServer, uri: string): Promise<Record<string, unknown>> {
  const { result } = await read(dotnetServer, uri);
  const [content, ...others] = result!.contents as readonly { uri: string; mimeType: string; text: string }[];
  expect(others).toEqual([]);
  expect(content).toMatchObject({ uri, mimeType: 'application/json' });
  return JSON.parse(content!.text) as Record<string, unknown>;
}

const startsOf = (dotnetServer: DotnetServer, ...argv: readonly string[]) =>
  dotnetServer.started().filter(each => argv.every((token, at) => each.argv[at] === token)).length;

const requestIdOf = ({ message }: Answer) =>
  (message.result!._meta!['io.concord/outcome'] as { requestId: string }).requestId;

describe('the resources', () => {
  it('are five, and two of which there are many', async () => {
    const [listed, templated] = await Promise.all([
      fake.wire.request('resources/list'),
      fake.wire.request('resources/templates/list'),
    ]);
    expect((listed.result!.resources as readonly { uri: string }[]).map(each => each.uri)).toEqual(
      ['frameworks', 'runtime-info', 'sdk-info', 'templates', 'workspace'].map(name => `dotnet://${name}`),
    );
    expect(
      (templated.result!.resourceTemplates as readonly { uriTemplate: string }[]).map(each => each.uriTemplate),
    ).toEqual(['dotnet://logs/{requestId}{?offset,limit,grep}', 'dotnet://results/{requestId}']);
  });

  it('are each what their shape says', async () => {
    const cache = (ttlSeconds: number) => ({ ageSeconds: expect.any(Number), ttlSeconds });
    expect(await contentOf(fake, 'dotnet://sdk-info')).toEqual({
      data: {
        sdks: ['9.0.100', '10.0.100-rc.1', '10.0.100'].map(version => ({ version, path: '/sdk' })),
        latestSdk: '10.0.100',
      },
      cache: cache(300),
    });
    expect(await contentOf(fake, 'dotnet://runtime-info')).toEqual({
      data: {
        runtimes: [{ name: 'Microsoft.NETCore.App', version: '10.0.0', path: '/shared/Microsoft.NETCore.App' }],
      },
      cache: cache(300),
    });
    expect(await contentOf(fake, 'dotnet://templates')).toEqual({
      data: {
        templates: [
          {
            name: 'Console App',
            shortNames: ['console'],
            language: '[C#],F#,VB',
            type: 'project',
            author: 'Microsoft',
            tags: 'Common/Console',
          },
          {
            name: 'ASP.NET Core Web',
            shortNames: ['webapp', 'razor'],
            language: '[C#]',
            type: 'project',
            author: 'Microsoft',
            tags: 'Web/MVC/Razor',
          },
        ],
      },
      cache: cache(300),
    });
    expect(await contentOf(fake, 'dotnet://workspace')).toEqual({
      data: {
        root: fake.folder,
        solution: `${fake.folder}/S.slnx`,
        projects: [
          {
            name: 'App',
            path: `${fake.folder}/App/App.csproj`,
            targetFrameworks: ['net8.0', 'net10.0'],
            packageCount: 1,
            isTestProject: false,
          },
          {
            name: 'T',
            path: `${fake.folder}/T/T.csproj`,
            targetFrameworks: ['net10.0'],
            packageCount: 1,
            isTestProject: true,
          },
        ],
      },
      cache: cache(60),
    });
    const { data, cache: none } = (await contentOf(fake, 'dotnet://frameworks')) as {
      data: Record<'modern' | 'netCore' | 'netStandard', readonly { tfm: string; isLts: boolean }[]>;
      cache?: unknown;
    };
    expect(none).toBeUndefined();
    expect(data).toMatchObject({ latestRecommended: 'net10.0', latestLts: 'net10.0' });
    const all = [...data.modern, ...data.netCore, ...data.netStandard];
    for (const each of all)
      expect(each).toEqual({
        tfm: expect.any(String),
        description: expect.any(String),
        isLts: expect.any(Boolean),
        version: expect.any(String),
      });
    expect(data.modern.map(each => each.tfm)).toEqual(['net10.0', 'net9.0', 'net8.0', 'net7.0', 'net6.0', 'net5.0']);
    expect(data.netCore[0]!.tfm).toBe('netcoreapp3.1');
    expect(data.netCore.at(-1)!.tfm).toBe('netcoreapp2.0');
    expect(data.netStandard[0]!.tfm).toBe('netstandard2.1');
    expect(data.netStandard.at(-1)!.tfm).toBe('netstandard1.0');
    expect(all.filter(each => each.isLts).map(each => each.tfm)).toEqual([
      'net10.0',
      'net8.0',
      'net6.0',
      'netcoreapp3.1',
      'netcoreapp2.1',
    ]);
  });

  it('are read once for all who ask at the same time, and then remembered', async () => {
    const dotnetServer = await openDotnet();
    dotnetServer.replay({ argv: ['new', 'list'], stdout: templates, delayMs: 200 });
    const uri = 'dotnet://templates';
    await Promise.all(Array.from({ length: 10 }, () => contentOf(dotnetServer, uri)));
    await contentOf(dotnetServer, uri);
    expect(startsOf(dotnetServer, 'new', 'list')).toBe(1);
    const { output } = await dotnetServer.ask('dotnet_sdk', { action: 'ListTemplates', filter: 'RAZOR' });
    expect(JSON.parse(output!)).toMatchObject({ total: 1, templates: [{ name: 'ASP.NET Core Web' }] });
    expect(startsOf(dotnetServer, 'new', 'list')).toBe(1);
    await dotnetServer.ask('dotnet_sdk', { action: 'ClearTemplateCache' });
    await contentOf(dotnetServer, uri);
    expect(startsOf(dotnetServer, 'new', 'list')).toBe(2);
    const metrics = await dotnetServer.ask('dotnet_sdk', { action: 'CacheMetrics' });
    expect(JSON.parse(metrics.output!)).toMatchObject({ templates: { hits: 2, misses: 11 } });
  });

  it('that cannot be read are an error, and asked for again the next time', async () => {
    const message = /dotnet CLI.*No such file or directory/;
    for (const name of ['sdk-info', 'runtime-info', 'templates'])
      expect(await read(none, `dotnet://${name}`)).toMatchObject({
        error: { code: -32603, message: expect.stringMatching(message) },
      });
    const dotnetServer = await openDotnet();
    dotnetServer.replay({ argv: ['--list-sdks'], stderr: 'broken\n', exitCode: 1 });
    expect(await read(dotnetServer, 'dotnet://sdk-info')).toMatchObject({ error: { code: -32603 } });
    dotnetServer.replay({ argv: ['--list-sdks'], stdout: '10.0.100 [/sdk]\n' });
    expect(await contentOf(dotnetServer, 'dotnet://sdk-info')).toMatchObject({ data: { latestSdk: '10.0.100' } });
  });

  it('that need no CLI are read without one', async () => {
    expect(await contentOf(none, 'dotnet://frameworks')).toMatchObject({ data: { latestLts: 'net10.0' } });
    none.write('below/bin/No.csproj', '<Project />');
    none.write('below/One.fsproj', '<Project />');
    const { data } = await contentOf(none, 'dotnet://workspace');
    expect(data).toMatchObject({ root: none.folder, projects: [{ name: 'One' }] });
    expect(data).not.toHaveProperty('solution');
  });

  it.each([
    'dotnet://nothing',
    'dotnet://logs/none',
    'dotnet://logs/%zz',
    'dotnet://results/none',
    'dotnet://logs/',
    'http://sdk-info',
  ])('that do not exist are an error: %s', async uri => {
    expect(await read(fake, uri)).toMatchObject({ error: { code: -32601 } });
    expect(await modern.wire.modern('resources/read', { uri })).toMatchObject({ error: { code: -32602 } });
  });

  it('tell those who watch them that they are other than they were', async () => {
    const dotnetServer = await openDotnet();
    const updated = () => dotnetServer.wire.noticesOf('notifications/resources/updated').map(each => each.params!.uri);
    for (const name of ['templates', 'workspace', 'sdk-info'])
      await dotnetServer.wire.request('resources/subscribe', { uri: `dotnet://${name}` });
    const project = dotnetServer.write('A.csproj', '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup /></Project>');
    await dotnetServer.ask('dotnet_sdk', { action: 'ClearTemplateCache' });
    await dotnetServer.ask('dotnet_project', { action: 'SetProperty', project, propertyName: 'A', propertyValue: 'b' });
    await dotnetServer.ask('dotnet_workload', { action: 'Update' });
    await dotnetServer.wire.eventually(() => updated().length >= 3, 'three notices');
    expect(updated()).toEqual(['dotnet://templates', 'dotnet://workspace', 'dotnet://sdk-info']);
  });
});

describe('what a call printed', () => {
  it('can be read line by line, and searched', async () => {
    const lines = Array.from({ length: 1_500 }, (_, at) => `line ${at}${at % 100 === 0 ? ' odd' : ''}`);
    const scripted = fake.scripted({ stdout: `${lines.join('\n')}\n`, stderr: 'at the end\n' });
    const answer = await scripted.call('dotnet_project', {
      action: 'Build',
      maxOutputChars: 1_000,
      machineReadable: true,
    });
    const { metadata, output } = answer.envelope;
    expect(output!.length).toBeLessThan(1_100);
    expect(output).toContain('\n[Output truncated]\n');
    expect(metadata!.logUri).toBe(`dotnet://logs/${requestIdOf(answer)}`);
    expect(Number(metadata!.omittedCharacters)).toBeGreaterThan(10_000);
    const page = async (query: string) => {
      const { result } = await read(fake, `${metadata!.logUri}${query}`);
      return (result!.contents as readonly { mimeType: string; text: string }[])[0]!;
    };
    expect(await page('')).toMatchObject({ mimeType: 'text/plain', text: lines.slice(0, 1_000).join('\n') });
    expect((await page('?offset=1000')).text).toContain('line 1499\nat the end');
    expect((await page('?offset=10&limit=2')).text).toBe('line 10\nline 11');
    expect((await page('?grep=odd&limit=3')).text).toBe('line 0 odd\nline 100 odd\nline 200 odd');
    expect(await read(fake, `${metadata!.logUri}?limit=many`)).toMatchObject({ error: { code: -32602 } });
  });

  it('can be read as the typed result it came to', async () => {
    const stdout = '/p/a.cs(5,9): error CS0103: x [/p/App.csproj]\n  Lib -> /p/bin/Lib.dll\n';
    const answer = await fake.scripted({ stdout, exitCode: 1 }).call('dotnet_project', { action: 'Build' });
    expect(await contentOf(fake, `dotnet://results/${requestIdOf(answer)}`)).toMatchObject({
      diagnostics: {
        errors: [{ severity: 'error', code: 'CS0103', file: '/p/a.cs', line: 5, column: 9 }],
        warnings: [],
      },
      outputs: ['/p/bin/Lib.dll'],
    });
  });
});

const prompts: Readonly<Record<string, readonly [Record<string, string>, readonly string[]]>> = {
  new_console_app: [{ projectName: 'Shop', framework: 'net10.0', outputDirectory: 'src' }, ['New', 'Build', 'Run']],
  create_new_webapi: [{ projectName: 'Shop' }, ['New', 'Build', 'Run', 'Logs', 'Stop']],
  new_webapi_with_ef: [
    { projectName: 'Shop', dbProvider: 'PostgreSQL' },
    ['New', 'Add', 'Add', 'CreateManifest', 'Install', 'Build', 'MigrationsAdd', 'DatabaseUpdate'],
  ],
  add_package_and_restore: [{ packageId: 'Serilog', version: '4.0.0' }, ['Search', 'Add', 'Restore', 'Build']],
  run_tests_with_coverage: [{ projectPath: 'T.csproj', filter: 'A' }, ['Restore', 'Build', 'Test']],
  publish_for_runtime: [{ runtime: 'linux-x64' }, ['Restore', 'Publish']],
};

describe('the prompts', async () => {
  const get = (name: string, args: Record<string, string>) =>
    fake.wire.request('prompts/get', { name, arguments: args });
  const { result } = await fake.wire.request('tools/list');
  const ajv = new Ajv2020({ strict: false });
  const tools = new Map(result!.tools!.map(each => [String(each.name), ajv.compile(each.inputSchema as object)]));

  /** The calls a prompt names, each valid for its tool. */
  async function callsOf(name: string, args: Record<string, string>) {
    const { messages } = (await get(name, args)).result as unknown as {
      messages: readonly { role: string; content: { type: string; text: string } }[];
    };
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatchObject({ role: 'user', content: { type: 'text' } });
    const { text } = messages[0]!.content;
    return [...text.matchAll(/^\d+\. .*call (dotnet_\w+) with (\{.*\})$/gm)].map(([, tool, given]) => {
      const call = JSON.parse(given!) as Record<string, unknown>;
      expect(tools.get(tool!)!(call), given).toBe(true);
      return { tool, ...call } as Record<string, unknown>;
    });
  }

  it('are six, with the arguments they take', async () => {
    const { result } = await fake.wire.request('prompts/list');
    const listed = result!.prompts as readonly {
      name: string;
      arguments: readonly { name: string; required: boolean }[];
    }[];
    expect(
      Object.fromEntries(
        listed.map(each => [each.name, each.arguments.map(({ name, required }) => (required ? name : `${name}?`))]),
      ),
    ).toEqual({
      new_console_app: ['projectName', 'framework?', 'outputDirectory?'],
      create_new_webapi: ['projectName', 'framework?', 'outputDirectory?'],
      new_webapi_with_ef: ['projectName', 'dbProvider?', 'outputDirectory?'],
      add_package_and_restore: ['packageId', 'projectPath?', 'version?'],
      run_tests_with_coverage: ['projectPath?', 'filter?', 'configuration?'],
      publish_for_runtime: ['runtime', 'projectPath?', 'configuration?', 'framework?'],
    });
  });

  it.each(Object.entries(prompts))('%s names calls that our tools accept, in order', async (name, [args, actions]) => {
    const calls = await callsOf(name, args);
    expect(calls.map(each => each.action)).toEqual(actions);
    const text = JSON.stringify(calls);
    for (const value of Object.values(args)) if (value !== 'PostgreSQL') expect(text).toContain(value);
  });

  it.each([
    ['SqlServer', 'Microsoft.EntityFrameworkCore.SqlServer'],
    ['sqlite', 'Microsoft.EntityFrameworkCore.Sqlite'],
    ['PostgreSQL', 'Npgsql.EntityFrameworkCore.PostgreSQL'],
    ['InMemory', 'Microsoft.EntityFrameworkCore.InMemory'],
  ])('know the package of %s', async (dbProvider, packageId) => {
    const calls = await callsOf('new_webapi_with_ef', { projectName: 'Shop', dbProvider });
    expect(calls.map(each => each.packageId)).toContain(packageId);
    expect(calls.some(each => each.action === 'DatabaseUpdate')).toBe(dbProvider !== 'InMemory');
  });

  it.each([
    'new_console_app',
    'create_new_webapi',
    'new_webapi_with_ef',
    'add_package_and_restore',
    'publish_for_runtime',
  ])('%s needs its first argument', async name => {
    expect(await get(name, {})).toMatchObject({ error: { code: -32602 } });
    const [first] = Object.keys(prompts[name]![0]);
    expect(await get(name, { [first!]: ' ' })).toMatchObject({ error: { code: -32602 } });
  });
});

describe('completions', () => {
  const complete = async (prompt: string, name: string, value: string) => {
    const { result } = await fake.wire.request('completion/complete', {
      ref: { type: 'ref/prompt', name: prompt },
      argument: { name, value },
    });
    return result!.completion as { values: readonly string[]; total: number; hasMore: boolean };
  };

  it.each<readonly [string, string, string, readonly string[]]>([
    ['new_console_app', 'framework', 'NET8', ['net8.0']],
    ['new_console_app', 'framework', '', ['net10.0', 'net9.0', 'net8.0', 'net7.0', 'net6.0', 'net5.0']],
    ['publish_for_runtime', 'configuration', 'r', ['Release']],
    ['publish_for_runtime', 'runtime', 'linux-musl', ['linux-musl-arm64', 'linux-musl-x64']],
    ['publish_for_runtime', 'runtime', 'Win', ['win-arm64', 'win-x64', 'win-x86']],
    ['new_webapi_with_ef', 'dbProvider', 's', ['SqlServer', 'SQLite']],
    ['run_tests_with_coverage', 'projectPath', 'app', ['App/App.csproj']],
    ['run_tests_with_coverage', 'filter', '', []],
    ['new_console_app', 'projectName', '', []],
    ['new_console_app', 'runtime', '', []],
  ])('of %s for %s that begins with %j', async (prompt, name, value, values) => {
    expect(await complete(prompt, name, value)).toEqual({ values, total: values.length, hasMore: false });
  });

  it('of logs are the newest calls first, twenty at most', async () => {
    const dotnetServer = await openDotnet();
    const answers: Answer[] = [];
    for (let at = 0; at < 3; at += 1) answers.push(await dotnetServer.call('dotnet_sdk', { action: 'FrameworkInfo' }));
    const ask = async () => {
      const { result } = await dotnetServer.wire.request('completion/complete', {
        ref: { type: 'ref/resource', uri: 'dotnet://results/{requestId}' },
        argument: { name: 'requestId', value: '' },
      });
      return result!.completion as { values: readonly string[]; total: number; hasMore: boolean };
    };
    expect(await ask()).toEqual({ values: answers.map(requestIdOf).reverse(), total: 3, hasMore: false });
    await Promise.all(Array.from({ length: 30 }, () => dotnetServer.call('dotnet_sdk', { action: 'CacheMetrics' })));
    const { values, total, hasMore } = await ask();
    expect([values.length, total, hasMore]).toEqual([20, 33, true]);
    expect(dotnetServer.started()).toEqual([]);
  });
});
