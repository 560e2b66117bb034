import {
  failure,
  invalidParameter,
  type JsonObject,
  type Outcome,
  success,
  unavailableFeature,
} from '@concord/contract';
import { commandLine } from '../argv/command-line.js';
import { cut } from '../outcome/cut.js';
import type { Session } from '../sessions/session.js';
import { isoTime, microsecondsOf } from '../sessions/times.js';
import { targetOf } from '../table/rows.js';
import { concluded, execute } from './execute.js';
import { masked, maskedPrint } from './masked.js';
import { notStarted } from './not-started.js';
import { announce } from './report.js';
import type { Perform, Work } from './work.js';

const WAIT_FOR_TEXT_MS = 30_000;
const WAIT_FOR_ADDRESS_MS = 2_000;

/** Builds a project where needed, and starts it as a session that outlives the call. */
export const startSession: Perform = async work => {
  const { action, args, call, context } = work;
  if (context.options.isShortLived === true) return failure(shortLived);
  if (!context.sessions.hasRoom) return failure(noRoom(context.sessions.most));
  const before = action.before?.(args);
  if (before !== undefined) {
    const built = await execute(work, { argv: before });
    if ('outcome' in built) return built.outcome;
    if (built.run.exitCode !== 0) return concluded(built.run, work);
    await call.lock?.release();
  } else announce(work);
  return start(work);
};

async function start(work: Work): Promise<Outcome> {
  const { action, args, call, context, directory, redaction } = work;
  const argv = action.argv!(args);
  const command = commandLine(argv);
  const program = context.cli.launch(action.session === 'watch');
  if ('missing' in program) return failure(notStarted(work, program.missing, command));
  // Others may have been started while this one was built.
  if (!context.sessions.hasRoom) return failure(noRoom(context.sessions.most));
  const kept = action.session === 'watch' ? call.lock : undefined;
  kept?.keep();
  const session = context.sessions.start({
    requestId: call.requestId,
    operation: action.session!,
    target: targetOf(args),
    ...program,
    argv,
    cwd: directory,
    redaction,
    release: kept && (() => kept.release()),
    ...(typeof args.waitFor === 'string' && { waitFor: args.waitFor }),
  });
  const isReady = await waited(session, work);
  if (call.stopped) {
    await session.stop();
    context.sessions.drop(session);
    const { text } = cut(masked(work, session.end!.stdout), work.limits.maxOutputChars);
    return success({ text, command });
  }
  const { end } = session;
  if (end === undefined || end.exitCode === 0) return started(session, work, command, isReady);
  context.sessions.drop(session);
  if (end.missing !== undefined) return failure(notStarted(work, end.missing, command));
  context.recentCalls.addLog(call.requestId, end.stdout, end.stderr, redaction);
  const printed = maskedPrint(work, end);
  work.notes.stderr = printed.stderr;
  const { exitCode } = end;
  return concluded({ ...printed, exitCode, tool: work.tool.name, action: action.name, command, network: false }, work);
}

/** Whether the session became ready in time. */
async function waited(session: Session, { args, call }: Work): Promise<boolean> {
  const usual = args.waitFor === undefined ? WAIT_FOR_ADDRESS_MS : WAIT_FOR_TEXT_MS;
  const timeoutMs = typeof args.waitTimeoutMs === 'number' ? args.waitTimeoutMs : usual;
  return new Promise<boolean>(resolve => {
    let callOff = () => {};
    const timer = setTimeout(() => settle(false), timeoutMs);
    const settle = (isReady: boolean) => {
      clearTimeout(timer);
      callOff();
      resolve(isReady);
    };
    callOff = call.onStop(() => settle(false));
    void session.ready.then(() => settle(true));
    void session.ended.then(() => settle(false));
  });
}

function started(session: Session, { args, action }: Work, command: string, isReady: boolean): Outcome {
  const {
    id,
    pid,
    urls,
    isRunning,
    start: { target, operation },
  } = session;
  const lines = [
    'Process started in background mode',
    `Session ID: ${id}`,
    `PID: ${pid}`,
    `Target: ${target}`,
    ...(action.session === 'watch' ? [`Watch Action: ${args.watchAction}`] : []),
    'Stop it with action Stop and this sessionId.',
  ];
  return success({
    text: lines.join('\n'),
    command,
    data: { session: aboutSession(session) },
    metadata: {
      sessionId: id,
      pid: String(pid),
      operationType: operation,
      target,
      startMode: 'background',
      ready: String(isReady),
      ...(urls.size > 0 && { urls: [...urls].join(' ') }),
      ...(!isRunning && { isRunning: 'false' }),
    },
  });
}

const shortLived = invalidParameter(
  'startMode',
  'invalid value',
  "Parameter 'startMode' cannot be 'Background' without the daemon: the session would end with this command",
  { hint: 'Run the command again without --no-daemon, or run in the foreground.' },
);

const noRoom = (most: number) =>
  unavailableFeature('background sessions', `${most} sessions are already running`, {
    alternatives: [
      'List them with dotnet_project and action ListSessions',
      'Stop one with dotnet_project and action Stop',
    ],
  });

const notFound = (id: string) => invalidParameter('sessionId', 'not found', `Session '${id}' not found`);

/** Ends a session. One that has already ended is a success too. */
export const stopSession: Perform = async ({ args, context }) => {
  const sessionId = String(args.sessionId);
  const session = context.sessions.find(sessionId);
  if (session === undefined) return failure(notFound(sessionId));
  const wasRunning = session.isRunning;
  const { exitCode } = await session.stop();
  const metadata = { sessionId, stopped: String(wasRunning), exitCode: String(exitCode) };
  return wasRunning
    ? success({ text: `Session ${sessionId} stopped`, metadata })
    : success({
        text: `Session ${sessionId} had already exited and cannot be stopped again`,
        metadata: { ...metadata, alreadyExited: 'true' },
      });
};

/** The output of a session, all of it or since a time. */
export const readLogs: Perform = async work => {
  const { args, context } = work;
  const sessionId = String(args.sessionId);
  const session = context.sessions.find(sessionId);
  if (session === undefined) return failure(notFound(sessionId));
  const {
    log,
    isRunning,
    end,
    start: { operation, target, redaction },
  } = session;
  const since = typeof args.since === 'string' ? microsecondsOf(args.since) : undefined;
  const tail = typeof args.tailLines === 'number' ? args.tailLines : undefined;
  const { stdout, stderr } = log.totals;
  const lines = log.lines({ since, tail }).map(each => ({
    ...each,
    text: masked({ ...work, redaction }, each.text),
  }));
  const whole = lines.map(each => (each.stream === 'stderr' ? `[stderr] ${each.text}` : each.text)).join('\n');
  const { text, omitted } = cut(whole, work.limits.maxOutputChars);
  const state = isRunning ? 'Running' : `Exited (${end!.exitCode})`;
  const isFiltered = since !== undefined || tail !== undefined;
  work.notes.plain = [
    `Logs for session ${sessionId}`,
    `Operation: ${operation}`,
    `Target: ${target}`,
    `Started: ${session.startedAt}`,
    `State: ${state}`,
    `Lines: ${stdout} of stdout, ${stderr} of stderr`,
    ...(isFiltered ? [`Returned ${lines.length} of ${stdout + stderr} lines`] : []),
    text === '' ? '(no output yet)' : text,
    'Exit Code: 0',
  ].join('\n');
  const returned = (stream: string) => String(lines.filter(each => each.stream === stream).length);
  return success({
    text,
    data: {
      session: aboutSession(session),
      lines: lines.map(each => ({ time: isoTime(each.at), stream: each.stream, text: each.text })),
    },
    metadata: {
      sessionId,
      operationType: operation,
      target,
      startTime: session.startedAt,
      isRunning: String(isRunning),
      ...(end && { exitCode: String(end.exitCode) }),
      totalOutputLines: String(stdout),
      totalErrorLines: String(stderr),
      returnedOutputLines: returned('stdout'),
      returnedErrorLines: returned('stderr'),
      droppedLines: String(log.dropped),
      cursor: isoTime(log.cursor),
      ...(omitted > 0 && { omittedCharacters: String(omitted) }),
    },
  });
};

export const listSessions: Perform = async ({ context }) =>
  success({ data: { sessions: context.sessions.list().map(aboutSession) } });

function aboutSession({ id, pid, startedAt, isRunning, end, urls, start }: Session): JsonObject {
  return {
    sessionId: id,
    operationType: start.operation,
    target: start.target,
    ...(pid !== undefined && { pid }),
    startTime: startedAt,
    state: isRunning ? 'running' : 'exited',
    ...(end && { exitCode: end.exitCode }),
    urls: [...urls],
  };
}
