import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../support/engine.js';
import { WAIT_LIMIT_MS } from '../support/time.js';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
export const bin = path('../../bin/mcp');
const fixture = path('server.mjs');

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A user of `mcp` with a home, a runtime folder, a configuration and so a daemon of their own. */
export class DaemonFixture {
  readonly folder = temporaryFolder();
  readonly config = join(this.folder, 'servers.json');
  readonly log = join(this.folder, 'log');
  readonly runtime = join(this.folder, 'run');
  readonly state = join(this.folder, 'state');

  constructor(servers: Record<string, object> = {}) {
    mkdirSync(this.runtime);
    this.configure({ warm: this.server(), ...servers });
  }

  /** The fixture server, misbehaving as the words say. */
  server(...words: string[]): { command: string; args: string[] } {
    return { command: process.execPath, args: [fixture, `log=${this.log}`, ...words] };
  }

  configure(servers: Record<string, object>, file = this.config): void {
    writeFileSync(file, JSON.stringify({ mcpServers: servers }));
  }

  get environment(): Record<string, string> {
    return {
      PATH: process.env.PATH ?? '',
      HOME: this.folder,
      XDG_RUNTIME_DIR: this.runtime,
      XDG_STATE_HOME: this.state,
      XDG_CACHE_HOME: join(this.folder, 'cache'),
      MCP_CONFIG_PATH: this.config,
      // Nothing that a test started is to stay for a minute.
      MCP_DAEMON_LINGER: '2000',
    };
  }

  start(args: readonly string[], env: Record<string, string> = {}): Running {
    const child = spawn(process.execPath, [bin, ...args], {
      cwd: this.folder,
      env: { ...this.environment, ...env },
      stdio: 'pipe',
    });
    return new Running(child);
  }

  run(args: readonly string[], { stdin = '', env = {} }: { stdin?: string; env?: Record<string, string> } = {}) {
    const running = this.start(args, env);
    running.child.stdin?.on('error', () => {}).end(stdin);
    return running.ended;
  }

  async text(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.run(args);
    if (code !== 0) throw new Error(`exit ${code}: ${stderr}`);
    return stdout.trim();
  }

  async json<Document>(...args: string[]): Promise<Document> {
    return JSON.parse((await this.run([...args, '--json'])).stdout) as Document;
  }

  /** Lines the fixture servers wrote, without their pids unless wanted. */
  lines(): readonly { readonly pid: number; readonly text: string }[] {
    if (!existsSync(this.log)) return [];
    const lines = readFileSync(this.log, 'utf8').split('\n').filter(Boolean);
    return lines.map(line => ({ pid: Number.parseInt(line, 10), text: line.slice(line.indexOf(' ') + 1) }));
  }

  async line(wanted: string): Promise<{ readonly pid: number; readonly text: string }> {
    return until(`a line '${wanted}'`, () => this.lines().find(({ text }) => text.startsWith(wanted)));
  }

  /** Every process of a fixture server of this mcp, grandchildren included. */
  pids(): readonly number[] {
    const grandchildren = this.lines().flatMap(({ text }) => text.match(/^grandchild ([0-9]{1,9})$/)?.[1] ?? []);
    return [...new Set([...this.lines().map(({ pid }) => pid), ...grandchildren.map(Number)])];
  }

  async daemonPid(): Promise<number> {
    return (await this.json<{ pid: number }>('daemon', 'status')).pid;
  }

  /** Ends the daemon, and waits for its last line in the log. */
  async close(): Promise<void> {
    const { pid } = await this.json<{ pid?: number }>('daemon', 'stop', '--force');
    if (pid !== undefined) await until('the daemon to end', () => !isAlive(pid));
  }
}

/** A command under way. */
export class Running {
  readonly ended: Promise<Ran>;

  constructor(readonly child: ChildProcess) {
    let [stdout, stderr] = ['', ''];
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    this.ended = new Promise(resolve => child.once('close', code => resolve({ code, stdout, stderr })));
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie has ended; only its parent has not looked yet.
    return !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'));
  } catch {
    return false;
  }
}

/** Waits for something to be so; a test that waits in vain says for what. */
export async function until<Value>(
  what: string,
  look: () => Value | undefined | false,
  ms = WAIT_LIMIT_MS,
): Promise<Value> {
  const end = performance.now() + ms;
  for (;;) {
    const value = look();
    if (value !== undefined && value !== false) return value;
    if (performance.now() > end) throw new Error(`waited in vain for ${what}`);
    await sleep(25);
  }
}
