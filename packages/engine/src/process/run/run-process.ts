import { CapturedStream } from '../../streams/captured-stream.js';
import { processGroups } from '../groups/process-groups.js';
import type { LeasedStreams } from '../pipes/reopenable-pipes.js';
import { checkRequest } from './check-request.js';
import { ProcessLife } from './process-life.js';
import type { ProcessEnd, ProcessRequest, ProcessResult, StartFailure } from './process-result.js';
import { startChild } from './start-child.js';
import { startFailureOf } from './start-failure.js';

/**
 * Runs a program to its end, in a process group of its own, and says how it ended. Whatever the program does, the
 * answer comes: at the latest a second after `timeoutMs` + `graceMs` + `lingerMs`, counted from its start. When it comes, every process of the
 * group has been killed, unless `sparesOthers` was given and it exited by itself, a build server for instance; one that
 * made its own session may live on regardless. Its output is not waited for.
 *
 * Rejects with a TypeError for a bad request, with the error of `onStdout` or `onStderr` if one throws, after the
 * group was ended, and when no named pipes can be made. Nothing else makes it reject.
 */
export async function runProcess(request: ProcessRequest): Promise<ProcessResult> {
  checkRequest(request);
  if (request.signal?.aborted) return withoutRun('cancelled');
  if (request.pipes === undefined) return runOn(request, undefined);
  let leased: LeasedStreams;
  try {
    leased = await request.pipes.lease(request.stdin ?? '');
  } catch (error) {
    const failure = startFailureOf(error, request, 'for its input and output');
    if (failure === undefined) throw error;
    return withoutRun('not_started', failure);
  }
  try {
    return await runOn(request, leased);
  } finally {
    leased.giveBack();
  }
}

async function runOn(request: ProcessRequest, leased: LeasedStreams | undefined): Promise<ProcessResult> {
  processGroups.expect();
  const child = await startChild(request, leased).finally(() => leased?.handedOver());
  if (child === 'cancelled') return withoutRun('cancelled');
  if (child === 'killed') return { ...withoutRun('signalled'), signal: 'SIGKILL' };
  if ('startFailure' in child) return withoutRun('not_started', child.startFailure);
  processGroups.add(child.pid);
  request.onStarted?.(child.pid);
  const { maxStdoutBytes, overflow, onStdout, onStdoutBytes } = request;
  const stdout = new CapturedStream(maxStdoutBytes, overflow, onStdout, onStdoutBytes);
  const stderr = new CapturedStream(request.maxStderrBytes, request.overflow, request.onStderr);
  const life = new ProcessLife(child, request, stdout, stderr);
  const { end, exitCode, signal, durationMs } = await life.ended;
  const [out, err] = [stdout.captured, stderr.captured];
  return {
    end,
    exitCode,
    signal,
    stdout: out.text,
    stderr: err.text,
    stdoutBytes: out.bytes,
    stderrBytes: err.bytes,
    omitted: { stdout: out.omitted, stderr: err.omitted },
    omittedAt: { stdout: out.omittedAt, stderr: err.omittedAt },
    durationMs,
    pid: child.pid,
  };
}

function withoutRun(end: ProcessEnd, startFailure?: StartFailure): ProcessResult {
  return {
    end,
    exitCode: null,
    signal: null,
    stdout: '',
    stderr: '',
    stdoutBytes: 0,
    stderrBytes: 0,
    omitted: { stdout: 0, stderr: 0 },
    omittedAt: { stdout: null, stderr: null },
    durationMs: 0,
    ...(startFailure === undefined ? {} : { startFailure }),
  };
}
