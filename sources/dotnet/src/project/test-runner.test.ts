import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseRunner } from './test-runner.js';

const platform = '{"test":{"runner":"Microsoft.Testing.Platform"}}';
let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'test-runner-'));
  const files: Record<string, string> = {
    'plain/T/T.csproj': '<Project />',
    'mtp/global.json': `// ours\n${platform}`,
    'mtp/T/T.csproj': '<Project />',
    'mtp/own/global.json': '{"sdk":{}}',
    'mtp/own/T.csproj': '<Project />',
    'mtp/broken/global.json': '{',
    'mtp/vstest/global.json': '{"test":{"runner":"vstest"}}',
    'mtp/xunit/X.csproj': '<Project />',
    'mtp/xunit/obj/project.assets.json': '{"libraries":{"xunit.v3/3.2.1":{},"xunit.v3.core/3.2.1":{}}}',
    'mtp/tunit/obj/project.assets.json':
      '{"libraries":{"TUnit/1.0.0":{},"Microsoft.Testing.Extensions.TrxReport/2.0.0":{}}}',
    'mtp/both/obj/project.assets.json':
      '{"libraries":{"xunit.v3/3.2.1":{},"microsoft.testing.extensions.trxreport/2.0.0":{}}}',
    'mtp/odd/obj/project.assets.json': '{"libraries":[',
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
});
afterAll(() => rm(root, { recursive: true }));

const choose = (args: Parameters<typeof chooseRunner>[0], folder: string, given = false) =>
  chooseRunner(args, { workingDirectory: join(root, folder), given });

describe('the runner', () => {
  it('is the one a parameter names, the old one first', async () => {
    expect(await choose({ useLegacyProjectArgument: true, testRunner: 'MicrosoftTestingPlatform' }, 'mtp')).toEqual({
      runner: 'vstest',
      selectionSource: 'useLegacyProjectArgument-parameter',
    });
    expect(await choose({ testRunner: 'VSTest' }, 'mtp')).toEqual({
      runner: 'vstest',
      selectionSource: 'testRunner-parameter',
    });
    expect(await choose({ testRunner: 'MicrosoftTestingPlatform' }, 'plain')).toMatchObject({
      runner: 'microsoft-testing-platform',
      selectionSource: 'testRunner-parameter',
    });
  });

  it.each([
    ['no file', 'plain', 'vstest', 'default'],
    ['a file here', 'mtp', 'microsoft-testing-platform', 'global.json'],
    ['a file above', 'mtp/T', 'microsoft-testing-platform', 'global.json'],
    ['a nearer file without the key', 'mtp/own', 'vstest', 'default'],
    ['a broken file', 'mtp/broken', 'vstest', 'default'],
    ['VSTest in the file', 'mtp/vstest', 'vstest', 'global.json'],
  ])('with %s', async (_, folder, runner, selectionSource) => {
    expect(await choose({ testRunner: 'Auto' }, folder)).toMatchObject({ runner, selectionSource });
    expect(await choose({}, folder)).not.toHaveProperty('directory');
  });

  it('is looked for from the project when no directory was given, and the CLI starts where it was found', async () => {
    expect(await choose({ project: '../mtp/T/T.csproj' }, 'plain')).toMatchObject({
      runner: 'microsoft-testing-platform',
      selectionSource: 'global.json',
      directory: join(root, 'mtp'),
    });
    expect(await choose({ project: '../mtp/T' }, 'plain')).toMatchObject({ directory: join(root, 'mtp') });
    expect(await choose({ project: 'own/T.csproj' }, 'mtp')).toMatchObject({
      runner: 'vstest',
      selectionSource: 'default',
      directory: join(root, 'mtp/own'),
    });
    expect(await choose({ project: 'T/T.csproj' }, 'mtp')).not.toHaveProperty('directory');
  });

  it('starts the CLI with the project when only its own directory has a file', async () => {
    expect(await choose({ project: join(root, 'plain/T/T.csproj') }, 'mtp')).toEqual({
      runner: 'vstest',
      selectionSource: 'default',
      directory: join(root, 'plain/T'),
    });
  });

  it('is looked for from a directory that was given, whatever the project', async () => {
    expect(await choose({ project: '../mtp/T/T.csproj' }, 'plain', true)).toEqual({
      runner: 'vstest',
      selectionSource: 'default',
    });
  });
});

describe('the platform’s options', () => {
  it.each([
    ['xunit/X.csproj', 'A.B', '--report-xunit-trx', '--filter-method'],
    ['xunit', '/*/*/C', '--report-xunit-trx', '--filter-query'],
    ['tunit', '/*', '--report-trx', '--treenode-filter'],
    ['both', 'A', '--report-trx', '--filter-method'],
    ['odd', 'A', undefined, '--filter'],
    ['T/T.csproj', 'A', undefined, '--filter'],
    ['xunit/All.slnx', 'A', undefined, '--filter'],
  ])('of %s with filter %s', async (project, filter, trxOption, filterOption) => {
    const chosen = await choose({ project, filter }, 'mtp');
    expect(chosen).toMatchObject({ runner: 'microsoft-testing-platform', filterOption });
    expect(chosen.trxOption).toBe(trxOption);
  });

  it('are those of the project in the working directory when none is named', async () => {
    expect(await choose({}, 'mtp/xunit')).toMatchObject({ trxOption: '--report-xunit-trx' });
  });
});
