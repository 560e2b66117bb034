import type { JsonObject } from '@concord/contract';

/** What a parameter takes, as clients see it. */
export interface Parameter {
  readonly name: string;
  readonly type: 'string' | 'boolean' | 'integer' | 'strings' | 'object';
  /** Begins with the actions that use it. */
  readonly description: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: string | number | boolean;
  /** The value rule it has to keep, by its name in the table of rules. */
  readonly rule?: ValueRule;
  /** Whether its value is a path, which the fence of a root holds for; an address in a place that takes either is none. */
  readonly isPath?: boolean;
  /** Whether it becomes a token of its own, which begins with neither `-` nor `@`: it does unless this says otherwise, or only in the actions named. */
  readonly token?: false | readonly string[];
  /** A list in one string, split into tokens where this matches. */
  readonly splitAt?: RegExp;
  /** It is another name of this parameter, and its value is found there once checked. */
  readonly otherNameOf?: string;
  /** Line breaks are part of its value. */
  readonly multiline?: boolean;
  /** An empty or blank value is a value. */
  readonly mayBeBlank?: boolean;
}

/** The names in the table of value rules. */
export type ValueRule =
  | 'project'
  | 'solution'
  | 'configuration'
  | 'framework'
  | 'verbosity'
  | 'runtime'
  | 'platform'
  | 'packageId'
  | 'version'
  | 'sdkVersion'
  | 'template'
  | 'options'
  | 'appArgs'
  | 'properties'
  | 'propertyName'
  | 'templatePackage'
  | 'workloadId'
  | 'dateTime'
  | 'helpCommand';

/** Arguments that passed every check: blank strings are gone, enums are in their own case. */
export type Arguments = JsonObject;

/** How long the actions of a group may take when the caller does not say. */
export type TimeClass = 'query' | 'edit' | 'search' | 'run' | 'restore' | 'build' | 'test';

/** What an action excludes while it runs, by the name others read in a conflict. */
export type LockRule =
  | 'closure'
  | 'closure unless noBuild'
  | 'project'
  | 'solution'
  | 'output'
  | 'manifest'
  | 'global.json'
  | 'tools'
  | 'secrets'
  | 'nuget-cache'
  | 'templates'
  | 'workloads'
  | 'dev-certs';

/** What the command line of an action takes from elsewhere than its arguments. */
export interface ArgvFacts {
  /** Where a binary log is to be written. */
  readonly binlog?: string;
  /** Which runner tests go to; VSTest when left out. */
  readonly test?: TestChoice;
}

/** The runner of tests, and the spellings it has for what a project's packages decide. */
export interface TestChoice {
  readonly runner: 'vstest' | 'microsoft-testing-platform';
  readonly trxOption?: string;
  readonly filterOption?: string;
}

/** A rule between parameters: what is wrong when it is broken, and with which of them. */
export interface BetweenRule {
  readonly parameter: string;
  readonly reason: string;
  readonly message: string;
  readonly broken: (args: Arguments) => boolean;
}

/** What is different about an action for some arguments; undefined takes a field away. */
export type Variant = { readonly [Field in keyof Action]?: Action[Field] | undefined };

/** One action of a tool: a row of data. */
export interface Action {
  readonly name: string;
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** What follows `dotnet` on the command line; absent for an action that runs no CLI, or several. */
  readonly argv?: (args: Arguments, facts?: ArgvFacts) => readonly string[];
  /** A command that has to succeed before that one starts. */
  readonly before?: (args: Arguments) => readonly string[];
  /** Starts a child that outlives the call, under this name of its operation. */
  readonly session?: 'run' | 'watch';
  readonly time: TimeClass;
  /** The name of the operation in conflicts and logs, and what it locks; absent for one that takes no lock. */
  readonly lock?: { readonly operation: string; readonly rule: LockRule };
  /** Needs a package source. */
  readonly network?: boolean;
  /** Destroys something: asked about where the client can be. The sentence names what. */
  readonly confirm?: (args: Arguments) => string | undefined;
  /** Its output is the compact JSON of its data. */
  readonly data?: boolean;
  /** What stands on stdin in place of nothing. */
  readonly stdin?: (args: Arguments) => string;
  /** One sentence before it starts: `Restoring App.csproj`. */
  readonly announcement?: (args: Arguments) => string;
  /** Rules between its parameters. */
  readonly between?: readonly BetweenRule[];
  /** What some arguments change about this row; `actionFor` lays it over. */
  readonly variant?: (args: Arguments) => Variant | undefined;
}

/** The row as it counts for these arguments. */
export function actionFor(action: Action, args: Arguments): Action {
  const changed = action.variant?.(args);
  if (changed === undefined) return action;
  const fields = Object.entries({ ...action, ...changed }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(fields) as unknown as Action;
}

/** A tool: its parameters, and what can be done with it. */
export interface ToolTable {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly readOnly?: boolean;
  readonly idempotent?: boolean;
  readonly destructive?: boolean;
  readonly closedWorld?: boolean;
  readonly parameters: readonly Parameter[];
  /** In the order they are listed; empty for a tool without actions. */
  readonly actions: readonly Action[];
  /** What a tool without actions does. */
  readonly only?: Action;
}
