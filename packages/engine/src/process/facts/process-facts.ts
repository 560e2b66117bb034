import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * A process that cannot be mistaken for a later one with the same id: two identities are of the same process exactly
 * when pid, start and boot agree.
 */
export interface ProcessIdentity {
  readonly pid: number;
  /** When the kernel started it, in the system's own notation. */
  readonly start: string;
  /** Which run of the kernel; empty where start is a date of its own. */
  readonly boot: string;
}

/** The identity of this process. */
export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, start: startOf(process.pid) ?? '', boot: bootOfThisMachine() };
}

/**
 * False once the process can do nothing any more: gone, a zombie, its pid in other hands, or the machine rebooted.
 * Process ids are those of the reader's own pid namespace.
 */
export function lives(owner: ProcessIdentity): boolean {
  return owner.boot === bootOfThisMachine() && startOf(owner.pid) === owner.start;
}

/** When the living process with this id was started; undefined when there is none. */
export function startOf(pid: number): string | undefined {
  return hasProc() ? startInProc(pid) : startByPs(pid);
}

let boot: string | undefined;

function bootOfThisMachine(): string {
  boot ??= hasProc() ? (readIfThere('/proc/sys/kernel/random/boot_id')?.trim() ?? '') : '';
  return boot;
}

let proc: boolean | undefined;

function hasProc(): boolean {
  proc ??= readIfThere('/proc/self/stat') !== undefined;
  return proc;
}

function startInProc(pid: number): string | undefined {
  const line = readIfThere(`/proc/${pid}/stat`);
  if (line === undefined) return undefined;
  // The command's name, second field, may hold spaces and parentheses; the third field follows its last one.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const [state, threads, start] = [fields[0], fields[17], fields[19]];
  // The first thread of a killed process is a zombie while others may still be finishing a system call.
  if (state === 'X' || (state === 'Z' && Number(threads) <= 1)) return undefined;
  return start;
}

function startByPs(pid: number): string | undefined {
  const answer = spawnSync('ps', ['-o', 'stat=', '-o', 'lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  });
  if (answer.error !== undefined) return exists(pid) ? '' : undefined;
  const [, state, start] = /^(\S+)\s+(.+?)\s*$/.exec(answer.stdout) ?? [];
  return state?.startsWith('Z') ? undefined : start;
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined;
  }
}
