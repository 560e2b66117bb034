import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { LaunchedChild, type Launcher, type Launching } from './launcher.js';
import { signalGroup } from './process-groups.js';
import type { ProcessRequest, StartFailure } from './process-result.js';
import type { LeasedStreams } from './reopenable-pipes.js';
import { startFailureOf } from './start-failure.js';
import { ownChild, type StartedChild } from './started-child.js';
import { whenAborted } from './when-aborted.js';

/** A child that runs, or the system's reason why it does not, or that it was called off before. */
export type Start = StartedChild | { readonly startFailure: StartFailure } | 'cancelled';

/** Starts the program of a request in a group of its own. Rejects with what is no error of the system's. */
export async function startChild(request: ProcessRequest, leased: LeasedStreams | undefined): Promise<Start> {
  const { launcher } = request;
  const launched = leased && launcher?.isReady() ? await launch(request, leased, launcher) : undefined;
  return launched ?? startHere(request, leased);
}

/** Undefined when a stream could not be opened from elsewhere, and nothing was started. */
async function launch(
  request: ProcessRequest,
  { paths, stdout, stderr }: LeasedStreams,
  launcher: Launcher,
): Promise<Start | undefined> {
  const { command, args, cwd, env } = request;
  const launching = await answer(launcher.launch({ command, args, cwd, env, stdio: paths }), request);
  if (launching === 'unopened') return undefined;
  if (launching instanceof LaunchedChild) {
    const { pid, letGo } = launching;
    return { pid, stdin: null, stdout, stderr, onExit: listener => launching.onExit(listener), letGo };
  }
  // Whoever was to take it away may not have come to it.
  rmSync(paths[0], { force: true });
  if (launching === 'abandoned') return 'cancelled';
  if (launching !== 'lost') return failure(launching.error, request);
  const message = `${command} was being started by a process that ended: whether it ran is not known`;
  return { startFailure: { code: 'UNKNOWN', message } };
}

/** What became of an order. Whoever cancels waits no longer than for a child that ignores it; should it come to be after that, it is ended. */
function answer(
  launched: Promise<Launching>,
  { signal, graceMs = 1_000 }: ProcessRequest,
): Promise<Launching | 'abandoned'> {
  if (signal === undefined) return launched;
  return new Promise(resolve => {
    let patience: NodeJS.Timeout | undefined;
    const stopListening = whenAborted(signal, () => {
      patience = setTimeout(() => {
        void launched.then(endAtOnce);
        resolve('abandoned');
      }, graceMs);
    });
    void launched.then(launching => {
      stopListening();
      clearTimeout(patience);
      resolve(launching);
    });
  });
}

function endAtOnce(launching: Launching): void {
  if (!(launching instanceof LaunchedChild)) return;
  signalGroup(launching.pid, 'SIGKILL');
  launching.letGo();
}

async function startHere(request: ProcessRequest, leased: LeasedStreams | undefined): Promise<Start> {
  try {
    const child = spawned(request, leased);
    if (child.pid !== undefined) return ownChild(child, child.pid, leased);
    return failure(await new Promise(resolve => child.once('error', resolve)), request);
  } catch (error) {
    if (startFailureOf(error, request) === undefined) throw error;
    return failure(error, request);
  }
}

function spawned({ command, args, cwd, env, stdin }: ProcessRequest, leased: LeasedStreams | undefined): ChildProcess {
  return spawn(command, args, {
    cwd,
    env,
    stdio: leased ? leased.descriptors() : [stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    // Leader of its own group and session; elsewhere this would only open a console.
    detached: process.platform !== 'win32',
    windowsHide: true,
    shell: false,
  });
}

function failure(error: unknown, request: ProcessRequest): Start {
  return { startFailure: startFailureOf(error, request) ?? { code: 'UNKNOWN', message: String(error) } };
}
