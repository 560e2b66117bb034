import type { Duplex } from 'node:stream';
import { reachDaemon } from '@concord/daemon';
import { entryFile } from './build.js';

/** The variables that a daemon inherits from the command that starts it. Each command sends its own environment with its request. */
const inheritedVariables =
  /^(?:PATH|HOME|USER|LOGNAME|LANG|TZ|TMPDIR|TEMP|TMP|SYSTEMROOT|USERPROFILE|APPDATA|LOCALAPPDATA|XDG_[A-Z_]{1,40}|LC_[A-Z]{1,40}|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|MCP_DAEMON_LINGER)$/;

/** How long a running daemon, and one that was just started, may take to greet. */
const GREETING_MS = { running: 2_000, started: 20_000 } as const;

export interface DaemonConnection {
  readonly daemon: Duplex;
  readonly greetingMs: number;
}

/** Connects to the running daemon, else starts one and connects over a pipe. Returns undefined when neither works. */
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
    // Descriptor 3 is a socket pair: the connection of the daemon's first client.
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    detached: true,
    windowsHide: true,
  });
  child.on('error', () => {});
  child.unref();
  return child.pid === undefined ? undefined : (child.stdio[3] as Duplex);
}
