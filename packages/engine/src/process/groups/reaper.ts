import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { factsOf } from '../facts/process-facts.js';
import { reaperScript } from './reaper-script.js';

const STEP_MS = 50;

/** What a reaper does once its owner is gone. */
interface Reaping {
  /** A file of groups, which it removes. */
  readonly file?: string;
  readonly groups?: readonly string[];
  /** From the end of its owner until the groups are asked to end. */
  readonly waitMs: number;
  /** From there until they are killed. */
  readonly graceMs: number;
  /** Pipes that it reads to their end. */
  readonly outputs?: readonly [Readable, Readable];
}

/** A group as a reaper has to know it: it spares a later process with the same number. */
function groupOf(pid: number): string {
  return `${pid}:${factsOf(pid)?.start ?? ''}`;
}

/**
 * Starts a process in a session of its own that ends groups once this process is gone, however it went. It never keeps
 * this process alive. Undefined where the system refuses; POSIX only.
 */
function startReaper({ file = '', groups = [], waitMs, graceMs, outputs }: Reaping): ChildProcess | undefined {
  const steps = [waitMs, graceMs].map(milliseconds => String(Math.ceil(milliseconds / STEP_MS)));
  const drained = outputs?.map(descriptorOf) ?? ['ignore', 'ignore'];
  try {
    const child = spawn('/bin/sh', ['-c', reaperScript, 'mcp-reaper', file, ...steps, ...groups], {
      cwd: '/',
      env: { PATH: '/usr/bin:/bin' },
      stdio: ['pipe', 'ignore', 'ignore', ...drained],
      detached: true,
    });
    child.on('error', () => {});
    child.stdin?.on('error', () => {});
    child.unref();
    (child.stdin as { unref?(): void } | null)?.unref?.();
    return child;
  } catch {
    // Without one everything works but the end of groups that outlive their owner.
    return undefined;
  }
}

/** The descriptor of a pipe. To hand over the stream itself would stop its reading here. */
function descriptorOf(stream: Readable): number | 'ignore' {
  const { fd = -1 } = (stream as { _handle?: { fd?: number } | null })._handle ?? {};
  return fd < 0 ? 'ignore' : fd;
}

/** Looks after one group, which is given time to end by itself before it is asked to. */
export class GroupReaper {
  readonly #group: string;
  readonly #reaping: Omit<Reaping, 'file' | 'groups'>;
  #child: ChildProcess | undefined;

  /** The group has to have a leader still. `outputs` are its pipes, which it can write to until it has ended. */
  constructor(pid: number, reaping: Omit<Reaping, 'file' | 'groups'>) {
    this.#group = groupOf(pid);
    this.#reaping = reaping;
  }

  /** From here on the group ends after this process. */
  watch(): void {
    if (process.platform !== 'win32') this.#child ??= startReaper({ ...this.#reaping, groups: [this.#group] });
  }

  /** Leaves the group to the reaper, which ends it as if this process were gone. */
  handOver(): void {
    this.watch();
    this.#child?.stdin?.destroy();
  }

  /** The group has ended. */
  dismiss(): void {
    this.#child?.stdin?.end('done\n');
  }
}

/** The length of a line of the file: a group with blanks behind it, and the end of the line. */
const LINE = 40;
const FREE = '0';
const GRACE_MS = 1_000;

/**
 * Looks after all groups of a process that has many short ones. Which there are stands in a file, because telling the
 * reaper by its pipe would wake it up twice for every child. Started with the first group.
 */
export class SharedReaper {
  #child: ChildProcess | undefined;
  #file: number | undefined;
  readonly #groups = new Map<number, { readonly line: number; readonly text: string }>();
  readonly #free: number[] = [];

  /** Starts the reaper before the first group is there, so that none can be missed. */
  prepare(): void {
    if (process.platform !== 'win32' && this.#child === undefined) this.#start();
  }

  /** Notes a group that has started. */
  started(pid: number): void {
    if (process.platform === 'win32') return;
    const group = { line: this.#free.pop() ?? this.#groups.size, text: groupOf(pid) };
    this.#groups.set(pid, group);
    if (this.#child) this.#write(group.line, group.text);
    else this.#start();
  }

  /** Notes that a group has ended. */
  ended(pid: number): void {
    const group = this.#groups.get(pid);
    if (group === undefined) return;
    this.#groups.delete(pid);
    this.#free.push(group.line);
    this.#write(group.line, FREE);
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
    for (const { line, text } of this.#groups.values()) this.#write(line, text);
    const child = startReaper({ file: path, waitMs: 0, graceMs: GRACE_MS });
    if (child === undefined) {
      this.#forget(path);
      return;
    }
    this.#child = child;
    // A process that leaves no group behind leaves no file either, not even until the reaper has noticed.
    const leave = () => {
      if (this.#groups.size === 0) gone();
    };
    const gone = () => {
      process.off('exit', leave);
      if (this.#child === child) this.#forget(path);
    };
    process.once('exit', leave);
    child.once('error', gone).once('exit', gone);
    child.stdin?.on('error', gone);
  }

  #forget(path: string): void {
    this.#child = undefined;
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    try {
      unlinkSync(path);
    } catch {
      // The reaper has removed it.
    }
  }

  #write(line: number, text: string): void {
    if (this.#file !== undefined) writeSync(this.#file, `${text.padEnd(LINE - 1)}\n`, line * LINE);
  }
}
