import { randomBytes } from 'node:crypto';
import { Socket } from 'node:net';
import { homedir } from 'node:os';
import type { Readable } from 'node:stream';
import { ConnectionProblem, type StartedServers } from '@concord/client';
import { version } from '@concord/contract/version';
import { daemonSocket, daemonToken, openDaemonLog, serveDaemon } from '@concord/daemon';
import { Stop } from '@concord/engine';
import type { ProcessContext } from '../command/context.js';
import { toCommandFailure } from '../command/failure.js';
import { stateFolder } from '../command/folders.js';
import { earlyFlags } from '../parse/command-line.js';
import { splitVerb, type VerbLine } from '../parse/verb.js';
import { printFailure } from '../print/error.js';
import { daemonContext } from './daemon-context.js';
import type { EndSignal } from './early-signals.js';
import { processContext, signals } from './process-context.js';
import { run } from './run.js';

/** What the small entry file knows when it starts a command in this process. */
export interface Start {
  /** The verb and the rest of the command line. */
  readonly line: VerbLine;
  /** Standard input, when a part of it was already read for a daemon. */
  readonly stdin?: Readable;
  /** The daemon ended after the request had reached the server. */
  readonly daemonEnded?: true;
  /** A signal that arrived while the command was loaded. */
  readonly receivedSignal?: EndSignal;
  /** Servers that are starting while the commands were loaded. */
  readonly startedServers?: StartedServers;
  /** Loads a module by its URL. */
  readonly importModule?: (url: string) => Promise<unknown>;
}

/** The exports of the bundle of all commands. */
export interface Commands {
  /** Runs the command line of this process in this process. */
  runHere(start: Start): Promise<number>;
  /** Runs commands for other processes of the same build. */
  runDaemon(build: string): Promise<number>;
}

export async function runHere({ line, stdin, daemonEnded, receivedSignal, startedServers, importModule }: Start) {
  const own = processContext({
    // A server handles signals and standard output by itself.
    handleSignals: line.verb !== 'serve',
    ...(receivedSignal && { receivedSignal }),
    ...(startedServers && { startedServers }),
    ...(line.verb === 'context' && { brokenPipe: 6 }),
  });
  const context: ProcessContext = {
    ...own,
    ...(stdin && { stdin, stdinKind: 'pipe' as const }),
    ...(importModule && { importModule }),
  };
  return daemonEnded ? printDaemonEnded(context) : run(context, line);
}

/** Prints that the daemon ended while the server was working on the request. */
function printDaemonEnded(context: ProcessContext): Promise<number> {
  const problem = new ConnectionProblem(
    'unreachable',
    'The daemon went away after the request had reached the server: its outcome is unknown',
    { phase: 'call', sent: true, hint: 'Find out whether it happened before you call it again' },
  );
  return printFailure({ ...context, flags: earlyFlags(context.argv) }, toCommandFailure(problem));
}

export async function runDaemon(build: string): Promise<number> {
  const { env } = process;
  const socket = daemonSocket(env, build);
  if (socket === undefined) {
    process.stderr.write('error: there is no place for the socket: its path would be longer than 100 bytes\n');
    return 1;
  }
  const state = stateFolder({ env, home: env.HOME || homedir() });
  // Definitions are compared within this process only, so the key need not outlive it.
  const secret = randomBytes(32);
  const lingerMs = Number(env.MCP_DAEMON_LINGER);
  const isStarted = process.argv.includes('--started');
  const endRequest = new Stop();
  let code = 0;
  for (const [signal, exitCode] of Object.entries(signals))
    process.once(signal, () => {
      code = exitCode;
      endRequest.stop();
    });
  const hasServed = await serveDaemon({
    socket,
    token: daemonToken(state),
    version,
    // A command that starts a daemon sends its request over this pipe.
    ...(isStarted && { first: new Socket({ fd: 3 }) }),
    ...(lingerMs > 0 && { lingerMs }),
    log: openDaemonLog(state),
    signal: endRequest,
    run: (session, pool, control) =>
      run(daemonContext(session, pool, control, secret), splitVerb(session.request.argv)),
  });
  if (hasServed || isStarted) return code;
  process.stderr.write('error: another daemon is running, or its folder cannot be used\nnext: mcp daemon status\n');
  return 1;
}
