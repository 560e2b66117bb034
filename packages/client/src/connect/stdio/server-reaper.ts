import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { reaperScript } from './reaper-script.js';

/** A server as its reaper has to know it. */
export interface Reaped {
  readonly pid: number;
  readonly stdout: Readable;
  readonly stderr: Readable;
}

/**
 * A process in a session of its own that ends one server once its owner is gone, however that went, and no other process
 * that may have got the same number since. Never keeps its owner alive. POSIX only: elsewhere it does nothing.
 */
export class ServerReaper {
  readonly #server: Reaped;
  readonly #began: string;
  #child: ChildProcess | undefined;

  constructor(server: Reaped) {
    this.#server = server;
    this.#began = startTime(server.pid);
  }

  /** Has a reaper stand by. */
  watch(): void {
    if (process.platform === 'win32' || this.#child !== undefined) return;
    const { pid, stdout, stderr } = this.#server;
    try {
      this.#child = spawn('/bin/sh', ['-c', reaperScript, 'mcp-reaper', String(pid), this.#began], {
        cwd: '/',
        env: { PATH: '/usr/bin:/bin' },
        stdio: ['pipe', 'ignore', 'ignore', descriptorOf(stdout), descriptorOf(stderr)],
        detached: true,
      });
    } catch {
      // Without one everything works but the end of a server that outlives its owner.
      return;
    }
    this.#child.on('error', () => {});
    this.#child.stdin?.on('error', () => {});
    this.#child.unref();
    (this.#child.stdin as { unref?(): void } | null)?.unref?.();
  }

  /** Leaves the server to a reaper: to it, its owner is gone from here on. */
  handOver(): void {
    this.watch();
    this.#child?.stdin?.destroy();
  }

  /** There is nothing left to reap. */
  dismiss(): void {
    this.#child?.stdin?.end('done\n');
  }
}

/** The descriptor of a pipe. To hand over the stream itself would stop its reading here. */
function descriptorOf(stream: Readable): number | 'ignore' {
  const { fd = -1 } = (stream as { _handle?: { fd?: number } | null })._handle ?? {};
  return fd < 0 ? 'ignore' : fd;
}

/** When a process began, in the system's own count; empty where the system does not tell. */
function startTime(pid: number): string {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
