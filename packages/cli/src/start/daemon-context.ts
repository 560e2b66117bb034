import { homedir } from 'node:os';
import { connect, type Definition, definitionKey } from '@concord/client';
import type { DaemonControl, Pool, RunRequest, Session } from '@concord/daemon';
import type { ProcessContext } from '../command/context.js';

const IDLE_MS = 300_000;

/** The context of a command that a daemon runs for another process. */
export function daemonContext(session: Session, pool: Pool, daemon: DaemonControl, secret: Uint8Array): ProcessContext {
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
      const key = definitionKey(definition, secret, connectionVariables(env));
      const poolRequest = { key, owner, idleTimeoutMs: idleTime(definition, env) };
      return pool.acquire(poolRequest, definition, options);
    },
    keepSource: async (definition, { owner, variables, ...use }, open) => {
      if (!definition.daemon) return undefined;
      const key = definitionKey(definition, secret, variables);
      return pool.acquireSource({ key, owner, idleTimeoutMs: idleTime(definition, env) }, definition, use, open);
    },
    daemon,
    now: () => new Date(),
  };
}

/** The variables that affect how a connection is made, beside its definition. */
function connectionVariables(env: RunRequest['env']): Readonly<Record<string, string>> {
  const names = /^(?:(?:https?|all|no)_proxy|mcp_max_message_bytes|node_extra_ca_certs)$/i;
  return Object.fromEntries(Object.entries(env).filter(([name]) => names.test(name)));
}

function idleTime(definition: Definition, env: ProcessContext['env']): number {
  const given = Number(env.MCP_IDLE_TIMEOUT || Number.NaN);
  return definition.idleTimeoutMs ?? (given >= 0 ? given : IDLE_MS);
}
