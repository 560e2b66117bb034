import type { Readable } from 'node:stream';
import type { Connection, ConnectOptions, Definition } from '@concord/client';
import type { DaemonControl, LeasedSource, SourceUse } from '@concord/daemon';
import type { Source, StopSignal } from '@concord/engine';
import type { Flags } from './flags.js';

/** The flags of a command and the process it runs for. Commands use this object only, never `process`. */
export interface CommandContext extends ProcessContext {
  readonly flags: Flags;
}

/** What of its context a command needs to find its servers. */
export type FindContext = Pick<CommandContext, 'flags' | 'cwd' | 'home' | 'env' | 'platform' | 'stderr' | 'ask'>;

/** The process that a command runs in, or the one it runs for when a daemon runs it. */
export interface ProcessContext {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly stdin: Readable;
  /** The kind of standard input. Commands read arguments from a pipe without being asked, and from nothing else. */
  readonly stdinKind: 'terminal' | 'file' | 'pipe' | 'nothing';
  /** Resolves when the text is written, also when the reader is gone. */
  stdout(text: string | Buffer): Promise<void>;
  stderr(text: string): Promise<void>;
  readonly terminal: { readonly stdin: boolean; readonly stdout: boolean; readonly stderr: boolean };
  readonly columns: number;
  /** Fires when the command is cancelled. */
  readonly signal: StopSignal;
  /** The exit code of the signal that cancelled the command; undefined when none did. */
  interruptedWith(): number | undefined;
  /** Asks a question on the terminal and returns the typed line; undefined without a terminal, when the person declined, and when it was withdrawn. */
  ask(question: string, withdrawn?: StopSignal): Promise<string | undefined>;
  /** Connects to a server, or takes a connection that a daemon keeps. */
  readonly connect: Connect;
  /** Opens a built-in source and keeps it open for later commands; undefined outside a daemon. */
  readonly keepSource?: KeepSource;
  /** Called when a request was sent to its server; `again` says that it may be sent a second time. */
  sent(again: boolean): void;
  /** The daemon this command runs in; undefined in a process of its own. */
  readonly daemon?: DaemonControl;
  /** The path this command was started by; undefined where it runs in another process. */
  readonly program?: string;
  /** Loads a module by its URL, where `import()` cannot be used. */
  readonly importModule?: (url: string) => Promise<unknown>;
  now(): Date;
}

/** Connects to a server. `owner` names its entry; when that entry changes, the old connection is closed. */
export type Connect = (
  definition: Definition,
  options: ConnectOptions & { readonly owner: string },
) => Promise<Connection>;

/** Opens a source, or takes the one that is open. Returns undefined when no more can be kept. */
export type KeepSource = (
  definition: Definition,
  use: SourceUse & { readonly owner: string; readonly variables: Readonly<Record<string, string>> },
  open: () => Promise<Source>,
) => Promise<LeasedSource | undefined>;
