import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.js';

/** Whether there is an nginx. */
export const hasNginx = spawnSync('nginx', ['-v']).status === 0;

if (!hasNginx) console.warn('Tests with nginx are skipped: there is no nginx here (apt-get install nginx)');

const given = new URL('../../deploy/nginx.conf', import.meta.url);

/** An nginx with the configuration that is handed out, in front of replicas on these ports. */
export class Nginx {
  readonly port: number;
  readonly #folder: string;
  readonly #child: ChildProcess;

  private constructor(port: number, folder: string, child: ChildProcess) {
    this.port = port;
    this.#folder = folder;
    this.#child = child;
  }

  static async start(ports: readonly number[]): Promise<Nginx> {
    const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
    const port = await freePort();
    const servers = ports.map(each => `server 127.0.0.1:${each} max_fails=0;`).join('\n    ');
    const site = readFileSync(given, 'utf8')
      .replace(/server 127\.0\.0\.1:7332[^;]*;\s*server 127\.0\.0\.1:7333[^;]*;/, servers)
      .replace('listen 8080;', `listen 127.0.0.1:${port};`);
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    for (const each of places) mkdirSync(join(folder, each));
    const file = join(folder, 'nginx.conf');
    writeFileSync(
      file,
      `daemon off; ${process.getuid?.() === 0 ? 'user root;' : ''} worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 4096; }
http {
  access_log off;
  ${places.map(each => `${each}_temp_path ${folder}/${each};`).join('\n  ')}
${site}
}`,
    );
    const child = spawn('nginx', ['-p', folder, '-e', join(folder, 'error.log'), '-c', file], { stdio: 'ignore' });
    const nginx = new Nginx(port, folder, child);
    while (!(await isListening(port))) {
      if (child.exitCode !== null) throw new Error(`nginx ended: ${nginx.log()}`);
      await sleep(20);
    }
    return nginx;
  }

  log(): string {
    return readFileSync(join(this.#folder, 'error.log'), 'utf8');
  }

  async remove(): Promise<void> {
    if (this.#child.exitCode === null) {
      this.#child.kill('SIGTERM');
      await once(this.#child, 'exit');
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
