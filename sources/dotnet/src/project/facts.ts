import type { JsonObject } from '@concord/contract';
import { parseXml } from '../xml/xml.js';
import { type EvaluatedItem, type Evaluation, type Question, targetFrameworks } from './evaluate.js';

/** A package a project names. */
export interface PackageReference {
  readonly name: string;
  readonly version?: string;
  readonly privateAssets?: string;
  readonly includeAssets?: string;
}

/** A project another names; the path is absolute. */
export interface ProjectReference {
  readonly name: string;
  readonly path: string;
}

/** What a project is, as Analyze answers. */
export interface Analysis {
  readonly projectPath: string;
  readonly projectName: string;
  readonly sdk?: string;
  readonly targetFrameworks: readonly string[];
  readonly outputType?: string;
  readonly packageReferences: readonly PackageReference[];
  readonly projectReferences: readonly ProjectReference[];
  readonly properties: Readonly<Record<string, string>>;
  readonly implicitUsings?: string;
  readonly nullable?: string;
  readonly langVersion?: string;
}

/** What a project needs directly, as Dependencies answers. */
export interface Dependencies {
  readonly projectPath: string;
  readonly targetFrameworks: readonly string[];
  readonly packages: readonly PackageReference[];
  readonly projects: readonly ProjectReference[];
  readonly totalDirect: number;
}

/** The properties an analysis shows, by the names it has for them. */
const shown = [
  'PublishAot',
  'InvariantGlobalization',
  'PublishTrimmed',
  'PublishSingleFile',
  'PublishReadyToRun',
  'SelfContained',
  'RuntimeIdentifier',
  'RuntimeIdentifiers',
  'Configuration',
  'Platform',
  'TreatWarningsAsErrors',
  'WarningLevel',
];
const own = ['OutputType', 'ImplicitUsings', 'Nullable', 'LangVersion'];
/** Properties that tell the SDK of a project whose text was not read. The first that is true decides. */
const sdks: readonly (readonly [string, string])[] = [
  ['UsingMicrosoftNETSdkBlazorWebAssembly', 'Microsoft.NET.Sdk.BlazorWebAssembly'],
  ['UsingMicrosoftNETSdkWorker', 'Microsoft.NET.Sdk.Worker'],
  ['UsingMicrosoftNETSdkWeb', 'Microsoft.NET.Sdk.Web'],
  ['UsingMicrosoftNETSdkRazor', 'Microsoft.NET.Sdk.Razor'],
  ['UsingMicrosoftNETSdk', 'Microsoft.NET.Sdk'],
];

/** What Analyze, Dependencies and Validate ask of a project. */
export const factsQuestion: Question = {
  properties: [
    ...['MSBuildProjectFullPath', 'MSBuildProjectName', 'MSBuildProjectExtension', 'TargetFramework'],
    ...['TargetFrameworks', 'TargetFrameworkVersion', ...own, ...shown, ...sdks.map(([property]) => property)],
  ],
  items: ['PackageReference', 'ProjectReference', 'PackageVersion'],
};

/** What a project is. `sdk` is the one its text names, where that was read. */
export function analysis(projectPath: string, evaluation: Evaluation, sdk?: string): Analysis {
  const { properties } = evaluation;
  const named = sdk ?? sdks.find(([property]) => properties[property] === 'true')?.[1];
  return {
    projectPath,
    projectName: properties.MSBuildProjectName ?? '',
    ...(named !== undefined && { sdk: named }),
    targetFrameworks: targetFrameworks(evaluation),
    ...present(properties, ['OutputType']),
    packageReferences: packagesOf(evaluation),
    projectReferences: projectsOf(evaluation),
    properties: present(properties, shown),
    ...present(properties, own.slice(1)),
  };
}

/** What a project needs directly. */
export function dependencies(projectPath: string, evaluation: Evaluation): Dependencies {
  const packages = packagesOf(evaluation);
  const projects = projectsOf(evaluation);
  return {
    projectPath,
    targetFrameworks: targetFrameworks(evaluation),
    packages,
    projects,
    totalDirect: packages.length + projects.length,
  };
}

/** The packages a project names itself, with the versions that are managed centrally; not those the SDK adds. */
export function packagesOf({ items }: Evaluation): readonly PackageReference[] {
  const central = new Map((items.PackageVersion ?? []).map(each => [each.Identity?.toLowerCase(), each.Version]));
  return (items.PackageReference ?? [])
    .filter(each => each.IsImplicitlyDefined?.toLowerCase() !== 'true')
    .map(each => {
      const name = each.Identity ?? '';
      const version = [each.VersionOverride, each.Version, central.get(name.toLowerCase())].find(text => text);
      return { name, ...(version && { version }), ...present(each, ['PrivateAssets', 'IncludeAssets']) };
    });
}

/** The projects a project names. */
export function projectsOf({ items }: Evaluation): readonly ProjectReference[] {
  return (items.ProjectReference ?? []).map(({ Identity = '', Filename = Identity, FullPath = Identity }) => ({
    name: Filename,
    path: FullPath,
  }));
}

function present(values: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap(name => (values[name] ? [[name[0]!.toLowerCase() + name.slice(1), values[name]]] : [])),
  );
}

/** The value of a property, as GetProperty answers: the one it evaluates to. */
export function propertyValue(projectPath: string, propertyName: string, { properties }: Evaluation) {
  const wanted = propertyName.toLowerCase();
  const value = Object.entries(properties).find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';
  return { projectPath, propertyName, value, isSet: value !== '' };
}

/** The types of items that are listed when none is named. */
export const listedItemTypes: readonly string[] = [
  'PackageReference',
  'ProjectReference',
  'Compile',
  'Content',
  'None',
  'EmbeddedResource',
  'Using',
];

/** The items of a project, as ListItems answers, with the metadata of their authors and without well-known metadata. */
export function itemList(projectPath: string, evaluation: Evaluation, itemType?: string) {
  const items = Object.entries(evaluation.items).flatMap(([type, list]) =>
    list.map(each => ({ itemType: type, include: each.Identity ?? '', metadata: metadataOf(each) })),
  );
  return { projectPath, ...(itemType !== undefined && { itemType }), count: items.length, items } satisfies JsonObject;
}

const WELL_KNOWN =
  /^(?:Identity|FullPath|RootDir|Filename|Extension|RelativeDir|Directory|RecursiveDir|(?:Modified|Created|Accessed)Time|DefiningProject.{1,20})$/;

const metadataOf = (item: EvaluatedItem): Record<string, string> =>
  Object.fromEntries(Object.entries(item).filter(([name, value]) => value !== '' && !WELL_KNOWN.test(name)));

/** The SDKs a project's text names, joined by `;`; undefined when it names none or is no project. */
export function sdkOf(text: string): string | undefined {
  const parsed = parseXml(text);
  if ('fault' in parsed) return undefined;
  const { attributes, children } = parsed.root;
  const named = [
    attributes.get('Sdk'),
    ...children.filter(each => each.name === 'Sdk').map(each => each.attributes.get('Name')),
    ...children.filter(each => each.name === 'Import').map(each => each.attributes.get('Sdk')),
  ].flatMap(each => (each ?? '').split(';'));
  const sdks = new Set(named.map(each => each.split('/', 1)[0]!.trim()).filter(each => each !== ''));
  return sdks.size === 0 ? undefined : [...sdks].join(';');
}
