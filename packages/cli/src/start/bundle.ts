import { randomBytes } from 'node:crypto';
import { Socket } from 'node:net';
import { homedir } from 'node:os';
import type { Readable } from 'node:stream';
import { version } from '@concord/contract/version';
import { daemonSocket, daemonToken, openDaemonLog, serveDaemon } from '@concord/daemon';
import { Stop } from '@concord/engine';
import type { ProcessContext } from '../command/context.js';
import { stateFolder } from '../command/folders.js';
import { splitVerb, type VerbLine } from '../parse/verb.js';
import { daemonContext } from './daemon-context.js';
import { printDaemonEnded } from './daemon-ended.js';
import type { EndSignal } from './early-signals.js';
import { processContext, signals } from './process-context.js';
import { run } from './run.js';

/** How a command comes to be run in this process. */
export interface Start {
  /** The verb and the rest of the command line, as the thin start has read them. */
  readonly line: VerbLine;
  /** Its standard input, where some of it was read before. */
  readonly stdin?: Readable;
  /** A daemon went away with the request at its server. */
  readonly daemonEnded?: true;
  /** A signal came before anything could act on it. */
  readonly receivedSignal?: EndSignal;
  /** Loads a module by its URL. */
  readonly importModule?: (url: string) => Promise<unknown>;
}

/** What the bundle of all commands gives to the thin start. */
export interface Commands {
  /** Runs the command line of this process in it. */
  runHere(start: Start): Promise<number>;
  /** Serves the commands of other processes, of this build alone. */
  runDaemon(build: string): Promise<number>;
}

export async function runHere({ line, stdin, daemonEnded, receivedSignal, importModule }: Start): Promise<number> {
  const own = processContext({
    // A server handles signals and standard output by itself.
    handleSignals: line.verb !== 'serve',
    ...(receivedSignal && { receivedSignal }),
    ...(line.verb === 'context' && { brokenPipe: 6 }),
  });
  const context: ProcessContext = {
    ...own,
    ...(stdin && { stdin, stdinKind: 'pipe' as const }),
    ...(importModule && { importModule }),
  };
  return daemonEnded ? printDaemonEnded(context) : run(context, line);
}

export async function runDaemon(build: string): Promise<number> {
  const { env } = process;
  const socket = daemonSocket(env, build);
  if (socket === undefined) {
    process.stderr.write('error: there is no place for the socket: its path would be longer than 100 bytes\n');
    return 1;
  }
  const state = stateFolder({ env, home: env.HOME || homedir() });
  // Definitions are only compared here, and with nothing that outlives this process.
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
    // Whoever starts a daemon for its own command hands it that command on a pipe.
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
