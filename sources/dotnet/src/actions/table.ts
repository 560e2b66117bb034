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
  readonly rule?: string;
  /** Whether its value is a path, which the fence of a root holds for. */
  readonly isPath?: boolean;
}

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
  | 'global.json'
  | 'tools'
  | 'secrets'
  | 'nuget-cache'
  | 'templates'
  | 'workloads'
  | 'dev-certs';

/** One action of a tool: a row of data. */
export interface Action {
  readonly name: string;
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** What follows `dotnet` on the command line; absent for an action that runs no CLI, or several. */
  readonly argv?: (args: Arguments) => readonly string[];
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
}
