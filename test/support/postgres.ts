import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.js';

/** The folder of PostgreSQL's programs; undefined where there are none. */
export const postgresPrograms = findPrograms();

if (postgresPrograms === undefined)
  console.warn('Tests with PostgreSQL are skipped: there is no PostgreSQL here (apt-get install postgresql)');

function findPrograms(): string | undefined {
  const places = [
    ...(existsSync('/usr/lib/postgresql')
      ? readdirSync('/usr/lib/postgresql').map(version => `/usr/lib/postgresql/${version}/bin`)
      : []),
    ...(process.env.PATH ?? '').split(':'),
  ];
  return places.find(place => existsSync(join(place, 'initdb')) && existsSync(join(place, 'postgres')));
}

/** PostgreSQL does not run as root: then an account that may do nothing runs it. */
function account(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map(line => line.split(':'));
  const found = accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody');
  return { uid: Number(found![2]), gid: Number(found![3]) };
}

const PASSWORD = 'a pass/word@home';

/** A PostgreSQL server of a test: with a folder, a port and a password of its own. */
export class PostgresServer {
  readonly port: number;
  readonly #folder: string;
  #child: ChildProcess | undefined;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.port = port;
  }

  /** Makes and starts a server with one user, `concord`, who has a database of that name. */
  static async start(settings: readonly string[] = []): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), 'pg-'));
    const owner = account();
    chmodSync(folder, 0o711);
    const passwordFile = join(folder, 'password');
    writeFileSync(passwordFile, PASSWORD);
    if (owner) for (const path of [folder, passwordFile]) chownSync(path, owner.uid, owner.gid);
    const data = join(folder, 'data');
    const choices = ['-U', 'concord', '-A', 'scram-sha-256', '--pwfile', passwordFile, '-E', 'UTF8', '--locale', 'C'];
    execFileSync(join(postgresPrograms!, 'initdb'), ['-D', data, '--no-sync', ...choices], {
      ...owner,
      cwd: folder,
      stdio: 'ignore',
    });
    const server = new PostgresServer(folder, await freePort());
    await server.run(settings);
    await server.sql('CREATE DATABASE concord', 'postgres');
    return server;
  }

  /** Where the store is. */
  address(more: { readonly password?: string; readonly database?: string; readonly user?: string } = {}): string {
    const { password = PASSWORD, database = 'concord', user = 'concord' } = more;
    return `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${this.port}/${database}`;
  }

  /** Starts the program, on the data that is there. */
  async run(settings: readonly string[] = []): Promise<void> {
    const fixed = [`listen_addresses=127.0.0.1`, `port=${this.port}`, `unix_socket_directories=${this.#folder}`];
    const chosen = [...fixed, 'fsync=off', 'max_connections=300', 'shared_buffers=32MB', ...settings];
    const child = spawn(
      join(postgresPrograms!, 'postgres'),
      ['-D', join(this.#folder, 'data'), ...chosen.flatMap(setting => ['-c', setting])],
      { ...account(), cwd: this.#folder, stdio: 'ignore' },
    );
    this.#child = child;
    const ready = () => {
      try {
        return readFileSync(join(this.#folder, 'data/postmaster.pid'), 'utf8').includes('ready');
      } catch {
        return false;
      }
    };
    while (!ready()) {
      if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}`);
      await sleep(20);
    }
  }

  /** An empty folder that the server may use, and what makes it the owner of a disk that is mounted there. */
  newFolder(name: string): { readonly folder: string; readonly mountOptions: string } {
    const folder = join(this.#folder, name);
    mkdirSync(folder);
    const owner = account();
    if (owner) chownSync(folder, owner.uid, owner.gid);
    return { folder, mountOptions: owner ? `mode=700,uid=${owner.uid},gid=${owner.gid}` : 'mode=700' };
  }

  /** Runs statements as the owner of everything; gives what `psql` prints. */
  async sql(statements: string, database = 'concord'): Promise<string> {
    const child = spawn(
      join(postgresPrograms!, 'psql'),
      [
        '-X',
        '-A',
        '-t',
        '-q',
        '-v',
        'ON_ERROR_STOP=1',
        '-h',
        '127.0.0.1',
        '-p',
        `${this.port}`,
        '-U',
        'concord',
        '-d',
        database,
      ],
      { env: { ...process.env, PGPASSWORD: PASSWORD }, stdio: ['pipe', 'pipe', 'inherit'] },
    );
    child.stdin.end(statements);
    let text = '';
    child.stdout.on('data', data => {
      text += data;
    });
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`psql ended with ${code}`);
    return text.trim();
  }

  /** Sends the server, with all its processes, a signal: SIGSTOP and SIGCONT pause it and let it go on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    const main = this.#child!.pid!;
    const children = readFileSync(`/proc/${main}/task/${main}/children`, 'utf8').split(' ').filter(Boolean);
    for (const pid of [main, ...children.map(Number)]) process.kill(pid, signal);
  }

  /** Ends the program: `SIGINT` breaks off what runs, `SIGQUIT` ends it as a crash would. */
  async stop(signal: 'SIGINT' | 'SIGQUIT' = 'SIGINT'): Promise<void> {
    const child = this.#child!;
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }

  /** Ends the server and removes all it had. */
  async remove(): Promise<void> {
    await this.stop('SIGQUIT');
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
