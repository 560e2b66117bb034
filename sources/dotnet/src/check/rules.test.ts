import { describe, expect, it } from 'vitest';
import { tools } from '../actions/index.js';
import type { ValueRule } from '../table/table.js';
import { check } from './check.js';
import { valueRules } from './rules.js';

interface Case {
  /** Tool, action and parameter it is tried with. */
  readonly at: readonly [string, string, string];
  readonly accepts: readonly unknown[];
  readonly refuses: readonly unknown[];
  readonly reason: string;
  readonly with?: object;
}

const long = 'a'.repeat(101);

const cases: Readonly<Record<ValueRule, Case>> = {
  project: {
    at: ['project', 'Build', 'project'],
    accepts: [
      'App',
      'App.csproj',
      'App.CSPROJ',
      'a/App.fsproj',
      'A.vbproj',
      'A.proj',
      'A.sln',
      'A.slnx',
      'A.slnf',
      'a.cs',
      '.',
      '..',
    ],
    refuses: ['App.txt', 'App.', 'App.csprojx', 'a.dll'],
    reason: 'invalid extension',
  },
  solution: {
    at: ['solution', 'List', 'solution'],
    accepts: ['A.sln', 'A.SLNX', 'a b/A.sln'],
    refuses: ['A', 'A.csproj', 'A.slnf', 'A.slnxx'],
    reason: 'invalid extension',
  },
  configuration: {
    at: ['project', 'Build', 'configuration'],
    accepts: ['Release', 'Staging', 'My_Debug-1.0'],
    refuses: ['a b', 'a;b', 'a'.repeat(65)],
    reason: 'invalid value',
  },
  framework: {
    at: ['project', 'Build', 'framework'],
    accepts: [
      'net10.0',
      'NET8.0',
      'net10.0-windows',
      'net10.0-windows10.0.19041.0',
      'net9.0-ios',
      'netcoreapp3.1',
      'netstandard2.0',
      'net48',
      'net472',
    ],
    refuses: ['netfoo', 'net', 'net10.0-', 'net10.0-solaris', 'net10.0 ', 'net4', 'x'],
    reason: 'invalid format',
  },
  verbosity: {
    at: ['project', 'Build', 'verbosity'],
    accepts: ['q', 'quiet', 'm', 'Minimal', 'n', 'normal', 'd', 'detailed', 'diag', 'DIAGNOSTIC'],
    refuses: ['loud', 'qu', '1'],
    reason: 'invalid value',
  },
  runtime: {
    at: ['project', 'Publish', 'runtime'],
    accepts: ['linux-x64', 'browser-wasm', 'linux-bionic-arm64', 'linux-musl-x64', 'osx.13-arm64', 'WIN-x64', 'any'],
    refuses: ['linux_x64', '1linux', 'linux-', 'a-b-c-d-e', 'linux x64'],
    reason: 'invalid value',
  },
  platform: {
    at: ['project', 'Publish', 'arch'],
    accepts: ['x64', 'arm64'],
    refuses: ['X64', 'a b', 'a'.repeat(33)],
    reason: 'invalid value',
  },
  packageId: {
    at: ['package', 'Add', 'packageId'],
    accepts: ['Serilog', 'Serilog.AspNetCore', 'a-b_c.D', '_x', 'a'.repeat(100)],
    refuses: ['a..b', 'a b', 'a.', '.a', 'a;b', long, 'a/b'],
    reason: 'invalid format',
  },
  version: {
    at: ['package', 'Add', 'version'],
    with: { packageId: 'P' },
    accepts: ['1.0.0', '1.*', '[1.0, 2.0)', '1.0.0-rc.1+build'],
    refuses: ['1.0;', '$(x)', '1'.repeat(65)],
    reason: 'invalid format',
  },
  sdkVersion: {
    at: ['sdk', 'ConfigureGlobalJson', 'sdkVersion'],
    accepts: ['10.0.100', '10.0.100-rc.2.25502.107'],
    refuses: ['10', '10.0', '10.0.x', 'latest'],
    reason: 'invalid format',
  },
  template: {
    at: ['project', 'New', 'template'],
    accepts: ['webapi', 'blazor-wasm', 'mstest.2'],
    refuses: ['a b', '.x', long, 'a/b'],
    reason: 'invalid format',
  },
  options: {
    at: ['tool', 'Run', 'args'],
    accepts: ['--a b=c:/d,e+f~#1', 'a\tb'],
    refuses: ['a;b', 'a\nb', 'a"b', 'é'],
    reason: 'invalid characters',
    with: { toolName: 'x' },
  },
  appArgs: {
    at: ['project', 'Run', 'appArgs'],
    accepts: ['--a "b c" d', "'a\"b'", 'a\\"b', '-x @y'],
    refuses: ['"a', "a 'b", '"a\\"'],
    reason: 'invalid format',
  },
  properties: {
    at: ['project', 'Build', 'properties'],
    accepts: [{ A: 'x;y' }, { _a: '', 'A.b-c': '%' }],
    refuses: [{ '1A': 'x' }, { 'A=B': 'x' }, { A: 1 }, { '': 'x' }, { [long]: 'x' }],
    reason: 'invalid format',
  },
  propertyName: {
    at: ['project', 'GetProperty', 'propertyName'],
    accepts: ['TargetFramework', '_x'],
    refuses: ['a b', '1a', '-a', 'a;b', long],
    reason: 'invalid format',
    with: { project: 'A' },
  },
  templatePackage: {
    at: ['sdk', 'InstallTemplatePack', 'templatePackage'],
    accepts: ['A.Templates', 'A@1.0.0', 'A::1.0.0-rc.1', './', '.'],
    refuses: ['A@1@2', 'A::1::2', 'A@', 'A b', 'A@1::2', 'A;b'],
    reason: 'invalid format',
  },
  workloadId: {
    at: ['workload', 'Install', 'workloadIds'],
    accepts: [['wasm-tools'], ['a', 'b_c']],
    refuses: [['a b'], ['a', 'b;c'], ['a'.repeat(65)]],
    reason: 'invalid format',
  },
  dateTime: {
    at: ['project', 'Logs', 'since'],
    accepts: ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.123456+02:00', '2026-01-31T12:00Z'],
    refuses: ['yesterday', '2026-01-31', '2026-01-31T12:00:00', '2026-13-31T12:00:00Z'],
    reason: 'invalid format',
    with: { sessionId: 'x' },
  },
  helpCommand: {
    at: ['help', '', 'command'],
    accepts: ['build', 'new install', 'tool run', ' sln  add '],
    refuses: ['run app', 'tool run x', 'build; ls', '--info', 'nonsense', 'exec', 'constructor', 'build --help'],
    reason: 'invalid value',
  },
};

function reasons([name, action, parameter]: Case['at'], value: unknown, more: object = {}) {
  const tool = tools.find(each => each.name === `dotnet_${name}`)!;
  const given = { ...(action && { action }), ...more, [parameter]: value };
  const checked = check(tool, given, { workingDirectory: process.cwd(), forbidUnsafeOutput: false });
  return 'problems' in checked ? checked.problems.map(each => each.details) : [];
}

describe('the value rules', () => {
  it.each(Object.keys(valueRules) as ValueRule[])('%s', name => {
    const { at, accepts, refuses, reason, with: more } = cases[name];
    for (const value of accepts) expect(reasons(at, value, more), JSON.stringify(value)).toEqual([]);
    for (const value of refuses)
      expect(reasons(at, value, more), JSON.stringify(value)).toEqual([{ parameter: at[2], reason }]);
  });

  it('takes a file for a program only where the CLI does', () => {
    expect(reasons(['project', 'Test', 'project'], 'a.cs')).toEqual([
      { parameter: 'project', reason: 'invalid extension' },
    ]);
    for (const action of ['Restore', 'Build', 'Run', 'Publish', 'Clean', 'Pack'])
      expect(reasons(['project', action, 'project'], 'a.cs')).toEqual([]);
  });

  it('wants a template package that is a path to exist', () => {
    for (const path of ['./nowhere', 'a/b', 'a\\b', 'x.nupkg'])
      expect(reasons(['sdk', 'InstallTemplatePack', 'templatePackage'], path)).toEqual([
        { parameter: 'templatePackage', reason: 'not found' },
      ]);
  });

  it.each([
    ['dev_certs', 'CertificateExport', 'format', "Parameter 'format' must be 'pfx' or 'pem'"],
    [
      'package',
      'ClearCache',
      'cacheType',
      "Parameter 'cacheType' must be one of: all, http-cache, global-packages, temp, plugins-cache",
    ],
    ['project', 'Watch', 'watchAction', "Parameter 'watchAction' must be one of: run, test, build"],
    ['project', 'Test', 'testRunner', "Parameter 'testRunner' must be one of: Auto, MicrosoftTestingPlatform, VSTest"],
    ['project', 'Run', 'startMode', "Parameter 'startMode' must be 'Foreground' or 'Background'"],
  ])('%s %s has a choice of %s', (name, action, parameter, message) => {
    const tool = tools.find(each => each.name === `dotnet_${name}`)!;
    const given = { action, path: 'p', [parameter]: 'vstest' };
    const checked = check(tool, action === 'CertificateExport' ? given : { action, [parameter]: 'vstest' }, {
      workingDirectory: process.cwd(),
      forbidUnsafeOutput: false,
    });
    expect(checked).toMatchObject({ problems: [{ message, details: { parameter, reason: 'invalid value' } }] });
  });

  it('holds every string to its characters and length', () => {
    const at = ['package', 'Search', 'searchTerm'] as const;
    expect(reasons(at, 'a\tb')).toEqual([]);
    for (const bad of ['a\nb', 'a\rb', 'a\0b', 'a\x1bb', 'a\x7fb'])
      expect(reasons(at, bad)).toEqual([{ parameter: 'searchTerm', reason: 'invalid characters' }]);
    expect(reasons(at, 'a'.repeat(32_768))).toEqual([]);
    expect(reasons(at, 'a'.repeat(32_769))).toEqual([{ parameter: 'searchTerm', reason: 'too long' }]);
    const value = ['dev_certs', 'SecretsSet', 'value'] as const;
    expect(reasons(value, 'a\r\nb', { key: 'k' })).toEqual([]);
    expect(reasons(value, 'a\0b', { key: 'k' })).toEqual([{ parameter: 'value', reason: 'invalid characters' }]);
    expect(reasons(['project', 'Build', 'properties'], { A: 'x\ny' })).toEqual([
      { parameter: 'properties', reason: 'invalid characters' },
    ]);
    expect(reasons(['workload', 'Install', 'workloadIds'], Array(1_001).fill('a'))).toEqual([
      { parameter: 'workloadIds', reason: 'too long' },
    ]);
  });

  it('holds every number to its range, both ends included', () => {
    for (const tool of tools)
      for (const { name, type, minimum, maximum } of tool.parameters) {
        if (type !== 'integer') continue;
        const action = tool.only ?? tool.actions.find(each => each.optional.includes(name)) ?? tool.actions[0]!;
        const at = [tool.name.slice('dotnet_'.length), tool.only ? '' : action.name, name] as const;
        const of = (value: number) => reasons(at, value).filter(each => each?.parameter === name);
        for (const value of [minimum!, maximum!]) expect(of(value)).toEqual([]);
        for (const value of [minimum! - 1, maximum! + 1])
          expect(of(value), name).toEqual([{ parameter: name, reason: 'invalid value' }]);
      }
  });
});
