import { describe, expect, it } from 'vitest';
import { recorded } from '../../test/support/recorded.js';
import { type Evaluation, evaluationArgv, frameworkToEvaluate, readEvaluation, targetFrameworks } from './evaluate.js';
import { analysis, dependencies, factsQuestion, itemList, propertyValue, sdkOf } from './facts.js';
import { type Member, solutionAnalysis, solutionDependencies, solutionValidation } from './solution.js';
import { failedValidation, validation } from './validate.js';

const app = readEvaluation(recorded('evaluation-central-versions.txt'))!;
const evaluation = (properties: Record<string, string>, items: Evaluation['items'] = {}): Evaluation => ({
  properties: { MSBuildProjectExtension: '.csproj', Nullable: 'enable', ...properties },
  items,
});
const today = new Date('2026-06-01');
const around = { exists: () => true, today };

describe('the evaluation of a project', () => {
  it('asks for JSON even when one property is wanted', () => {
    expect(evaluationArgv('A.csproj', { properties: ['Nullable'] })).toEqual([
      'msbuild',
      'A.csproj',
      '-getProperty:Nullable,MSBuildProjectFullPath,TargetFrameworks',
    ]);
    expect(
      evaluationArgv('A.csproj', { items: ['Compile', 'Using'], framework: 'net10.0', configuration: 'Release' }),
    ).toEqual([
      'msbuild',
      'A.csproj',
      '-getProperty:MSBuildProjectFullPath,TargetFrameworks',
      '-getItem:Compile,Using',
      '-p:TargetFramework=net10.0',
      '-p:Configuration=Release',
    ]);
  });

  it('asks for everything an analysis shows', () => {
    expect(factsQuestion.properties).toEqual(expect.arrayContaining(['PublishAot', 'WarningLevel', 'LangVersion']));
    expect(new Set(factsQuestion.properties).size).toBe(factsQuestion.properties!.length);
  });

  it.each(['', 'MSBUILD : error MSB1009: Project file does not exist.', '{}', '{"Properties":[]}', '{"Properties":'])(
    'is not in %j',
    text => {
      expect(readEvaluation(text)).toBeUndefined();
    },
  );

  it('is to be done again for the first of several frameworks', () => {
    const several = evaluation({ TargetFramework: '', TargetFrameworks: ' net10.0; netstandard2.0;' });
    expect(targetFrameworks(several)).toEqual(['net10.0', 'netstandard2.0']);
    expect(frameworkToEvaluate(several)).toBe('net10.0');
    expect(
      frameworkToEvaluate(evaluation({ TargetFramework: 'net10.0', TargetFrameworks: 'net10.0;net8.0' })),
    ).toBeUndefined();
    expect(frameworkToEvaluate(app)).toBeUndefined();
  });
});

describe('an analysis', () => {
  it('has evaluated values and versions that are managed centrally', () => {
    expect(analysis('App.csproj', app)).toEqual({
      projectPath: 'App.csproj',
      projectName: 'App',
      sdk: 'Microsoft.NET.Sdk.Web',
      targetFrameworks: ['net10.0'],
      outputType: 'Exe',
      packageReferences: [
        { name: 'newtonsoft.json', version: '13.0.3', privateAssets: 'all' },
        { name: 'xunit', version: '2.9.0' },
        { name: 'Nowhere' },
      ],
      projectReferences: [
        { name: 'Lib', path: '/repo/Lib/Lib.csproj' },
        { name: 'Gone', path: '/Gone/Gone.csproj' },
      ],
      properties: {
        publishAot: 'true',
        publishTrimmed: 'true',
        selfContained: 'false',
        runtimeIdentifiers: ';linux-x64',
        configuration: 'Debug',
        platform: 'AnyCPU',
        treatWarningsAsErrors: 'false',
        warningLevel: '10',
      },
      langVersion: '14.0',
    });
    expect(analysis('App.csproj', app, 'Aspire.AppHost.Sdk').sdk).toBe('Aspire.AppHost.Sdk');
  });

  it('leaves out packages the SDK adds', () => {
    const implicit = { Identity: 'NETStandard.Library', Version: '2.0.3', IsImplicitlyDefined: 'true' };
    expect(
      dependencies('L.csproj', evaluation({ TargetFramework: 'netstandard2.0' }, { PackageReference: [implicit] })),
    ).toEqual({
      projectPath: 'L.csproj',
      targetFrameworks: ['netstandard2.0'],
      packages: [],
      projects: [],
      totalDirect: 0,
    });
    expect(dependencies('App.csproj', app).totalDirect).toBe(5);
  });

  it.each([
    ['<Project Sdk="Microsoft.NET.Sdk.Web/1.0" />', 'Microsoft.NET.Sdk.Web'],
    [
      '<Project><Sdk Name="A" Version="1" /><Import Sdk="B" Project="Sdk.props" /><Import Project="c" /></Project>',
      'A;B',
    ],
    ['<Project Sdk="A;B" />', 'A;B'],
    ['<Project />', undefined],
    ['no XML', undefined],
  ])('finds the SDK in %s', (text, sdk) => expect(sdkOf(text)).toBe(sdk));
});

it('tells the value of a property, and whether it has one', () => {
  expect(propertyValue('A.csproj', 'publishaot', app)).toEqual({
    projectPath: 'A.csproj',
    propertyName: 'publishaot',
    value: 'true',
    isSet: true,
  });
  expect(propertyValue('A.csproj', 'Nullable', app)).toMatchObject({ value: '', isSet: false });
});

it('lists items with what their authors said of them', () => {
  const list = itemList('A.csproj', app);
  expect(list.count).toBe(7);
  expect(list.items[0]).toEqual({
    itemType: 'PackageReference',
    include: 'newtonsoft.json',
    metadata: { PrivateAssets: 'all' },
  });
  expect(itemList('A.csproj', evaluation({}), 'Using')).toEqual({
    projectPath: 'A.csproj',
    itemType: 'Using',
    count: 0,
    items: [],
  });
});

describe('a validation', () => {
  it('warns of references that lead nowhere', () => {
    const exists = (path: string) => !path.includes('Gone');
    expect(validation('App.csproj', app, { exists, today })).toEqual({
      projectPath: 'App.csproj',
      isValid: true,
      errors: [],
      warnings: ['The referenced project does not exist: /Gone/Gone.csproj', 'Package Nowhere has no version'],
      recommendations: ['Nullable is off: set it to enable, so that the compiler warns of null references'],
    });
  });

  it.each([
    [{ TargetFramework: 'net10.0' }, [], [], []],
    [{}, ['No target framework: set TargetFramework or TargetFrameworks'], [], []],
    [{ TargetFrameworkVersion: 'v4.7.2' }, [], [], []],
    [
      { TargetFramework: 'net6.0' },
      [],
      ['The target framework net6.0 is out of support since 2024-11-12'],
      ['net10.0 has long-term support and is newer than net6.0: consider targeting it'],
    ],
    [{ TargetFramework: 'netfoo' }, [], ['The target framework netfoo has no form that is known'], []],
    [{ TargetFrameworks: 'net10.0;netstandard2.0' }, [], [], []],
    [
      { TargetFramework: 'net9.0' },
      [],
      [],
      ['net10.0 has long-term support and is newer than net9.0: consider targeting it'],
    ],
    [{ TargetFramework: 'net10.0', MSBuildProjectExtension: '.vbproj', Nullable: '' }, [], [], []],
  ])('of %j', (properties, errors, warnings, recommendations) => {
    expect(validation('A.csproj', evaluation(properties as Record<string, string>), around)).toEqual({
      projectPath: 'A.csproj',
      isValid: errors.length === 0,
      errors,
      warnings,
      recommendations,
    });
  });

  it('of a project that does not evaluate has the reasons', () => {
    expect(failedValidation('A.csproj', ['MSB4025: broken'])).toMatchObject({
      isValid: false,
      errors: ['MSB4025: broken'],
    });
  });
});

describe('a solution', () => {
  const member = (name: string, packages: Record<string, string>, references: string[] = []): Member => ({
    projectPath: `${name}/${name}.csproj`,
    evaluation: evaluation(
      {
        MSBuildProjectFullPath: `/repo/${name}/${name}.csproj`,
        MSBuildProjectName: name,
        TargetFramework: 'net10.0',
        OutputType: name === 'App' ? 'Exe' : 'Library',
      },
      {
        PackageReference: Object.entries(packages).map(([Identity, Version]) => ({ Identity, Version })),
        ProjectReference: references.map(each => ({
          Identity: `../${each}/${each}.csproj`,
          Filename: each,
          FullPath: `/repo/${each}/${each}.csproj`,
        })),
      },
    ),
  });
  const members = [
    member('App', { Serilog: '4.0.0', Other: '1.0.0' }, ['Lib', 'Far']),
    member('Lib', { serilog: '3.0.0' }),
    member('Tests', { Serilog: '4.0.0' }, ['App']),
  ];

  it('is summed up', () => {
    const projects = members.map(each => analysis(each.projectPath, each.evaluation));
    expect(solutionAnalysis('Shop.slnx', projects)).toEqual({
      solution: 'Shop.slnx',
      projects,
      summary: { projects: 3, byOutputType: { Exe: 1, Library: 2 }, byFramework: { 'net10.0': 3 }, packages: 2 },
    });
  });

  it('shows who needs whom, and which packages are shared', () => {
    expect(solutionDependencies(members)).toEqual({
      edges: [
        { from: 'App/App.csproj', to: 'Lib/Lib.csproj' },
        { from: 'App/App.csproj', to: '/repo/Far/Far.csproj' },
        { from: 'Tests/Tests.csproj', to: 'App/App.csproj' },
      ],
      sharedPackages: [
        {
          id: 'Serilog',
          versions: [
            { version: '4.0.0', projects: ['App/App.csproj', 'Tests/Tests.csproj'] },
            { version: '3.0.0', projects: ['Lib/Lib.csproj'] },
          ],
        },
      ],
    });
  });

  it('is validated as a whole', () => {
    const validations = [
      ...members.map(each => validation(each.projectPath, each.evaluation, around)),
      failedValidation('Bad/Bad.csproj', ['broken']),
    ];
    expect(solutionValidation(validations, { members, missing: ['Gone/Gone.csproj'] })).toEqual({
      isValid: false,
      errors: ['Bad/Bad.csproj: broken'],
      warnings: [
        'The solution names a project that does not exist: Gone/Gone.csproj',
        'Package Serilog has several versions: 4.0.0 in App/App.csproj, Tests/Tests.csproj; 3.0.0 in Lib/Lib.csproj',
      ],
      recommendations: [],
    });
  });
});
