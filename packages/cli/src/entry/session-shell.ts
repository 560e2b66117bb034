import { homedir } from 'node:os';
import { connect, type DaemonControl, type Definition, definitionKey, type Pool, type Session } from '@concord/client';
import type { Shell } from '../shell.js';

const IDLE_MS = 300_000;

/** What a command sees of the world when it runs here for a process elsewhere. */
export function sessionShell(session: Session, pool: Pool, daemon: DaemonControl, secret: Uint8Array): Shell {
  const { request } = session;
  const { env, argv, cwd, terminal, stdinKind, columns } = request;
  return {
    argv,
    cwd,
    env,
    terminal,
    stdinKind,
    columns,
    home: env.HOME || homedir(),
    platform: process.platform,
    stdin: session.stdin,
    stdout: session.stdout,
    stderr: session.stderr,
    signal: session.signal,
    interruptedWith: session.interruptedWith,
    ask: session.ask,
    sent: session.sent,
    connect: (definition, { owner, ...options }) => {
      if (!definition.daemon) return connect(definition, options);
      const wanted = { key: definitionKey(definition, secret), owner, idleTimeoutMs: idleTime(definition, env) };
      return pool.acquire(wanted, definition, options);
    },
    daemon,
    now: () => new Date(),
  };
}

function idleTime(definition: Definition, env: Shell['env']): number {
  const given = Number(env.MCP_IDLE_TIMEOUT || Number.NaN);
  return definition.idleTimeoutMs ?? (given >= 0 ? given : IDLE_MS);
}
