import { type ChildProcess, spawn } from 'node:child_process';
import { CapturedStream } from './captured-stream.js';
import { checkRequest } from './check-request.js';
import { processGroups } from './process-groups.js';
import { type ChildOutputs, ProcessLife } from './process-life.js';
import type { ProcessEnd, ProcessRequest, ProcessResult, StartFailure } from './process-result.js';
import type { LeasedStreams } from './reopenable-pipes.js';
import { startFailureOf } from './start-failure.js';

/**
 * Runs a program to its end, in a process group of its own, and says how it ended. Whatever the program does, the
 * answer comes: at the latest a second after `timeoutMs` + `graceMs` + `lingerMs`. When it comes, every process of the
 * group has been killed, unless `sparesOthers` was given and it exited by itself, a build server for instance; one that
 * made its own session may live on regardless. Its output is not waited for.
 *
 * Rejects with a TypeError for a bad request, and with the error of `onStdout` or `onStderr` if one throws, after the
 * group was ended. Nothing else makes it reject.
 */
export async function runProcess(request: ProcessRequest): Promise<ProcessResult> {
  checkRequest(request);
  if (request.signal?.aborted) return withoutRun('cancelled');
  const leased = await request.pipes?.lease(request.stdin ?? '');
  try {
    return await runOn(request, leased);
  } finally {
    leased?.giveBack();
  }
}

async function runOn(request: ProcessRequest, leased: LeasedStreams | undefined): Promise<ProcessResult> {
  let child: ChildProcess;
  try {
    child = start(request, leased);
  } catch (error) {
    const failure = startFailureOf(error, request);
    if (failure === undefined) throw error;
    return withoutRun('not_started', failure);
  } finally {
    leased?.handedOver();
  }
  if (child.pid === undefined) {
    const error = await new Promise(resolve => child.once('error', resolve));
    return withoutRun('not_started', startFailureOf(error, request) ?? { code: 'UNKNOWN', message: String(error) });
  }
  processGroups.add(child.pid);
  request.onStarted?.(child.pid);
  const { maxStdoutBytes, overflow, onStdout, onStdoutBytes } = request;
  const stdout = new CapturedStream(maxStdoutBytes, overflow, onStdout, onStdoutBytes);
  const stderr = new CapturedStream(request.maxStderrBytes, request.overflow, request.onStderr);
  const outputs: ChildOutputs = [
    [leased?.stdout ?? child.stdout!, stdout],
    [leased?.stderr ?? child.stderr!, stderr],
  ];
  const { end, exitCode, signal, durationMs } = await new ProcessLife(child, child.pid, request, outputs).ended;
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

function start({ command, args, cwd, env, stdin }: ProcessRequest, leased: LeasedStreams | undefined): ChildProcess {
  return spawn(command, args, {
    cwd,
    env,
    stdio: leased ? [...leased.stdio] : [stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    // Leader of its own group and session; elsewhere this would only open a console.
    detached: process.platform !== 'win32',
    windowsHide: true,
    shell: false,
  });
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
