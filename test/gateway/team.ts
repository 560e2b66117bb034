import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { onTestFinished } from 'vitest';
import { bin, CommandFolder, type Document, homeIn } from '../cli/mcp.js';
import { modernMeta } from '../server/wire.js';

const script = fileURLToPath(new URL('./team-server.mjs', import.meta.url));

/** The entry of a server of a team, and what is added to it. */
export function teamServer(name: string, file = '', more: object = {}): object {
  return { command: process.execPath, args: [script, name, file], ...more };
}

/** One answer over HTTP: its status, its headers, and the message. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly message: Document;
}

export interface TeamOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What the configuration says besides its servers. */
  readonly settings?: object;
}

/** `mcp serve --http` over servers of a team, as a process, until the test ends. */
export class Team {
  readonly folder: CommandFolder;
  readonly effects: string;
  readonly #options: TeamOptions;
  child: ChildProcess | undefined;
  url = '';
  #stderr = '';
  #id = 0;

  constructor(servers: (effects: string) => Record<string, object>, options: TeamOptions = {}) {
    this.#options = options;
    this.folder = new CommandFolder({});
    this.effects = this.folder.file('effects.txt', '');
    this.configure(servers(this.effects));
  }

  static async serve(servers: (effects: string) => Record<string, object>, options: TeamOptions = {}): Promise<Team> {
    const team = new Team(servers, options);
    await team.start();
    return team;
  }

  /** Writes another configuration. */
  configure(servers: Record<string, object>, settings: object = this.#options.settings ?? {}): void {
    writeFileSync(this.folder.config, JSON.stringify({ ...settings, mcpServers: servers }));
  }

  async start(): Promise<void> {
    const { args = [], env = {} } = this.#options;
    const line = [bin, 'serve', '--http', '127.0.0.1:0', ...args, '--config', this.folder.config];
    const child = spawn(process.execPath, line, {
      cwd: this.folder.folder,
      env: homeIn(this.folder.folder, { CONCORD_UPSTREAM_RETRY_MS: '50', ...env }),
    });
    this.child = child;
    onTestFinished(() => this.end());
    child.stderr.on('data', (piece: Buffer) => (this.#stderr += piece.toString()));
    this.url = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout }).once('line', resolve);
      child.once('exit', code => reject(new Error(`the gateway exited with ${code}: ${this.#stderr}`)));
    });
  }

  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise(resolve => child.once('close', resolve));
    child.kill(signal);
    await ended;
  }

  get log(): string {
    return this.#stderr;
  }

  /** What the servers did. */
  get done(): readonly string[] {
    return readFileSync(this.effects, 'utf8')
      .split('\n')
      .filter(line => line !== '' && !line.startsWith('start '));
  }

  /** Runs a command of this installation. */
  run(...args: string[]) {
    return this.folder.run(args, { env: this.#options.env ?? {} } as never);
  }

  /** A token of a new caller with these rights. */
  async token(name: string, ...rights: string[]): Promise<string> {
    const { stdout, stderr, code } = await this.run('token', 'create', name, ...rights);
    if (code !== 0) throw new Error(stderr);
    return stdout.trim();
  }

  /** One request of the modern era. */
  async ask(method: string, params: Document = {}, token?: string, more: Record<string, string> = {}): Promise<Reply> {
    const { name, uri, _meta, ...rest } = params;
    const body = {
      jsonrpc: '2.0',
      id: ++this.#id,
      method,
      params: {
        ...rest,
        ...(name !== undefined && { name }),
        ...(uri !== undefined && { uri }),
        _meta: { ...modernMeta, ..._meta },
      },
    };
    const named = name ?? uri;
    const response = await fetch(this.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        ...(named !== undefined && { 'mcp-name': named }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...more,
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, message: messageIn(text) };
  }

  /** The message that answers a call of a tool. */
  async call(name: string, args: object = {}, { token, meta, headers }: CallOptions = {}): Promise<Reply> {
    return this.ask('tools/call', { name, arguments: args, ...(meta && { _meta: meta }) }, token, headers);
  }

  /** A client of the handshake era. */
  async client(token?: string): Promise<Client> {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const transport = new StreamableHTTPClientTransport(new URL(this.url), { requestInit: { headers } });
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(transport as Parameters<Client['connect']>[0]);
    onTestFinished(() => client.close());
    return client;
  }

  /** What is served at a path beside `/mcp`. */
  async get(path: string, token?: string): Promise<{ status: number; headers: Headers; text: string }> {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(new URL(path, this.url), { headers });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }
}

export interface CallOptions {
  readonly token?: string | undefined;
  readonly meta?: object;
  readonly headers?: Record<string, string>;
}

/** The message of an answer, which is a document or the last of a stream. */
function messageIn(text: string): Document {
  if (!text.startsWith('event:') && !text.startsWith('data:') && !text.startsWith(':'))
    return text === '' ? undefined : JSON.parse(text);
  const lines = text.split('\n').filter(line => line.startsWith('data: '));
  return JSON.parse(lines.at(-1)!.slice('data: '.length));
}

/** What an answer says of its call. */
export function accountOf({ message: { result, error } }: Reply): Document {
  return (result ?? error.data)._meta['io.concord/outcome'];
}

/** The text of a result. */
export const textOf = ({ message }: Reply): string => message.result.content[0].text;
