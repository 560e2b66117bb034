import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dialects, failure, type Problem } from '@concord/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { tools } from '../actions/index.js';
import { check } from './check.js';

const place = realpathSync(mkdtempSync(join(tmpdir(), 'dotnet-check-')));
const root = join(place, 'root');
mkdirSync(join(root, 'Foo.Bar'), { recursive: true });
mkdirSync(join(place, 'outside'));
symlinkSync(join(place, 'outside'), join(root, 'link'));
symlinkSync(join(place, 'not-there-yet'), join(root, 'dangling'));
symlinkSync('Foo.Bar', join(root, 'within'));
afterAll(() => rmSync(place, { recursive: true }));

const open = { workingDirectory: root, forbidUnsafeOutput: false };
const fenced = { ...open, root };

const table = (name: string) => tools.find(each => each.name === `dotnet_${name}`)!;

function problemsOf(tool: string, given: unknown, context: Parameters<typeof check>[2] = open): readonly Problem[] {
  const checked = check(table(tool), given, context);
  return 'problems' in checked ? checked.problems : [];
}

/** Parameter and reason of each problem. */
const faults = (tool: string, given: unknown, context = open) =>
  problemsOf(tool, given, context).map(each => `${each.details?.parameter}: ${each.details?.reason}`);

const messages = (tool: string, given: unknown) => problemsOf(tool, given).map(each => each.message);

function checked(tool: string, given: unknown, context = open) {
  const result = check(table(tool), given, context);
  if ('problems' in result) throw new Error(result.problems.map(each => each.message).join('\n'));
  return result;
}

const build = (more: object) => ({ action: 'Build', ...more });

describe('the action', () => {
  it("is refused in the contract's words, with all there are", () => {
    const validActions =
      'New, Restore, Build, Run, Test, Publish, Clean, Analyze, Dependencies, Validate, Pack, Watch, Format, Stop, Logs, ListSessions, ListTemplateOptions, SetProperty, GetProperty, RemoveProperty, AddItem, RemoveItem, ListItems';
    expect(problemsOf('project', { action: 'build', nonsense: 1 })).toEqual([
      {
        kind: 'invalid_params',
        message: "Invalid action 'build' is not supported. For tool 'dotnet_project'.",
        hint: `Valid actions are: ${validActions}`,
        details: {
          parameter: 'action',
          reason: 'invalid value',
          providedValue: 'build',
          validActions,
          didYouMean: 'Build',
        },
      },
    ]);
  });

  it('is one of nine for Entity Framework', () => {
    const [problem] = problemsOf('ef', { action: 'InvalidAction' });
    expect(problem?.details).toEqual({
      parameter: 'action',
      reason: 'invalid value',
      providedValue: 'InvalidAction',
      validActions:
        'MigrationsAdd, MigrationsList, MigrationsRemove, MigrationsScript, DatabaseUpdate, DatabaseDrop, DbContextList, DbContextInfo, DbContextScaffold',
    });
  });

  it.each([[undefined], [{}], [{ action: ' ' }], [{ action: null }]])('is required: %j', given => {
    expect(messages('project', given)).toEqual(["Parameter 'action' is required and cannot be empty"]);
  });

  it('is a string', () => {
    expect(faults('project', { action: 3 })).toEqual(['action: invalid type']);
    expect(faults('project', ['Build'])).toEqual(['arguments: invalid type']);
    expect(faults('help', { action: 'Help' })).toEqual(['action: unknown']);
  });
});

describe('required values', () => {
  it.each([
    ['package', 'Add', {}, 'packageId'],
    ['package', 'Add', { packageId: ' \t' }, 'packageId'],
    ['tool', 'Install', {}, 'packageId'],
    ['tool', 'Update', {}, 'packageId'],
    ['tool', 'Uninstall', {}, 'packageId'],
    ['dev_certs', 'SecretsSet', { value: 'v' }, 'key'],
    ['dev_certs', 'SecretsSet', { key: 'k' }, 'value'],
    ['dev_certs', 'CertificateExport', {}, 'path'],
    ['solution', 'Add', { solution: 'S.sln', projects: [] }, 'projects'],
    ['solution', 'Add', { solution: 'S.sln', projects: ['', ' '] }, 'projects'],
    ['workload', 'Install', { workloadIds: [] }, 'workloadIds'],
    ['project', 'Analyze', {}, 'projectPath'],
    ['project', 'SetProperty', { project: 'A.csproj', propertyName: 'A' }, 'propertyValue'],
    ['sdk', 'ConfigureGlobalJson', {}, 'sdkVersion'],
  ])('%s %s %j lacks %s', (tool, action, args, parameter) => {
    expect(problemsOf(tool, { action, ...args })).toEqual([
      {
        kind: 'invalid_params',
        message: `Parameter '${parameter}' is required and cannot be empty`,
        hint: 'Verify the parameter values and try again.',
        details: { parameter, reason: 'required' },
      },
    ]);
  });

  it('may be empty where that is a value', () => {
    const given = { action: 'SetProperty', project: 'A.csproj', propertyName: 'A', propertyValue: '' };
    expect(checked('project', given).args.propertyValue).toBe('');
  });

  it('are found under either name, and then under one', () => {
    expect(checked('project', { action: 'Analyze', projectPath: 'A.csproj' }).args).toEqual({ project: 'A.csproj' });
    expect(checked('project', { action: 'Analyze', project: 'A.csproj' }).args).toEqual({ project: 'A.csproj' });
    expect(faults('project', { action: 'Analyze', project: 'A.txt' })).toEqual(['project: invalid extension']);
  });

  it("come out as the contract's envelope", () => {
    const [problem] = problemsOf('package', { action: 'Add' });
    expect(dialects['contract-v1'].render(failure(problem!), {} as never)).toEqual({
      success: false,
      errors: [
        {
          code: 'INVALID_PARAMS',
          message: "Parameter 'packageId' is required and cannot be empty",
          category: 'Validation',
          hint: 'Verify the parameter values and try again.',
          rawOutput: '',
          mcpErrorCode: -32602,
          data: { exitCode: -1, additionalData: { parameter: 'packageId', reason: 'required' } },
        },
      ],
      exitCode: -1,
    });
  });
});

describe('names and types', () => {
  it('says which name was meant, when one is near', () => {
    const [problem] = problemsOf('project', build({ projct: 'A.csproj' }));
    expect(problem?.message).toBe("Parameter 'projct' is not known for tool 'dotnet_project'");
    expect(problem?.details).toEqual({ parameter: 'projct', reason: 'unknown', didYouMean: 'project' });
    expect(problemsOf('project', build({ PROJECT: 'A' }))[0]?.details?.didYouMean).toBe('project');
    expect(problemsOf('project', build({ somethingElse: 1 }))[0]?.details).toEqual({
      parameter: 'somethingElse',
      reason: 'unknown',
    });
  });

  it.each([
    ['project', build({ project: 3 }), "Parameter 'project' must be a string"],
    ['project', build({ project: null }), "Parameter 'project' must be a string"],
    ['project', build({ noRestore: 'true' }), "Parameter 'noRestore' must be a boolean"],
    ['project', build({ timeoutMs: '5' }), "Parameter 'timeoutMs' must be an integer"],
    ['project', build({ timeoutMs: 1000.5 }), "Parameter 'timeoutMs' must be an integer"],
    ['project', build({ properties: [] }), "Parameter 'properties' must be an object"],
    [
      'solution',
      { action: 'Add', solution: 'S.sln', projects: 'A' },
      "Parameter 'projects' must be an array of strings",
    ],
    [
      'solution',
      { action: 'List', solution: 'S.sln', projects: [1] },
      "Parameter 'projects' must be an array of strings",
    ],
  ])('%s %j', (tool, given, message) => {
    expect(messages(tool, given)).toEqual([message]);
    expect(problemsOf(tool, given)[0]?.details?.reason).toBe('invalid type');
  });

  it('takes names that every object has for what they are', () => {
    const given = JSON.parse('{"action": "Build", "__proto__": {"project": "A.txt"}, "constructor": 1}');
    expect(faults('project', given)).toEqual(['__proto__: unknown', 'constructor: unknown']);
  });

  it('lists what the action has no use for, and leaves it out', () => {
    const result = checked(
      'project',
      build({ template: 'console', tailLines: 3, project: 'A.csproj', timeoutMs: 2000 }),
    );
    expect(result.ignored).toEqual(['template', 'tailLines']);
    expect(result.args).toEqual({ project: 'A.csproj', timeoutMs: 2000 });
  });

  it('counts blank strings as absent', () => {
    expect(checked('project', build({ project: ' ', framework: '', template: '' }))).toMatchObject({
      args: {},
      ignored: [],
    });
  });
});

describe('several problems', () => {
  it('come at once, in the order of the schema', () => {
    const given = build({ timeoutMs: 1, verbosity: 'loud', framework: 'netfoo', project: 'A.txt', projct: '' });
    expect(faults('project', given)).toEqual([
      'projct: unknown',
      'project: invalid extension',
      'framework: invalid format',
      'verbosity: invalid value',
      'timeoutMs: invalid value',
    ]);
  });

  it('begin with the options of a template', () => {
    for (const bad of [';', '&', '|', '$', '`', '<', '>', '\n', '"', '%']) {
      const problems = problemsOf('project', { action: 'New', name: '-x', additionalOptions: `--a ${bad}` });
      expect(problems.map(each => each.details?.parameter)).toEqual(['additionalOptions', 'template', 'name']);
      expect(problems[0]?.message).toBe("Parameter 'additionalOptions' contains invalid characters");
      expect(problems[0]?.details?.reason).toBe('invalid characters');
    }
  });
});

describe('rules between parameters', () => {
  it.each([
    [
      'project',
      { action: 'Publish', runtime: 'linux-x64', arch: 'x64', os: 'linux' },
      ['arch: conflict', 'os: conflict'],
    ],
    ['project', { action: 'Watch', watchAction: 'run', startMode: 'Foreground' }, ['startMode: invalid value']],
    ['package', { action: 'Add', packageId: 'P', version: '1', prerelease: true }, ['version: conflict']],
    ['package', { action: 'List', outdated: true, vulnerable: true }, ['vulnerable: conflict']],
    ['package', { action: 'List', outdated: true, deprecated: true }, ['deprecated: conflict']],
    ['package', { action: 'List', outdated: true, deprecated: false }, []],
    ['tool', { action: 'Install', packageId: 'P', global: true, toolPath: 't' }, ['global: conflict']],
    ['ef', { action: 'DatabaseDrop' }, ['force: required for safety']],
    ['ef', { action: 'DatabaseDrop', force: false }, ['force: required for safety']],
    ['ef', { action: 'DatabaseDrop', force: 'yes' }, ['force: invalid type']],
    ['dev_certs', { action: 'CertificateExport', path: 'c', noPassword: true }, ['noPassword: conflict']],
    [
      'dev_certs',
      { action: 'CertificateExport', path: 'c', noPassword: true, format: 'pem', password: 'x' },
      ['noPassword: conflict'],
    ],
    [
      'sdk',
      { action: 'InstallTemplatePack', templatePackage: 'P@1', templateVersion: '2' },
      ['templateVersion: conflict'],
    ],
  ])('%s %j', (tool, given, expected) => {
    expect(faults(tool, given)).toEqual(expected);
  });

  it('says how a watch starts, and how a database is dropped', () => {
    expect(messages('project', { action: 'Watch', watchAction: 'run', startMode: 'Foreground' })).toEqual([
      "Parameter 'startMode' must be 'Background' for action 'Watch'",
    ]);
    expect(messages('ef', { action: 'DatabaseDrop' })).toEqual([
      "Parameter 'force' is required for 'DatabaseDrop' unless 'dryRun' is true",
    ]);
  });
});

describe('the call', () => {
  it('may not ask for raw output where that is forbidden', () => {
    const context = { ...open, forbidUnsafeOutput: true };
    expect(problemsOf('sdk', { action: 'Version', unsafeOutput: true }, context)).toMatchObject([
      { message: "Parameter 'unsafeOutput' is not allowed by the operator", details: { reason: 'forbidden' } },
    ]);
    expect(faults('sdk', { action: 'Version', unsafeOutput: false }, context)).toEqual([]);
  });

  it('needs a working directory that exists', () => {
    expect(problemsOf('sdk', { action: 'Version', workingDirectory: 'nowhere' })).toMatchObject([
      { message: 'Directory not found: nowhere', details: { parameter: 'workingDirectory', reason: 'not found' } },
    ]);
    expect(faults('sdk', { action: 'Version', workingDirectory: 'Foo.Bar' })).toEqual([]);
    expect(faults('sdk', { action: 'Version', workingDirectory: 'a\0b' })).toEqual([
      'workingDirectory: invalid characters',
    ]);
  });

  it('reads paths from its working directory', () => {
    expect(faults('project', build({ project: 'Foo.Bar' }))).toEqual([]);
    expect(faults('project', build({ project: 'Foo.Bar', workingDirectory: 'Foo.Bar' }))).toEqual([
      'project: invalid extension',
    ]);
  });
});

describe('the fence of a root', () => {
  const paths = tools.flatMap(tool =>
    tool.actions.flatMap(action =>
      tool.parameters
        .filter(({ name, isPath }) => isPath && (action.required.includes(name) || action.optional.includes(name)))
        .map(parameter => [tool.name.slice('dotnet_'.length), action.name, parameter] as const),
    ),
  );

  it.each(paths)('holds for %s %s %j', (tool, action, { name, type }) => {
    const found = (value: string) =>
      faults(tool, { action, [name]: type === 'strings' ? ['a', value] : value }, fenced).filter(each =>
        each.startsWith(`${name}:`),
      );
    for (const way of ['../x', '/x', 'link/x', 'dangling', 'a/../../x', 'link/../x', '..\\x'])
      expect(found(way), way).toEqual([`${name}: outside root`]);
    for (const way of ['x/y', 'within/../x', './a/../b', join(root, 'x')])
      expect(found(way), way).not.toContain(`${name}: outside root`);
  });

  it('holds for the working directory, and for what starts from it', () => {
    const at = (workingDirectory: string, project = 'A') =>
      faults('project', build({ workingDirectory, project }), fenced);
    expect(at('..')).toEqual(['workingDirectory: outside root']);
    expect(at('link')).toEqual(['workingDirectory: outside root']);
    expect(at(root)).toEqual([]);
    expect(at('within', '../A')).toEqual([]);
    expect(at('within', '../../A')).toEqual(['project: outside root']);
  });

  it('is a path that is not valid, and lets addresses pass', () => {
    expect(problemsOf('project', build({ project: '../A' }), fenced)).toMatchObject([{ kind: 'invalid_path' }]);
    const restore = (source: string) => faults('project', { action: 'Restore', source }, fenced);
    expect(restore('https://api.nuget.org/v3/index.json')).toEqual([]);
    expect(restore('nuget.org')).toEqual([]);
    expect(restore('file:///etc')).toEqual(['source: outside root']);
  });

  it('is not there without a root', () => {
    expect(faults('project', build({ project: '../A' }))).toEqual([]);
  });
});
