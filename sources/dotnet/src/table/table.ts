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
  /** The name of its value rule. */
  readonly rule?: ValueRule;
  /** Whether its value is a path, which must be inside the root. A URL is not, where a parameter takes either. */
  readonly isPath?: boolean;
  /** Whether it becomes a token, which must begin with neither `-` nor `@`: true by default, or only in the actions named. */
  readonly token?: false | readonly string[];
  /** A list in one string, split into tokens where this matches. */
  readonly splitAt?: RegExp;
  /** The parameter that this one is another name of; the checked value is found there. */
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

/** The kinds of locks. */
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

/** The inputs of a command line besides the arguments. */
export interface ArgvFacts {
  /** Where a binary log is to be written. */
  readonly binlog?: string;
  /** The test runner; VSTest when undefined. */
  readonly test?: TestChoice;
}

/** The test runner, and the option names that depend on a project's packages. */
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

/** The changes of an action for some arguments; undefined removes a field. */
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
  /** Starts a session; the name of its operation. */
  readonly session?: 'run' | 'watch';
  readonly time: TimeClass;
  /** The name of the operation in conflicts and logs, and what it locks; absent for one that takes no lock. */
  readonly lock?: { readonly operation: string; readonly rule: LockRule };
  /** Needs a package source. */
  readonly network?: boolean;
  /** The question to confirm a destructive action, which names its target. */
  readonly confirm?: (args: Arguments) => string | undefined;
  /** Its output is the compact JSON of its data. */
  readonly data?: boolean;
  /** The input of the command; none when undefined. */
  readonly stdin?: (args: Arguments) => string;
  /** One sentence before it starts: `Restoring App.csproj`. */
  readonly announcement?: (args: Arguments) => string;
  /** Rules between its parameters. */
  readonly between?: readonly BetweenRule[];
  /** What some arguments change about this action; applied by `actionFor`. */
  readonly variant?: (args: Arguments) => Variant | undefined;
}

/** The action with the changes for these arguments. */
export function actionFor(action: Action, args: Arguments): Action {
  const changed = action.variant?.(args);
  if (changed === undefined) return action;
  const fields = Object.entries({ ...action, ...changed }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(fields) as unknown as Action;
}

/** A tool: its parameters and actions. */
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
