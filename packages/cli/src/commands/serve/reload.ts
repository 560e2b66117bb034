import { stat } from 'node:fs/promises';
import { type Config, ConfigError, hashOf, type ServerEntry } from '@concord/client';
import { type Mount, RefusedToStart } from '@concord/server';
import type { CommandContext } from '../../command/context.js';
import { configured } from '../../find/servers.js';
import type { ServedGateway } from './gateway.js';
import { configuredMount, type Serving, servedEntries } from './mounts.js';

/** How often files are looked at. Editors replace them in ways that notifications of changes do not outlast. */
const LOOK_MS = 500;

/** What other servers are put in place of. */
export interface Replaceable {
  replaceMounts(mounts: readonly Mount[]): void;
}

/**
 * Keeps to the configuration while servers are served: those that are added, changed and removed are, and the others are not touched. A file that
 * cannot be read keeps what was read before, and is told once.
 */
export class Reload {
  readonly #context: CommandContext;
  readonly #served: ServedGateway;
  readonly #serving: Serving;
  /** What is served, by the hash of the entry it was made of. */
  #mounts: ReadonlyMap<string, Mount>;
  #files: readonly string[];
  #seen = '';
  #toldProblem: string | undefined;
  #looking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    context: CommandContext,
    served: ServedGateway,
    serving: Serving,
    config: Config,
    mounts: readonly Mount[],
  ) {
    // Nobody is asked anything while a server runs.
    this.#context = { ...context, flags: { ...context.flags, quiet: true }, ask: async () => undefined };
    this.#served = served;
    this.#serving = serving;
    this.#files = config.files.map(({ path }) => path);
    const byName = new Map(mounts.map(mount => [mount.name, mount]));
    this.#mounts = new Map(
      servedEntries(config).flatMap(entry => {
        const mount = byName.get(entry.name);
        return mount ? [[keyOf(entry), mount] as const] : [];
      }),
    );
  }

  /** Begins to look; gives a function that ends that. */
  follow(host: Replaceable): () => void {
    const look = () => {
      this.#looking ??= this.#look(host)
        .catch(error =>
          this.#serving.tell('warn', `the configuration cannot be looked at: ${(error as Error).message}`),
        )
        .finally(() => {
          this.#looking = undefined;
        });
    };
    void this.#stamp().then(stamp => {
      this.#seen = stamp;
      this.#timer = setInterval(look, LOOK_MS).unref();
    });
    return () => clearInterval(this.#timer);
  }

  async #look(host: Replaceable): Promise<void> {
    const stamp = await this.#stamp();
    if (stamp === this.#seen) return;
    this.#seen = stamp;
    const config = await this.#read();
    if (config === undefined) return;
    this.#files = config.files.map(({ path }) => path);
    const before = this.#mounts;
    const made = await Promise.all(
      servedEntries(config).map(async entry => {
        const key = keyOf(entry);
        return [key, before.get(key) ?? (await configuredMount(entry, this.#context, this.#serving))] as const;
      }),
    );
    this.#mounts = new Map(made);
    host.replaceMounts(made.map(([, mount]) => mount));
    this.#tellChanges(before);
  }

  /** What the files say now; nothing where that cannot be used, and then what they said before holds. */
  async #read(): Promise<Config | undefined> {
    try {
      const config = await configured(this.#context);
      this.#served.gateway.apply(this.#served.settingsOf(config));
      if (this.#toldProblem !== undefined) this.#serving.tell('info', 'the configuration can be used again');
      this.#toldProblem = undefined;
      return config;
    } catch (error) {
      if (!(error instanceof ConfigError) && !(error instanceof RefusedToStart)) throw error;
      const { message } = error;
      if (message !== this.#toldProblem)
        this.#serving.tell('warn', `the configuration cannot be used, what it said before holds on: ${message}`);
      this.#toldProblem = message;
      return undefined;
    }
  }

  #tellChanges(before: ReadonlyMap<string, Mount>): void {
    const was = new Set([...before.values()].map(({ name }) => name));
    const is = new Set([...this.#mounts.values()].map(({ name }) => name));
    const kept = new Set([...this.#mounts].filter(([key]) => before.has(key)).map(([, { name }]) => name));
    const told = [
      ...[...is].filter(name => !was.has(name)).map(name => `added '${name}'`),
      ...[...is].filter(name => was.has(name) && !kept.has(name)).map(name => `changed '${name}'`),
      ...[...was].filter(name => !is.has(name)).map(name => `removed '${name}'`),
    ];
    this.#serving.tell(
      'info',
      `the configuration was read again: ${told.join(', ') || 'the servers are as they were'}`,
    );
  }

  async #stamp(): Promise<string> {
    const stamps = await Promise.all(
      this.#files.map(file =>
        stat(file).then(
          ({ mtimeMs, size, ino }) => `${mtimeMs} ${size} ${ino}`,
          () => 'gone',
        ),
      ),
    );
    return stamps.join('\n');
  }
}

/** The same for an entry that has not changed. */
function keyOf({ name, entry, transport, file = '' }: ServerEntry): string {
  return hashOf([name, transport, file, entry]);
}
