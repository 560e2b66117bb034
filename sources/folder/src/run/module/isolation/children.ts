import childProcess, { ChildProcess, type SpawnOptions, type StdioOptions } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import workerThreads, { type WorkerOptions } from 'node:worker_threads';
import { isOfProcess, wrap } from './wrap.js';

/** Makes the child processes of this thread inherit none of the streams of the process. */
export function keepFromChildren(): void {
  const prototype = ChildProcess.prototype as unknown as { spawn(options: SpawnOptions): number };
  const { spawn } = prototype;
  prototype.spawn = function (options) {
    return spawn.call(this, { ...options, stdio: apart(options.stdio) });
  };
  for (const name of ['spawnSync', 'execSync', 'execFileSync'] as const)
    wrap(childProcess, name, original => (...given: unknown[]) => {
      const at = given.findIndex(each => typeof each === 'object' && each !== null && !Array.isArray(each));
      const options = at === -1 ? {} : (given[at] as SpawnOptions);
      const safe = { ...options, stdio: apart(options.stdio ?? 'pipe') };
      return at === -1 ? original(...given, safe) : original(...given.with(at, safe));
    });
}

/** The streams of a child, with `ignore` in place of each that it would share with this process. */
function apart(stdio: StdioOptions | undefined): StdioOptions {
  const three = typeof stdio === 'string' ? [stdio, stdio, stdio] : (stdio ?? ['pipe', 'pipe', 'pipe']);
  return three.map(each =>
    each === 'inherit' || isOfProcess(each) || each === process.stdin ? 'ignore' : each,
  ) as StdioOptions;
}

/** Isolates the threads that this thread starts in the same way. */
export function keepFromThreads(): void {
  const preparation = fileURLToPath(new URL('./isolated-worker.js', import.meta.url));
  workerThreads.Worker = class extends workerThreads.Worker {
    constructor(file: string | URL, options: WorkerOptions = {}) {
      const { execArgv = [] } = options;
      super(file, { ...options, execArgv: [...execArgv, '--require', preparation] });
    }
  };
}

/** Keeps this thread from signalling its own process or process group; it may signal its children. */
export function keepFromSignals(): void {
  const own = new Set([process.pid, -process.pid, 0, -1]);
  wrap(process, 'kill', original => (pid: unknown, signal?: unknown) => {
    if (signal !== 0 && own.has(Number(pid)))
      throw Object.assign(new Error('kill EPERM'), { code: 'EPERM', syscall: 'kill' });
    return original(pid, signal);
  });
}
