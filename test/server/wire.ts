import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'vitest';
import { WAIT_LIMIT_MS } from '../support/time.js';

export const command = fileURLToPath(new URL('../../bin/mcp', import.meta.url));
const fixtures = fileURLToPath(new URL('fixtures/', import.meta.url));

export type Id = string | number;

/** A message as it came over the wire; every field is looked at by the test that expects it. */
export interface Message {
  readonly jsonrpc?: string;
  readonly id?: Id | null;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Result;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Record<string, unknown> };
}

/** The parts of results that tests look into. */
export interface Result {
  readonly [key: string]: unknown;
  readonly content?: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly tools?: readonly Record<string, unknown>[];
  readonly capabilities?: Record<string, unknown>;
  readonly nextCursor?: string;
  readonly _meta?: Record<string, unknown>;
}

export interface ServeOptions {
  /** Built-in sources, file names of fixtures, or absolute paths. */
  readonly source?: string | readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Where the server is started; where the tests are unless given. */
  readonly cwd?: string;
  /** How long an answer may take before the test gives up. */
  readonly answerWithinMs?: number;
  /** Where standard output goes; a pipe to the test unless given. */
  readonly stdout?: number;
  /** A fixture, or the absolute path of a file, that is loaded before the command. */
  readonly preload?: string;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
  /** When it ended, on the clock of `performance.now()`. */
  readonly at: number;
}

/** Everything the modern era wants to know from each request. */
export const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** A server process, and its three streams as a client has them: bytes in, JSON lines out, log lines. */
export class Wire {
  readonly messages: Message[] = [];
  /** The lines the messages came in, as they came. */
  readonly lines: string[] = [];
  readonly stderr: string[] = [];
  /** Lines of standard output that no client could read. */
  readonly garbage: string[] = [];
  readonly exited: Promise<Exit>;
  readonly stateFolder: string;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Set<() => void>();
  #exit: Exit | undefined;
  readonly #answerWithinMs: number;
  #lastId = 0;

  constructor({ source = 'demo', env = {}, stdout, preload, cwd, answerWithinMs = WAIT_LIMIT_MS }: ServeOptions) {
    this.#answerWithinMs = answerWithinMs;
    this.stateFolder = mkdtempSync(join(tmpdir(), 'concord-wire-'));
    const paths = [source]
      .flat()
      .map(each => (each.includes('.') && !each.startsWith('/') ? join(fixtures, each) : each));
    const before = preload === undefined ? [] : ['--require', resolve(fixtures, preload)];
    this.#child = spawn(process.execPath, [...before, command, 'serve', ...paths], {
      env: { PATH: process.env.PATH ?? '', HOME: this.stateFolder, XDG_STATE_HOME: this.stateFolder, ...env },
      stdio: ['pipe', stdout ?? 'pipe', 'pipe'],
      ...(cwd !== undefined && { cwd }),
    }) as ChildProcessWithoutNullStreams;
    this.#child.stdin.on('error', () => {});
    onLines(this.#child.stdout, line => this.receive(line));
    onLines(
      this.#child.stderr,
      line => this.stderr.push(line),
      () => this.#wake(),
    );
    this.exited = new Promise(resolve => {
      this.#child.once('close', (code, signal) => {
        this.#exit = { code, signal, at: performance.now() };
        resolve(this.#exit);
        this.#wake();
      });
    });
  }

  get pid(): number {
    return this.#child.pid!;
  }

  write(bytes: string | Uint8Array): void {
    this.#child.stdin.write(bytes);
  }

  send(...messages: readonly unknown[]): void {
    this.write(messages.map(message => `${JSON.stringify(message)}\n`).join(''));
  }

  endInput(): void {
    this.#child.stdin.end();
  }

  stopReading(): void {
    this.#child.stdout.destroy();
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  /** Sends a request and gives its id. */
  start(method: string, params?: Record<string, unknown>, id: Id = this.newId()): Id {
    this.send({ jsonrpc: '2.0', id, method, ...(params && { params }) });
    return id;
  }

  /** Sends a request and waits for its answer. */
  async request(method: string, params?: Record<string, unknown>, id?: Id): Promise<Message> {
    return this.answer(this.start(method, params, id));
  }

  call(name: string, args: Record<string, unknown> = {}, more: Record<string, unknown> = {}): Promise<Message> {
    return this.request('tools/call', { name, arguments: args, ...more });
  }

  /** The same, in the modern era. */
  modern(method: string, params: Record<string, unknown> = {}, meta: Record<string, unknown> = {}): Promise<Message> {
    return this.request(method, { ...params, _meta: { ...modernMeta, ...meta } });
  }

  notify(method: string, params?: Record<string, unknown>): void {
    this.send({ jsonrpc: '2.0', method, ...(params && { params }) });
  }

  newId(): Id {
    this.#lastId += 1;
    return this.#lastId;
  }

  answer(id: Id | null): Promise<Message> {
    return this.until(message => message.id === id && message.method === undefined, `the answer to ${id}`);
  }

  notice(method: string): Promise<Message> {
    return this.until(message => message.method === method, method);
  }

  noticesOf(method: string): Message[] {
    return this.messages.filter(message => message.method === method);
  }

  answersTo(id: Id): Message[] {
    return this.messages.filter(message => message.id === id && message.method === undefined);
  }

  /** The first message that matches, past or to come. */
  async until(matches: (message: Message) => boolean, what = 'a message'): Promise<Message> {
    await this.eventually(() => this.messages.some(matches), what);
    return this.messages.find(matches)!;
  }

  /** Waits for something that a message, a log line or the end of the process brings about. */
  eventually(happened: () => boolean, what = 'something'): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (error?: Error) => {
        clearTimeout(timer);
        this.#waiting.delete(look);
        if (error) reject(error);
        else resolve();
      };
      const fail = (why: string) => settle(new Error(`${why} while waiting for ${what}\n${this.#history()}`));
      const look = () => {
        if (this.garbage.length > 0) fail(`not JSON on stdout: ${this.garbage[0]}`);
        else if (happened()) settle();
        else if (this.#exit) fail(`the server has left with ${this.#exit.code ?? this.#exit.signal}`);
      };
      const timer = setTimeout(() => fail('too late'), this.#answerWithinMs);
      this.#waiting.add(look);
      look();
    });
  }

  /** Opens a handshake session. */
  async handshake(version = '2025-11-25', capabilities: Record<string, unknown> = {}): Promise<Message> {
    const clientInfo = { name: 'wire', version: '1.0.0' };
    const answer = await this.request('initialize', { protocolVersion: version, capabilities, clientInfo });
    this.notify('notifications/initialized');
    return answer;
  }

  /** The pid that the processes of the test tools report; it is that of their group too. */
  async reportedPid(): Promise<number> {
    return pidIn(await this.until(message => pidIn(message) !== undefined, 'the pid of a tool')) as number;
  }

  /** Ends the process if it still runs, and takes its state away. */
  async end(): Promise<void> {
    if (!this.#exit) this.#child.kill('SIGKILL');
    await this.exited;
    rmSync(this.stateFolder, { recursive: true, force: true });
  }

  /** Takes a line of standard output. */
  protected receive(line: string): void {
    try {
      const message = JSON.parse(line) as Message;
      this.lines.push(line);
      this.take(message);
    } catch {
      this.refuse(line);
    }
  }

  /** Takes a message, whatever it came by. */
  protected take(message: Message): void {
    this.messages.push(message);
    this.#wake();
  }

  /** Takes what no client could read. */
  protected refuse(text: string): void {
    this.garbage.push(text.slice(0, 200));
    this.#wake();
  }

  #wake(): void {
    for (const look of [...this.#waiting]) look();
  }

  #history(): string {
    const shown = this.messages.slice(-5).map(message => JSON.stringify(message).slice(0, 300));
    return [...shown, ...this.stderr.slice(-5)].join('\n');
  }
}

/** A test that may start servers, which are ended when it is over. Several run at once: most of their time is waiting. */
export const it = test.extend<
  Starting<ServeOptions, Wire> & {
    /** Sessions that the tests of a file share: for those that look at nothing but the answers to their own requests. */
    demo: Wire;
    testTools: Wire;
  }
>({
  demo: [shared({ source: 'demo' }), { scope: 'file' }],
  testTools: [shared({ source: 'test-tools.mjs' }), { scope: 'file' }],
  ...starting<ServeOptions, Wire>(options => new Wire(options ?? {})),
}).concurrent;

/** The ways a test has to start servers. */
export interface Starting<Options, Kind extends Wire> {
  serve: (options?: Options) => Kind;
  /** Opens a session of the newest handshake version. */
  session: (options?: Options) => Promise<Kind>;
}

/** Fixtures that start servers and end them when the test is over. */
export function starting<Options, Kind extends Wire>(start: (options?: Options) => Kind) {
  type Use<Value> = (value: Value) => Promise<void>;
  return {
    serve: async ({ task: _ }: { task: unknown }, use: Use<Starting<Options, Kind>['serve']>) => {
      const started: Kind[] = [];
      await use(options => {
        const wire = start(options);
        started.push(wire);
        return wire;
      });
      await Promise.all(started.map(wire => wire.end()));
    },
    session: async (
      { serve }: Pick<Starting<Options, Kind>, 'serve'>,
      use: Use<Starting<Options, Kind>['session']>,
    ) => {
      await use(async options => {
        const wire = serve(options);
        await wire.handshake();
        return wire;
      });
    },
  };
}

function shared(options: ServeOptions) {
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from the pattern
  return async ({}: object, use: (wire: Wire) => Promise<void>) => {
    const wire = new Wire(options);
    await wire.handshake();
    await use(wire);
    await wire.end();
  };
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly args: string;
}

/** The processes that run; those that wait to be collected by a slow init do not. */
export function processes(): Process[] {
  const columns = ['pid=', 'ppid=', 'pgid=', 'stat=', 'args='].flatMap(column => ['-o', column]);
  const listed = execFileSync('ps', ['-A', ...columns], { encoding: 'utf8' });
  const rows = listed.split('\n').map(line => /^\s*(\d+)\s+(\d+)\s+(\d+)\s+([^Z]\S*)\s+(.*)$/.exec(line));
  return rows.flatMap(row =>
    row ? [{ pid: Number(row[1]), parent: Number(row[2]), group: Number(row[3]), args: row[5]! }] : [],
  );
}

export function membersOf(group: number): Process[] {
  return processes().filter(each => each.group === group);
}

export function childrenOf(parent: number): Process[] {
  return processes().filter(each => each.parent === parent);
}

function pidIn({ params }: Message): unknown {
  const data = params?.data;
  return typeof data === 'object' && data !== null ? (data as { pid?: unknown }).pid : undefined;
}

function onLines(stream: NodeJS.ReadableStream | null, line: (text: string) => void, after = () => {}): void {
  let rest = '';
  stream?.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    for (const each of lines) line(each);
    after();
  });
}
