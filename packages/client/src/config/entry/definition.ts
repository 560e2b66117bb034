import type { JsonObject } from '@concord/contract';
import type { SourceDescription } from '@concord/engine';

/** Whose configuration file an entry was read from. */
export type ClientName =
  | 'own'
  | 'claude-code'
  | 'claude-desktop'
  | 'cursor'
  | 'vscode'
  | 'copilot'
  | 'windsurf'
  | 'codex'
  | 'gemini'
  | 'opencode'
  | 'kiro'
  | 'inspector'
  | 'built-in'
  | 'ad-hoc';

export type Scope = 'given' | 'project' | 'user' | 'built-in' | 'ad-hoc';

/** A configuration file that was looked at. */
export interface ConfigFile {
  readonly path: string;
  readonly client: ClientName;
  readonly scope: Scope;
  readonly status: 'used' | 'shadowed' | 'invalid';
  /** Names of the servers it defines, in its order. */
  readonly servers: readonly string[];
  /** Why it could not be read, with line and column where there are some. */
  readonly error?: string;
}

/** What configuration files have to know of a source that comes with the command. */
export type EntrySource = Pick<SourceDescription, 'name' | 'needs' | 'runsProjectPrograms'>;

/** A server as a file defines it: nothing expanded, nothing started. */
export interface ServerEntry {
  readonly name: string;
  /** The name in the file, where characters of it had to be replaced. */
  readonly originalName?: string;
  readonly client: ClientName;
  readonly scope: Scope;
  /** The file it stands in; undefined for built-in and ad-hoc ones. */
  readonly file?: string;
  readonly transport: 'stdio' | 'http' | 'sse' | 'built-in';
  /** What the source of a built-in one says of itself. */
  readonly source?: EntrySource;
  /** The entry in the form of our own file, unexpanded, unknown keys kept. */
  readonly entry: JsonObject;
  readonly enabled: boolean;
  /** Files whose definition of the same name this one hides. */
  readonly shadows: readonly string[];
}

/** All servers there are, in order: scope, file, position in the file. */
export interface Config {
  readonly files: readonly ConfigFile[];
  readonly servers: readonly ServerEntry[];
  /** What deserves a line on stderr. */
  readonly warnings: readonly string[];
  /** What own files say besides their servers: of two, that of the nearer one. */
  readonly settings: JsonObject;
}

/** What every definition has besides its way to the server. */
export interface DefinitionCommon {
  readonly name: string;
  readonly description?: string;
  readonly allowedTools?: readonly string[];
  readonly disabledTools?: readonly string[];
  readonly timeoutMs?: number;
  readonly startTimeoutMs?: number;
  readonly idleTimeoutMs?: number;
  readonly retries?: number;
  /** False: never kept warm. */
  readonly daemon: boolean;
  readonly protocol: 'auto' | 'handshake' | '2026-07-28';
  /** Values that must never be shown. */
  readonly secrets: readonly string[];
}

/** A server as it is reached: everything expanded, ready to be connected to. */
export type Definition =
  | (DefinitionCommon & {
      readonly transport: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      /** The child's whole environment. */
      readonly env: Readonly<Record<string, string>>;
      readonly cwd: string;
      /** Whether replicas share one process of it. */
      readonly shared?: boolean;
    })
  | (DefinitionCommon & {
      readonly transport: 'http' | 'sse';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly allowHttp: boolean;
      readonly oauth?: JsonObject;
    })
  | (DefinitionCommon & {
      readonly transport: 'built-in';
      readonly use: string;
      readonly root?: string;
      readonly path?: string;
      /** Variables of the entry, beside those the source gets anyway. */
      readonly env?: Readonly<Record<string, string>>;
    });
