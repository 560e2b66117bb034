import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { explain, type SchemaName } from '@concord/contract';
import { expect } from 'vitest';
import { temporaryFolder } from '../support/engine.js';
import { homeIn } from './home.js';
import { runInProcess } from './in-process.js';
import { bin, type Ran, run, type Surroundings } from './spawned.js';

export { homeIn, throughDaemon } from './home.js';
export { bin, type Ran, run, start } from './spawned.js';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const server = (name: string) => path(`../peers/node_modules/@modelcontextprotocol/${name}/dist/index.js`);

/** Whether the servers from npm are installed. */
export const hasPeers = existsSync(server('server-everything'));
if (!hasPeers) console.warn('SKIPPED: servers from npm; install them with: npm ci --prefix test/peers');

/** Whether a program is there; one that is not is told, with the way to get it. */
export function has(program: string, how: string): boolean {
  const found = spawnSync('which', [program]).status === 0;
  if (!found) console.warn(`SKIPPED: no ${program}; install it with: ${how}`);
  return found;
}

/** Whatever was printed; tests look where they expect something. */
export type Document = ReturnType<typeof JSON.parse>;

/** A folder with a configuration of its own and nothing of the person who runs the tests. */
export class CommandFolder {
  readonly folder = temporaryFolder();
  readonly config = join(this.folder, 'servers.json');

  constructor(servers: Record<string, object>) {
    this.write(servers);
  }

  /** Puts other servers into the configuration. */
  write(servers: Record<string, object>): void {
    writeFileSync(this.config, JSON.stringify({ mcpServers: servers }));
  }

  file(name: string, contents: string): string {
    const file = join(this.folder, name);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, contents);
    return file;
  }

  read(name: string): string {
    return readFileSync(join(this.folder, name), 'utf8');
  }

  /** Runs `mcp` with this configuration and gives what it printed and its exit code. */
  run(args: readonly string[], options: Surroundings = {}): Promise<Ran> {
    const end = args.indexOf('--');
    const withConfig = args.toSpliced(end === -1 ? args.length : end, 0, '--config', this.config);
    return run(withConfig, this.folder, options);
  }

  /** Runs a command with this configuration in this process, because there are many of them; or through a daemon, as all others. */
  quick(args: readonly string[]): Promise<Ran> {
    const end = args.indexOf('--');
    return runInProcess(args.toSpliced(end === -1 ? args.length : end, 0, '--config', this.config), this.folder);
  }

  /** Runs the command with `--json` where `quick` does. Exactly one document is expected, and it has to fit the schema of the command. */
  async json(...args: string[]): Promise<{ code: number | null; document: Document; stderr: string }> {
    return asJson(await this.quick(['--json', ...args]), args);
  }
}

const schemaOf: Readonly<Record<string, SchemaName>> = {
  'config show': 'config-show',
  'config add': 'config-edit',
  'config remove': 'config-edit',
  'config import': 'config-import',
  'config trust': 'config-trust',
  'config distrust': 'config-trust',
  'config client': 'config-client',
  init: 'made',
  new: 'made',
  'registry refresh': 'registry-refresh',
  'registry status': 'registry-status',
  'daemon status': 'daemon-status',
  'daemon stop': 'daemon-stop',
  logout: 'login',
  logs: 'text',
  completion: 'text',
  emit: 'text',
  'agent-help': 'text',
  help: 'text',
  version: 'text',
};

/** What a command printed as its one document, held against the schema it publishes. */
export function asJson({ code, stdout, stderr }: Ran, args: readonly string[]) {
  expect(stdout).toMatch(/\n$/);
  expect(stdout).not.toContain('\u001b');
  const document = JSON.parse(stdout) as Document;
  const [verb = 'help', action = ''] = args;
  const named = schemaOf[`${verb} ${action}`] ?? schemaOf[verb] ?? (verb as SchemaName);
  const name = args.includes('--wrapper') ? 'text' : named;
  const schema = document.status === 'error' && name !== 'call' && name !== 'health' ? 'cli-error' : name;
  expect(explain(schema, document), JSON.stringify(document)).toEqual([]);
  return { code, document, stderr };
}

/** Whether a pseudo-terminal can be had. */
export const hasTerminal = has('script', 'apt-get install bsdutils');

/** Runs `mcp` on a terminal where somebody types, and gives what the terminal showed. */
export function onTerminal(
  args: readonly string[],
  folder: string,
  typed = '',
  env: Record<string, string> = {},
): Promise<Ran> {
  const quoted = [process.execPath, bin, ...args].map(word => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  const child = spawn('script', ['-qec', quoted, '/dev/null'], {
    cwd: folder,
    env: homeIn(folder, { TERM: 'xterm', ...env }),
  });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    // An answer is typed when somebody asks.
    if (typed !== '' && stdout.includes('[N]o')) child.stdin.end(typed);
  });
  return new Promise(resolve => child.once('close', code => resolve({ code, stdout, stderr: '' })));
}

/** A placeholder as configuration files have them. */
export const variable = (name: string) => `\${${name}}`;
export const everything = { command: process.execPath, args: [server('server-everything'), 'stdio'] };
export const files = (folder: string) => ({ command: process.execPath, args: [server('server-filesystem'), folder] });
export const memory = { command: process.execPath, args: [server('server-memory')] };
/** The server of `fixture-server.mjs`. */
export const fixture = (env: Record<string, string> = {}) => ({
  command: process.execPath,
  args: [path('./fixture-server.mjs')],
  env,
});
export const missing = { command: '/nowhere/at/all' };
export const demo = { use: 'demo' };
