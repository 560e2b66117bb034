import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../../scripts/reaper.sh', import.meta.url));

/** The length of a line of the file: a number with blanks behind it, and the end of the line. */
const LINE = 12;
const FREE = '0';

/**
 * A process in a session of its own that ends the groups of this one once it is gone, however it went: it notices by the end of a
 * pipe that only this process holds. Which groups there are stands in a file, because telling it by the pipe would wake it up
 * twice for every child. Started with the first group; never keeps this process alive. POSIX only.
 */
export class Reaper {
  #child: ChildProcess | undefined;
  #file: number | undefined;
  readonly #lines = new Map<number, number>();
  readonly #free: number[] = [];

  /** Is there before the first group is, so that none can be missed. */
  prepare(): void {
    if (process.platform !== 'win32' && this.#child === undefined) this.#start();
  }

  /** Notes a group that has started. */
  started(pid: number): void {
    if (process.platform === 'win32') return;
    const line = this.#free.pop() ?? this.#lines.size;
    this.#lines.set(pid, line);
    if (this.#child) this.#write(line, String(pid));
    else this.#start();
  }

  /** Notes that a group has ended. */
  ended(pid: number): void {
    const line = this.#lines.get(pid);
    if (line === undefined) return;
    this.#lines.delete(pid);
    this.#free.push(line);
    this.#write(line, FREE);
  }

  #start(): void {
    const path = join(tmpdir(), `concord-groups-${process.pid}-${randomBytes(8).toString('hex')}`);
    try {
      this.#file = openSync(path, 'wx', 0o600);
    } catch {
      // Without it everything works but the end after a SIGKILL; the next group tries again.
      return;
    }
    for (const line of this.#free) this.#write(line, FREE);
    for (const [pid, line] of this.#lines) this.#write(line, String(pid));
    const child = spawn('/bin/sh', [script, path], {
      cwd: '/',
      env: { PATH: '/usr/bin:/bin' },
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    });
    this.#child = child;
    // A process that leaves no group behind leaves no file either, not even until the reaper has noticed.
    const leave = () => {
      if (this.#lines.size === 0) gone();
    };
    const gone = () => {
      process.off('exit', leave);
      if (this.#child === child) this.#lose(path);
    };
    process.once('exit', leave);
    child.once('error', gone).once('exit', gone);
    child.stdin?.on('error', gone);
    child.unref();
    (child.stdin as { unref?(): void } | null)?.unref?.();
  }

  #lose(path: string): void {
    this.#child = undefined;
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    try {
      unlinkSync(path);
    } catch {
      // It took the file with it.
    }
  }

  #write(line: number, text: string): void {
    if (this.#file !== undefined) writeSync(this.#file, `${text.padEnd(LINE - 1)}\n`, line * LINE);
  }
}
