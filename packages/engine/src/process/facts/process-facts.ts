import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

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

/** What `/proc` tells of a process, a zombie included. */
export interface ProcessFacts {
  readonly state: string;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  readonly threads: number;
  /** Clock ticks since the machine was started. */
  readonly start: string;
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
  if (!hasProc()) return startByPs(pid);
  const facts = factsOf(pid);
  if (facts === undefined) return undefined;
  const { state, threads, start } = facts;
  // The first thread of a killed process is a zombie while others may still be finishing a system call.
  return state === 'X' || (state === 'Z' && threads <= 1) ? undefined : start;
}

/** What the system tells of a process; undefined when it has ended, or there is no `/proc`. */
export function factsOf(pid: number): ProcessFacts | undefined {
  const line = readIfThere(`/proc/${pid}/stat`);
  if (line === undefined) return undefined;
  // The name of the program, second field, may hold spaces and parentheses; the third field follows its last one.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return {
    state: fields[0]!,
    parent: Number(fields[1]),
    group: Number(fields[2]),
    session: Number(fields[3]),
    threads: Number(fields[17]),
    start: fields[19]!,
  };
}

/** The ids of all processes there are; none where the system has no `/proc`. */
export function runningProcesses(): number[] {
  try {
    return readdirSync('/proc')
      .filter(name => /^\d{1,10}$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

/** The groups of all processes that have one of these named pipes, removed or not, for their stdout or stderr. Linux only; none elsewhere. */
export function groupsHolding(pipes: readonly string[]): number[] {
  const paths = new Set(pipes.flatMap(path => [path, `${path} (deleted)`]));
  const holds = (pid: number) => [1, 2].some(descriptor => paths.has(linkOf(`/proc/${pid}/fd/${descriptor}`)));
  const groups = runningProcesses()
    .filter(holds)
    .map(pid => factsOf(pid)?.group ?? 0);
  // 0 is the group of a process in another pid namespace.
  return [...new Set(groups)].filter(group => group > 1);
}

/** The bytes of memory a process occupies; undefined where the system does not tell. */
export function residentBytes(pid: number): number | undefined {
  const status = readIfThere(`/proc/${pid}/status`) ?? '';
  const [, kilobytes] = /^VmRSS:\s{1,20}([0-9]{1,15}) kB$/m.exec(status) ?? [];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1_024;
}

/** Whether a process, or with a negative id a group, has a member that a signal could be sent to; zombies count. */
export function exists(pid: number): boolean {
  const { stackTraceLimit } = Error;
  // That nobody is there is the usual answer: its stack trace would cost more than the question.
  Error.stackTraceLimit = 0;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
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

function startByPs(pid: number): string | undefined {
  const answer = spawnSync('ps', ['-o', 'stat=', '-o', 'lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  });
  if (answer.error !== undefined) return exists(pid) ? '' : undefined;
  const [, state, start] = /^(\S+)\s+(.+?)\s*$/.exec(answer.stdout) ?? [];
  return state?.startsWith('Z') ? undefined : start;
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined;
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    // The process has ended, closed that descriptor, or is another user's.
    return '';
  }
}
