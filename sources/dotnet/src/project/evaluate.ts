import { isJsonObject } from '@concord/contract';
import { objectsIn, printedObject, textIn } from '../read/packages-json.js';

/** What is asked of a project. */
export interface Question {
  readonly properties?: readonly string[];
  readonly items?: readonly string[];
  readonly framework?: string;
  readonly configuration?: string;
}

/** An item as MSBuild evaluated it: what it includes, and everything known about it. */
export type EvaluatedItem = Readonly<Record<string, string>>;

/** What a project evaluates to. Names are those asked for; a property that is not set is empty. */
export interface Evaluation {
  readonly properties: Readonly<Record<string, string>>;
  readonly items: Readonly<Record<string, readonly EvaluatedItem[]>>;
}

/** What follows `dotnet` to evaluate a project without building anything. */
export function evaluationArgv(
  project: string,
  { properties = [], items = [], framework, configuration }: Question,
): readonly string[] {
  // One property alone would be printed as it is, not as JSON; these two are of use to everyone.
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

/** Reads what such a command printed; undefined when that is no evaluation. */
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

/** The framework a project has to be evaluated for once more, since it has several and was evaluated for none. */
export function frameworkToEvaluate({ properties }: Evaluation): string | undefined {
  return textIn(properties.TargetFramework) === undefined ? listOf(properties.TargetFrameworks)[0] : undefined;
}

const listOf = (value: string | undefined): readonly string[] =>
  (value ?? '')
    .split(';')
    .map(each => each.trim())
    .filter(each => each !== '');
