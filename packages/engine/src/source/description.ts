import type { Source } from './source.js';

/** Variables by name, as `process.env` has them. */
type Variables = Readonly<Record<string, string | undefined>>;

/**
 * What a kind of source says of itself without being loaded. A line in the registry of the command makes it known to configuration
 * files, the command line, the daemon and the server.
 */
export interface SourceDescription {
  /** How `use` in a configuration file and `mcp serve` name it. */
  readonly name: string;
  /** What an entry has to say beside its name. A source without needs is there without any configuration. */
  readonly needs?: readonly ('root' | 'path')[];
  /** Whether `mcp serve` with the path of a folder means it. */
  readonly servesFolders?: boolean;
  /** Whether it runs programs that a project brings along: then an entry of a project's own file needs consent. */
  readonly runsProjectPrograms?: boolean;
  /** Whether relative paths in the arguments of its tools begin in the folder of the caller, wherever it was opened. */
  readonly worksInCallersFolder?: boolean;
  /**
   * Which variables it is opened with where a daemon keeps it: one is kept for all commands whose variables are equal. Left out: it is
   * opened anew for every command.
   */
  keptVariables?(env: Variables): (name: string) => boolean;
  /** Makes one, unopened. Throws a SourceRefusal when its settings are wrong. */
  create(setting: SourceSetting): Promise<Source>;
}

/** What a source is told when it is made: the environment, and what its entry or the command line says. */
export interface SourceSetting {
  readonly env: Variables;
  /** The program it is part of. */
  readonly program: ProgramFacts;
  /** The folder the command was run in. */
  readonly cwd: string;
  readonly root?: string;
  /** The folder of a project. */
  readonly path?: string;
  /** Variables of its entry. */
  readonly entryEnv?: Readonly<Record<string, string>>;
  /** Whether it is opened for one call alone, and what it starts cannot outlive that. */
  readonly isShortLived?: boolean;
  /** Whether it is served where others than this machine can reach it. */
  readonly isPublic?: boolean;
  /** Whether its results are to be redacted where it would leave them alone. */
  readonly redact?: boolean;
  /** Whether tools are published under the dotted spelling they had first. */
  readonly dottedNames?: boolean;
  /** Whether it may change files of its root. */
  readonly mayWrite?: boolean;
  /** The tier that calls are served in. */
  readonly tier?: string;
  /** A folder of advisories about packages. */
  readonly advisories?: string;
  /** Whether it is all that is served: then it refuses to start with nothing to serve. */
  readonly isAlone?: boolean;
}

/** What a source may say or start of the program it is part of. */
export interface ProgramFacts {
  readonly version: string;
  /** The protocol revisions its server speaks. */
  readonly protocolVersions: readonly string[];
  /** The path of the command, for programs that call it back. */
  readonly command?: string | undefined;
}

/** The settings of a source are wrong, or there is nothing it could serve. The message is for whoever set it up. */
export class SourceRefusal extends Error {
  constructor(
    message: string,
    readonly exitCode: 1 | 2 | 3 = 1,
  ) {
    super(message);
    this.name = 'SourceRefusal';
  }
}

const ofTerminals =
  /^(?:_|PWD|OLDPWD|SHLVL|COLUMNS|LINES|TERM|TERM_\w{1,50}|COLORTERM|WINDOWID|SSH_(?:TTY|CLIENT|CONNECTION)|TMUX\w{0,50}|STY|WT_SESSION|XDG_SESSION_\w{1,50}|GPG_TTY|ITERM_\w{1,50}|VSCODE_\w{1,50})$/;

/** Whether a variable differs from terminal to terminal, or from command to command, and says nothing about what its user wants. */
export function isTerminalVariable(name: string): boolean {
  return ofTerminals.test(name);
}
