// Starts children for a larger process. To start one, the system first copies the page tables of whoever asks, so a server with a
// hundred megabytes pays several milliseconds for each; this process is small and stays so. It reads orders from its stdin, a JSON
// object on each line, and tells on stdout what became of them. When stdin ends, nobody is left to look after its children: they
// are asked to end, and killed after a second.
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, constants, openSync, unlinkSync, writeSync } from 'node:fs';
import type { LaunchOrder, LaunchReport } from './launch-messages.js';

const GRACE_MS = 1_000;
const { O_NOFOLLOW, O_RDONLY, O_WRONLY } = constants;
const running = new Set<number>();

let isOrphaned = false;

function tell(report: LaunchReport): void {
  try {
    writeSync(1, `${JSON.stringify(report)}\n`);
  } catch {
    // Nobody listens any more; the end of stdin says so too.
  }
}

function launch(order: LaunchOrder): void {
  const { id } = order;
  const stdio = opened(order.stdio);
  if (stdio === undefined) return tell({ id, unopened: true });
  try {
    follow(start(order, stdio), id);
  } catch (error) {
    tellError(id, error);
  } finally {
    for (const descriptor of stdio) closeSync(descriptor);
  }
}

function start({ command, args, cwd, env }: LaunchOrder, stdio: number[]): ChildProcess {
  return spawn(command, args, { cwd, env, stdio, detached: true, shell: false });
}

function follow(child: ChildProcess, id: number): void {
  const { pid } = child;
  if (pid === undefined) {
    child.once('error', error => tellError(id, error));
    return;
  }
  running.add(pid);
  child.on('error', () => {});
  child.once('exit', (code, signal) => {
    running.delete(pid);
    tell({ id, exit: [code, signal] });
    if (isOrphaned && running.size === 0) process.exit();
  });
  tell({ id, pid });
}

function tellError(id: number, error: unknown): void {
  const { code = 'UNKNOWN', errno = 0 } = error as NodeJS.ErrnoException;
  tell({ id, error: { code, errno } });
}

/** Its three streams; undefined, with none of them left open, when one is not there. */
function opened([stdin, stdout, stderr]: LaunchOrder['stdio']): number[] | undefined {
  const descriptors: number[] = [];
  try {
    // The readers of both pipes are there already, so that no opening waits.
    for (const pipe of [stdout, stderr]) descriptors.push(openSync(pipe, O_WRONLY | O_NOFOLLOW));
    descriptors.unshift(openSync(stdin, O_RDONLY | O_NOFOLLOW));
    unlinkSync(stdin);
    return descriptors;
  } catch {
    for (const descriptor of descriptors) closeSync(descriptor);
    return undefined;
  }
}

function endAll(signal: 'SIGTERM' | 'SIGKILL'): void {
  for (const pid of running) {
    try {
      process.kill(-pid, signal);
    } catch {
      // It has just ended.
    }
  }
}

let rest = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (piece: string) => {
  const lines = (rest + piece).split('\n');
  rest = lines.pop()!;
  for (const line of lines) launch(JSON.parse(line) as LaunchOrder);
});
process.stdin.on('error', () => {});
process.stdin.once('close', () => {
  isOrphaned = true;
  if (running.size === 0) process.exit();
  endAll('SIGTERM');
  setTimeout(() => {
    endAll('SIGKILL');
    process.exit();
  }, GRACE_MS);
});
tell({ ready: true });
