// Starts children for a larger process. To start one, the system first copies the page tables of the starting process, so a server with a
// hundred megabytes pays several milliseconds for each; this process is small and stays so. It reads orders from its stdin, a JSON
// object on each line, and reports on stdout what became of them. When stdin ends, its owner is gone: the children
// are asked to end, and killed after a moment. A CommonJS module, because those load without threads.
import childProcess = require('node:child_process');
import fs = require('node:fs');

import type { LaunchOrder, LaunchReport } from './launch-messages.js' with { 'resolution-mode': 'import' };

/** A little less than the reaper gives this process. */
const GRACE_MS = 900;
const { spawn } = childProcess;
const { closeSync, openSync, unlinkSync, writeSync } = fs;
const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = fs.constants;
const running = new Set<number>();

function tell(report: LaunchReport): void {
  try {
    writeSync(1, `${JSON.stringify(report)}\n`);
  } catch {
    // The owner is gone; the end of stdin says so too.
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

function start({ command, args, cwd, env }: LaunchOrder, stdio: number[]): childProcess.ChildProcess {
  return spawn(command, args, { cwd, env, stdio, detached: true, shell: false });
}

function follow(child: childProcess.ChildProcess, id: number): void {
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
    // Does not wait for the reader, which may be gone; the child's own streams block as usual.
    for (const pipe of [stdout, stderr]) descriptors.push(openSync(pipe, O_WRONLY | O_NONBLOCK | O_NOFOLLOW));
    descriptors.unshift(openSync(stdin, O_RDONLY | O_NOFOLLOW));
    unlinkSync(stdin);
    return descriptors;
  } catch {
    for (const descriptor of descriptors) closeSync(descriptor);
    return undefined;
  }
}

function end(groups: readonly number[], signal: 'SIGTERM' | 'SIGKILL'): void {
  for (const pid of groups) {
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
  // Members of a group may outlive their leader.
  const groups = [...running];
  if (groups.length === 0) process.exit();
  end(groups, 'SIGTERM');
  setTimeout(() => {
    end(groups, 'SIGKILL');
    process.exit();
  }, GRACE_MS);
});
// These are meant for the owner, or sent by a child. The launcher ends with its owner; ending sooner would end all children.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
tell({ ready: true });
