import type { Readable, Writable } from 'node:stream';
import { whenAborted } from '../../concurrency/when-aborted.js';
import { signalGroup, whileStarting } from '../groups/process-groups.js';
import { type ExitListener, LaunchedChild } from '../launcher/launched-child.js';
import type { Launcher, Launching } from '../launcher/launcher.js';
import type { LeasedStreams } from '../pipes/reopenable-pipes.js';
import { spawnGroup } from '../start/spawn-group.js';
import type { ProcessRequest, StartFailure } from './process-result.js';
import { startFailureOf } from './start-failure.js';

/** A child that runs, whoever started it. */
export interface StartedChild {
  /** Its id, which is that of its group too. */
  readonly pid: number;
  /** Its standard input, where that is a pipe. */
  readonly stdin: Writable | null;
  readonly stdout: Readable;
  readonly stderr: Readable;
  onExit(listener: ExitListener): void;
  /** Stops waiting for its exit, which may never come. */
  letGo(): void;
}

/** A child that runs, or the system's reason why it does not, or that it was cancelled before it was started, or killed as soon as it ran. */
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
  // The launcher may not have unlinked it.
  removeInput();
  if (launching === 'abandoned') return 'cancelled';
  // It may have run; the children of a lost launcher are killed.
  return launching === 'lost' ? 'killed' : failure(launching.error, request);
}

/** What became of an order. A cancelled caller waits for `graceMs` at most; a child that is started later is killed. */
function answer(
  launched: Promise<Launching>,
  { signal, graceMs = 1_000 }: ProcessRequest,
): Promise<Launching | 'abandoned'> {
  if (signal === undefined) return launched;
  return new Promise(resolve => {
    let timeout: NodeJS.Timeout | undefined;
    const stopListening = whenAborted(signal, () => {
      timeout = setTimeout(() => {
        void launched.then(endAtOnce);
        resolve('abandoned');
      }, graceMs);
    });
    void launched.then(launching => {
      stopListening();
      clearTimeout(timeout);
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
  const { command, args, cwd, env, stdin } = request;
  try {
    const stdio = leased ? leased.descriptors() : ([stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'] as const);
    const child = await spawnGroup(command, args, { cwd, env, stdio: [...stdio] });
    return {
      pid: child.pid,
      stdin: child.stdin,
      stdout: leased?.stdout ?? child.stdout!,
      stderr: leased?.stderr ?? child.stderr!,
      onExit: listener => void child.once('exit', listener),
      letGo: () => child.unref(),
    };
  } catch (error) {
    if (startFailureOf(error, request) === undefined) throw error;
    return failure(error, request);
  }
}

function failure(error: unknown, request: ProcessRequest): Start {
  return { startFailure: startFailureOf(error, request) ?? { code: 'UNKNOWN', message: String(error) } };
}
