import { isJsonObject } from '@concord/contract';
import { objectsIn, printedObject, textIn } from '../read/packages-json.js';

/** The properties and items to evaluate of a project. */
export interface Question {
  readonly properties?: readonly string[];
  readonly items?: readonly string[];
  readonly framework?: string;
  readonly configuration?: string;
}

/** An item as MSBuild evaluated it: its include and its metadata. */
export type EvaluatedItem = Readonly<Record<string, string>>;

/** The evaluation of a project. Names are those asked for; a property that is not set is empty. */
export interface Evaluation {
  readonly properties: Readonly<Record<string, string>>;
  readonly items: Readonly<Record<string, readonly EvaluatedItem[]>>;
}

/** What follows `dotnet` to evaluate a project without building anything. */
export function evaluationArgv(
  project: string,
  { properties = [], items = [], framework, configuration }: Question,
): readonly string[] {
  // A single property would be printed as plain text, not as JSON; these two are always useful.
  const names = [...new Set([...properties, 'MSBuildProjectFullPath', 'TargetFrameworks'])];
  return [
    'msbuild',
    project,
    `-getProperty:${names.join(',')}`,
    ...(items.length > 0 ? [`-getItem:${items.join(',')}`] : []),
    ...(framework === undefined ? [] : [`-p:TargetFramework=${framework}`]),
    ...(configuration === undefined ? [] : [`-p:Configuration=${configuration}`]),
  ];
}

/** Reads the output of that command; undefined when it is not an evaluation. */
export function readEvaluation(stdout: string): Evaluation | undefined {
  const printed = printedObject(stdout);
  if (printed === undefined || !isJsonObject(printed.Properties)) return undefined;
  const items = isJsonObject(printed.Items) ? Object.entries(printed.Items) : [];
  return {
    properties: stringsOf(printed.Properties),
    items: Object.fromEntries(items.map(([type, list]) => [type, objectsIn(list).map(stringsOf)])),
  };
}

const stringsOf = (object: object): Record<string, string> =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => typeof value === 'string'));

/** The frameworks a project is for. */
export function targetFrameworks({ properties }: Evaluation): readonly string[] {
  const several = listOf(properties.TargetFrameworks);
  return several.length > 0 ? several : listOf(properties.TargetFramework);
}

/** The framework for a second evaluation of a project that has several and was evaluated for none; undefined otherwise. */
export function frameworkToEvaluate({ properties }: Evaluation): string | undefined {
  return textIn(properties.TargetFramework) === undefined ? listOf(properties.TargetFrameworks)[0] : undefined;
}

const listOf = (value: string | undefined): readonly string[] =>
  (value ?? '')
    .split(';')
    .map(each => each.trim())
    .filter(each => each !== '');
