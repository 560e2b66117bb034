import { type ChildProcess, spawn } from 'node:child_process';
import { whenAborted } from '../../concurrency/when-aborted.js';
import { signalGroup, whileStarting } from '../groups/process-groups.js';
import { LaunchedChild } from '../launcher/launched-child.js';
import type { Launcher, Launching } from '../launcher/launcher.js';
import type { LeasedStreams } from '../pipes/reopenable-pipes.js';
import type { ProcessRequest, StartFailure } from './process-result.js';
import { startFailureOf } from './start-failure.js';
import { ownChild, type StartedChild } from './started-child.js';

/** A child that runs, or the system's reason why it does not, or that it was called off before, or killed as soon as it ran. */
export type Start = StartedChild | { readonly startFailure: StartFailure } | 'cancelled' | 'killed';

/** Starts the program of a request in a group of its own. Rejects with what is no error of the system's. */
export async function startChild(request: ProcessRequest, leased: LeasedStreams | undefined): Promise<Start> {
  const { launcher, signal } = request;
  const launched =
    leased && !signal?.aborted && launcher?.prepare()
      ? await whileStarting(launch(request, leased, launcher))
      : undefined;
  if (launched !== undefined) return launched;
  if (!signal?.aborted) return startHere(request, leased);
  leased?.removeInput();
  return 'cancelled';
}

/** Undefined when nothing was started: the order is too long, a stream could not be opened, or the launcher ended before. */
async function launch(
  request: ProcessRequest,
  { paths, removeInput, stdout, stderr }: LeasedStreams,
  launcher: Launcher,
): Promise<Start | undefined> {
  const { command, args, cwd, env } = request;
  const launching = await answer(launcher.launch({ command, args, cwd, env, stdio: paths }), request);
  if (launching === 'unstarted') return undefined;
  if (launching instanceof LaunchedChild) {
    const { pid, letGo } = launching;
    return { pid, stdin: null, stdout, stderr, onExit: listener => launching.onExit(listener), letGo };
  }
  // Whoever was to take it away may not have come to it.
  removeInput();
  if (launching === 'abandoned') return 'cancelled';
  // It may have run, like the others that the launcher took along.
  return launching === 'lost' ? 'killed' : failure(launching.error, request);
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
