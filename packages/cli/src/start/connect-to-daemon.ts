import type { Duplex } from 'node:stream';
import { reachDaemon } from '@concord/daemon';
import { entryFile } from './build.js';

/** What a daemon may know of the environment it was started from; that of each command comes with the command. */
const inheritedVariables =
  /^(?:PATH|HOME|USER|LOGNAME|LANG|TZ|TMPDIR|TEMP|TMP|SYSTEMROOT|USERPROFILE|APPDATA|LOCALAPPDATA|XDG_[A-Z_]{1,40}|LC_[A-Z]{1,40}|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|MCP_DAEMON_LINGER)$/;

/** How long a daemon that runs has to greet, and one that is only starting. */
const GREETING_MS = { running: 2_000, started: 20_000 } as const;

export interface DaemonConnection {
  readonly daemon: Duplex;
  readonly greetingMs: number;
}

/** The daemon that runs, else one that is started and speaks over a pipe of its own; undefined when there is none to be had. */
export async function connectToDaemon(socket: string, starts: boolean): Promise<DaemonConnection | undefined> {
  const running = await reachDaemon(socket);
  if (running) return { daemon: running, greetingMs: GREETING_MS.running };
  const started = starts ? await startDaemon() : undefined;
  return started && { daemon: started, greetingMs: GREETING_MS.started };
}

async function startDaemon(): Promise<Duplex | undefined> {
  const { spawn } = await import('node:child_process');
  const child = spawn(process.execPath, [entryFile(), 'daemon', 'run', '--started'], {
    cwd: '/',
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => inheritedVariables.test(name))),
    // The fourth is a socket pair: the daemon's first client.
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    detached: true,
    windowsHide: true,
  });
  child.on('error', () => {});
  child.unref();
  return child.pid === undefined ? undefined : (child.stdio[3] as Duplex);
}
