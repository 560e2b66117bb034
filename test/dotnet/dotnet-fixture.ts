import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ErrorResult } from '@concord/contract';
import { afterAll } from 'vitest';
import { type Message, Wire } from '../server/wire.js';
import { WAIT_LIMIT_MS } from '../support/time.js';

const fake = dirname(fileURLToPath(new URL('../fake-dotnet/dotnet', import.meta.url)));

/** What the stand-in for the CLI replays: the first entry whose argv the command line begins with. */
export interface Replay {
  readonly argv?: readonly string[];
  readonly stdout?: string;
  readonly stderr?: string;
  readonly exitCode?: number;
  readonly delayMs?: number;
  readonly files?: Readonly<Record<string, string>>;
  readonly times?: number;
  /** Printed once, when half of the times are done. */
  readonly middle?: string;
  /** Printed one after the other, each when its file is there. */
  readonly stages?: readonly { readonly afterFile?: string; readonly stdout?: string; readonly stderr?: string }[];
  /** What it ends itself with. */
  readonly signal?: NodeJS.Signals;
  readonly grandchildMs?: number;
  readonly ignoreTerm?: boolean;
  /** Runs on, once it has printed, until there is such a file. */
  readonly waitForFile?: string;
  /** Notes how many such processes there are in its folder. */
  readonly count?: boolean;
}

/** How the stand-in was started. */
export interface Started {
  readonly argv: readonly string[];
  readonly cwd: string;
  /** What was there. */
  readonly files: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string;
  readonly pid: number;
  /** How many there were of those that are counted, itself too. */
  readonly running?: number;
}

/** A result of a tool as a client has it. */
export interface Answer {
  readonly message: Message;
  readonly text: string;
  readonly isError: boolean;
  /** `structuredContent`: always the contract's envelope. */
  readonly envelope: Envelope;
}

export interface Envelope {
  readonly success: boolean;
  readonly command?: string;
  readonly output?: string;
  readonly exitCode: number;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly errors?: readonly ErrorResult[];
}

export type { ErrorResult };

export type CliKind = 'fake' | 'real' | 'none';

export interface DotnetOptions {
  readonly cli?: CliKind;
  readonly env?: Readonly<Record<string, string>>;
  /** Whether a session is opened by a handshake, or every request speaks for itself. */
  readonly era?: 'handshake' | 'modern';
  /** What the client says it can do. */
  readonly capabilities?: Record<string, unknown>;
  /** Sources to serve instead of the plain one: a path of a configuration is given by `env`. */
  readonly source?: string;
}

const openServers = new Set<DotnetServer>();
afterAll(async () => {
  await Promise.all([...openServers].map(dotnetServer => dotnetServer.close()));
});

/** A server of the dotnet source in a folder of its own, with the stand-in, the real CLI or none. Closed and removed after the tests. */
export async function openDotnet(options: DotnetOptions = {}): Promise<DotnetServer> {
  const dotnetServer = new DotnetServer(options);
  openServers.add(dotnetServer);
  if (options.era !== 'modern') await dotnetServer.wire.handshake('2025-11-25', options.capabilities);
  return dotnetServer;
}

export class DotnetServer {
  /** The folder the server was started in, by its real path. */
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'concord-dotnet-')));
  readonly wire: Wire;
  readonly #script = join(this.folder, '.script.json');
  readonly #log = join(this.folder, '.started');

  constructor({ cli = 'fake', env = {}, source = 'dotnet' }: DotnetOptions) {
    this.replay();
    this.wire = new Wire({
      source,
      cwd: this.folder,
      // A real build beside other tests takes its time.
      ...(cli === 'real' && { answerWithinMs: 170_000 }),
      env: {
        PATH: pathFor(cli),
        ...(cli === 'real' && realEnvironment(this.folder)),
        ...(cli === 'fake' && this.forTheStandIn),
        ...env,
      },
    });
  }

  /** What the stand-in has to know of this server. */
  get forTheStandIn(): { readonly FAKE_DOTNET_SCRIPT: string; readonly FAKE_DOTNET_LOG: string } {
    return { FAKE_DOTNET_SCRIPT: this.#script, FAKE_DOTNET_LOG: this.#log };
  }

  /** What the stand-in answers from here on. */
  replay(...entries: readonly Replay[]): void {
    writeFileSync(this.#script, JSON.stringify(entries));
  }

  /** How the stand-in was started so far. */
  started(): readonly Started[] {
    if (!existsSync(this.#log)) return [];
    return readFileSync(this.#log, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map(line => JSON.parse(line) as Started);
  }

  /** Forgets how it was started. */
  forget(): void {
    rmSync(this.#log, { force: true });
  }

  write(path: string, content: string): string {
    return written(join(this.folder, path), content);
  }

  /** A folder of its own to work in, where the stand-in answers in its own way: calls in several such folders can run at once. */
  scripted(...entries: readonly Replay[]): ScriptedFolder {
    return new ScriptedFolder(this, entries);
  }

  /** Calls a tool and waits for its answer. */
  async call(tool: string, args: Record<string, unknown> = {}, more: Record<string, unknown> = {}): Promise<Answer> {
    return toAnswer(await this.wire.call(tool, args, more));
  }

  /** The same, machine-readable. */
  async ask(tool: string, args: Record<string, unknown> = {}): Promise<Envelope> {
    return (await this.call(tool, { ...args, machineReadable: true })).envelope;
  }

  async close(): Promise<void> {
    openServers.delete(this);
    this.wire.endInput();
    await Promise.race([this.wire.exited, delay(WAIT_LIMIT_MS, undefined, { ref: false })]);
    await this.wire.end();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A working directory below the server's folder, with a script of its own. */
export class ScriptedFolder {
  readonly folder: string;

  constructor(
    readonly dotnetServer: DotnetServer,
    entries: readonly Replay[],
  ) {
    this.folder = mkdtempSync(join(dotnetServer.folder, 'scripted-'));
    this.replay(...entries);
  }

  replay(...entries: readonly Replay[]): void {
    writeFileSync(join(this.folder, '.script.json'), JSON.stringify(entries));
  }

  write(path: string, content: string): string {
    return written(join(this.folder, path), content);
  }

  call(tool: string, args: Record<string, unknown> = {}, more: Record<string, unknown> = {}): Promise<Answer> {
    return this.dotnetServer.call(tool, { workingDirectory: this.folder, ...args }, more);
  }

  ask(tool: string, args: Record<string, unknown> = {}): Promise<Envelope> {
    return this.dotnetServer.ask(tool, { workingDirectory: this.folder, ...args });
  }

  /** How the stand-in was started here so far. */
  started(): readonly Started[] {
    return this.dotnetServer.started().filter(each => each.cwd === this.folder);
  }

  /** Waits until it was started here so many times. */
  untilStarted(times = 1): Promise<void> {
    return eventually(() => this.started().length >= times, `${times} starts in ${this.folder}`);
  }

  /** Waits until it has printed all and waits for that file. */
  untilAwaited(path: string): Promise<void> {
    return eventually(() => existsSync(join(this.folder, `${path}.awaited`)), `somebody to wait for ${path}`);
  }
}

async function eventually(happened: () => boolean, what: string): Promise<void> {
  const end = performance.now() + WAIT_LIMIT_MS;
  while (!happened()) {
    if (performance.now() > end) throw new Error(`waited in vain for ${what}`);
    await delay(20);
  }
}

function written(path: string, content: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

export function toAnswer(message: Message): Answer {
  if (message.result === undefined) throw new Error(`no result: ${JSON.stringify(message.error)}`);
  const { content = [], structuredContent, isError } = message.result;
  return {
    message,
    text: content[0]?.text ?? '',
    isError: isError === true,
    envelope: structuredContent as unknown as Envelope,
  };
}

/** The stand-in comes first where it is wanted; without a CLI there is nothing to find at all. */
export function pathFor(cli: CliKind): string {
  const usual = process.env.PATH ?? '';
  return { fake: `${fake}${delimiter}${usual}`, real: usual, none: join(fake, 'nowhere') }[cli];
}

/** What the real CLI needs of this machine: where packages are and come from. It leaves temporary folders behind, so they are inside the server's. */
function realEnvironment(folder: string): Record<string, string> {
  const TMPDIR = join(folder, '.tmp');
  mkdirSync(TMPDIR);
  const names =
    /^(?:HOME|NUGET_\w+|DOTNET_\w+|MSBUILD\w+|UseSharedCompilation|SSL_CERT_\w+|https?_proxy|HTTPS?_PROXY|NO_PROXY|no_proxy)$/;
  const here = Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => names.test(entry[0]) && entry[1] !== undefined,
    ),
  );
  // Tests leave no build servers behind.
  return { ...here, TMPDIR, MSBUILDDISABLENODEREUSE: '1', UseSharedCompilation: 'false' };
}

/** Whether the real CLI is on the path of whoever runs the tests. */
export const hasDotnet = (process.env.PATH ?? '').split(delimiter).some(folder => {
  try {
    accessSync(join(folder, 'dotnet'), constants.X_OK);
    return true;
  } catch {
    return false;
  }
});
