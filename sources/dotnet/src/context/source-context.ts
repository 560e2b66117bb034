import { type Call, openPrivateFolder, removePrivateFolder } from '@concord/engine';
import { Closures } from '../locks/closure.js';
import { MachineFacts, type Mask } from '../machine/machine-facts.js';
import { Cli } from '../run/cli.js';
import { Sessions } from '../sessions/sessions.js';
import { Metrics } from './metrics.js';
import { RecentCalls } from './recent-calls.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** The settings of the source. */
export interface DotnetOptions {
  /** The server's own environment. */
  readonly env: Environment;
  /** What its configuration entry adds to it. */
  readonly entryEnv?: Environment;
  /** The default working directory; no path of an argument may lead out of it. */
  readonly root?: string;
  /** Where the server was started. */
  readonly directory: string;
  /** The version of the server. */
  readonly version: string;
  /** The versions of the protocol the server speaks. */
  readonly protocolVersions: readonly string[];
  /** Whether this process ends with the call, and every session with it. */
  readonly isShortLived?: boolean;
}

/** The environment that children of the CLI get their values from. */
export function childEnvironment({ env, entryEnv }: DotnetOptions): Environment {
  return { ...env, ...entryEnv };
}

/** What all calls of one source share. */
export class SourceContext {
  readonly cli: Cli;
  readonly sessions: Sessions;
  readonly closures = new Closures();
  readonly recentCalls = new RecentCalls();
  readonly metrics = new Metrics();
  readonly facts: MachineFacts;
  readonly #listeners = new Set<(uri: string) => void>();
  #folder: string | undefined;

  /** `mask` masks the secrets of the environment in what the CLI prints about the machine. */
  constructor(
    readonly options: DotnetOptions,
    mask: Mask,
  ) {
    this.cli = new Cli(options.env, options.entryEnv);
    this.sessions = new Sessions(options.env);
    this.facts = new MachineFacts(this.cli, options.root ?? options.directory, mask);
  }

  /** The environment a child of the CLI gets its values from. */
  get env(): Environment {
    return childEnvironment(this.options);
  }

  /** The default working directory of a call. */
  directoryFor({ roots }: Pick<Call, 'roots'>): string {
    return this.options.root ?? roots?.[0] ?? this.options.directory;
  }

  /** The version of the CLI; undefined when it cannot be found out. */
  async version(call: Pick<Call, 'signal' | 'onStop'>, directory: string): Promise<string | undefined> {
    const result = await this.cli.run({ argv: ['--version'], cwd: directory, timeoutMs: 60_000 }, call);
    return 'missing' in result || result.exitCode !== 0 ? undefined : result.stdout.trim();
  }

  /** Calls the listeners for resources that have changed. */
  notifyUpdated(uris: readonly string[]): void {
    for (const uri of uris) for (const listener of this.#listeners) listener(uri);
  }

  onUpdated(listener: (uri: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A private folder for files of calls, deleted when the source is closed. */
  folder(): string {
    this.#folder ??= openPrivateFolder();
    return this.#folder;
  }

  async close(): Promise<void> {
    await this.sessions.close();
    if (this.#folder !== undefined) removePrivateFolder(this.#folder);
  }
}
