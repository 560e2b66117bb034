import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '@concord/contract';
import { bin } from '../cli/mcp.js';
import { freePort } from '../support/free-port.js';
import { PostgresServer } from '../support/postgres.js';
import { WAIT_LIMIT_MS } from '../support/time.js';

const upstream = fileURLToPath(new URL('./upstream.mjs', import.meta.url));

/** What came back over HTTP. */
export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly message: JsonObject & { readonly result?: JsonObject; readonly error?: JsonObject };
}

/** One `mcp serve --http` of a cluster. */
export class ReplicaProcess {
  readonly port: number;
  readonly #child: ChildProcess;
  readonly #log: Buffer[] = [];

  private constructor(port: number, child: ChildProcess) {
    this.port = port;
    this.#child = child;
    child.stderr!.on('data', (piece: Buffer) => this.#log.push(piece));
  }

  static async start(
    port: number,
    args: readonly string[],
    cwd: string,
    env: Record<string, string>,
  ): Promise<ReplicaProcess> {
    const where = ['--http', `127.0.0.1:${port}`, '--advertise', `http://127.0.0.1:${port}`];
    const child = spawn(process.execPath, [bin, 'serve', ...where, ...args], { cwd, env });
    const replica = new ReplicaProcess(port, child);
    const line = once(createInterface({ input: child.stdout }), 'line');
    const exit = once(child, 'exit').then(([code]) => {
      throw new Error(`a replica ended with ${code}: ${replica.log()}`);
    });
    exit.catch(() => {});
    await Promise.race([line, exit]);
    return replica;
  }

  log(): string {
    return Buffer.concat(this.#log).toString();
  }

  get pid(): number {
    return this.#child.pid!;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Sends a signal and waits for the end; gives the exit code, or the signal that ended it. */
  async end(signal: NodeJS.Signals): Promise<number | string> {
    if (this.isRunning) {
      const ended = once(this.#child, 'exit');
      this.#child.kill(signal);
      await ended;
    }
    return this.#child.exitCode ?? this.#child.signalCode!;
  }
}

export interface ClusterOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Members of the entry of the server `tools`. */
  readonly entry?: object;
  /** Further members of `mcp.json`. */
  readonly settings?: object;
}

/** A PostgreSQL server, and replicas of a gateway over it that serve one stdio server. */
export class Cluster {
  readonly folder: string;
  readonly database: PostgresServer;
  readonly replicas: ReplicaProcess[] = [];
  readonly #options: ClusterOptions;

  private constructor(folder: string, database: PostgresServer, options: ClusterOptions) {
    this.folder = folder;
    this.database = database;
    this.#options = options;
    const tools = { command: process.execPath, args: [upstream, this.notes], ...options.entry };
    writeFileSync(join(folder, 'mcp.json'), JSON.stringify({ ...options.settings, mcpServers: { tools } }));
    writeFileSync(this.notes, '');
  }

  static async start(count: number, options: ClusterOptions = {}): Promise<Cluster> {
    const folder = mkdtempSync(join(tmpdir(), 'replicas-'));
    const cluster = new Cluster(folder, await PostgresServer.start(), options);
    await Promise.all(Array.from({ length: count }, () => cluster.add()));
    return cluster;
  }

  /** Starts one more replica, where one was before that has ended, or at a port of its own. */
  async add(at?: ReplicaProcess): Promise<ReplicaProcess> {
    const port = at?.port ?? (await freePort());
    const home = join(this.folder, `home-${randomUUID()}`);
    mkdirSync(home);
    const env = {
      PATH: process.env.PATH!,
      HOME: home,
      XDG_STATE_HOME: home,
      TMPDIR: tmpdir(),
      CONCORD_STORE: this.database.address(),
      CONCORD_UPSTREAM_RETRY_MS: '50',
      ...this.#options.env,
    };
    const all = ['--config', join(this.folder, 'mcp.json'), ...(this.#options.args ?? [])];
    const replica = await ReplicaProcess.start(port, all, home, env);
    this.replicas.push(replica);
    return replica;
  }

  /** The file that the servers behind the replicas write to. */
  get notes(): string {
    return join(this.folder, 'notes');
  }

  /** What the servers behind the replicas have noted, by its first word. */
  noted(what: 'start' | 'end' | 'effect'): string[] {
    const lines = readFileSync(this.notes, 'utf8')
      .split('\n')
      .map(line => line.split(' '));
    return lines.filter(([word]) => word === what).map(([, rest]) => rest!);
  }

  async remove(): Promise<void> {
    await Promise.all(this.replicas.map(replica => replica.end('SIGKILL')));
    await this.database.remove();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const version = '2026-07-28';

export interface CallOptions {
  readonly key?: string;
  readonly token?: string;
  readonly timeoutMs?: number;
  readonly agent?: Agent;
  readonly meta?: JsonObject;
}

/** Calls a tool in the modern era. Rejects when there is no answer. */
export function callTool(
  port: number,
  name: string,
  args: JsonObject = {},
  { key, token, agent = new Agent(), timeoutMs = WAIT_LIMIT_MS, meta = {} }: CallOptions = {},
): Promise<Reply> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    ...(key !== undefined && { 'io.concord/idempotencyKey': key }),
    ...meta,
  };
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args, _meta } };
  return post(port, message, {
    headers: {
      'mcp-protocol-version': version,
      'mcp-method': 'tools/call',
      'mcp-name': name,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    agent,
    timeoutMs,
  });
}

export interface PostOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly agent?: Agent;
  readonly timeoutMs?: number;
  readonly path?: string;
}

/** Sends one message. Rejects when there is no answer. */
export function post(
  port: number,
  message: unknown,
  { headers = {}, agent = new Agent(), timeoutMs = WAIT_LIMIT_MS, path = '/mcp' }: PostOptions = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const usual = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const req = request(
      { host: '127.0.0.1', port, path, method: 'POST', headers: { ...usual, ...headers }, agent, timeout: timeoutMs },
      res => {
        const pieces: Buffer[] = [];
        res.on('data', piece => pieces.push(piece));
        res.on('error', reject);
        res.on('close', () => res.complete || reject(new Error('the answer was broken off')));
        res.on('end', () => {
          const text = Buffer.concat(pieces).toString();
          resolve({ status: res.statusCode!, headers: res.headers, message: messageIn(res.headers, text) });
        });
      },
    );
    req.on('timeout', () => req.destroy(new Error('there was no answer in time')));
    req.on('error', reject);
    req.end(JSON.stringify(message));
  });
}

function messageIn(headers: IncomingHttpHeaders, text: string): Reply['message'] {
  if (text === '') return {};
  if (!headers['content-type']?.startsWith('text/event-stream')) {
    try {
      return JSON.parse(text) as JsonObject;
    } catch {
      return { text };
    }
  }
  const data = text.split('\n').filter(line => line.startsWith('data: '));
  return JSON.parse(data.at(-1)?.slice(6) ?? '{}') as JsonObject;
}

/** What an answer says of its call. */
export function outcomeOf({ message }: Reply): JsonObject {
  const { result, error } = message;
  const data = error?.data as JsonObject | undefined;
  const meta = (result?._meta ?? data?._meta) as JsonObject | undefined;
  return (meta?.['io.concord/outcome'] ?? {}) as JsonObject;
}

/** The first text of a result. */
export function textOf({ message }: Reply): string | undefined {
  const content = message.result?.content as JsonObject[] | undefined;
  return content?.[0]?.text as string | undefined;
}
