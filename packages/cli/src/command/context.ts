import type { Readable } from 'node:stream';
import type { Connection, ConnectOptions, Definition } from '@concord/client';
import type { DaemonControl, LeasedSource, SourceUse } from '@concord/daemon';
import type { Source, StopSignal } from '@concord/engine';
import type { Flags } from './flags.js';

/** What a command has: its flags, and all it may touch of the process. No command touches the process itself. */
export interface CommandContext extends ProcessContext {
  readonly flags: Flags;
}

/** The process that a command runs in, or the one it runs for when a daemon runs it. */
export interface ProcessContext {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly stdin: Readable;
  /** What standard input is: a command reads piped arguments unasked, and leaves everything else alone. */
  readonly stdinKind: 'terminal' | 'file' | 'pipe' | 'nothing';
  /** Resolves when the text has left; a reader that is gone is no failure. */
  stdout(text: string | Buffer): Promise<void>;
  stderr(text: string): Promise<void>;
  readonly terminal: { readonly stdin: boolean; readonly stdout: boolean; readonly stderr: boolean };
  readonly columns: number;
  /** Fires when the person gives up. */
  readonly signal: StopSignal;
  /** The exit code of the signal that came, once one has. */
  interruptedWith(): number | undefined;
  /** Puts a question on the terminal and gives the line that was typed; undefined where nobody can be asked. */
  ask(question: string): Promise<string | undefined>;
  /** Reaches a server: by a connection of its own, or by one that is kept warm. */
  readonly connect: Connect;
  /** Keeps a source of our own open for the commands to come; undefined in a process of its own, which opens and closes it. */
  readonly keepSource?: KeepSource;
  /** Told once a request is at its server; `again`: it may be sent a second time. */
  sent(again: boolean): void;
  /** The daemon this command runs in; undefined in a process of its own. */
  readonly daemon?: DaemonControl;
  /** The path this command was started by; undefined where it runs in another process. */
  readonly program?: string;
  /** Loads a module by its URL, where this is not the shell to do it with `import`. */
  readonly importModule?: (url: string) => Promise<unknown>;
  now(): Date;
}

/** Reaches a server. `owner` names the entry that leads to it: one that leads elsewhere later lets go of this one. */
export type Connect = (
  definition: Definition,
  options: ConnectOptions & { readonly owner: string },
) => Promise<Connection>;

/** Opens a source or takes the one that is open. Undefined when there is no room to keep another. */
export type KeepSource = (
  definition: Definition,
  use: SourceUse & { readonly owner: string; readonly variables: Readonly<Record<string, string>> },
  open: () => Promise<Source>,
) => Promise<LeasedSource | undefined>;
