import type { JsonObject } from '@concord/contract';
import type { Definition } from '../config/entry/definition.js';
import { ConnectionProblem } from '../connection/connection.js';
import type { Deadline } from '../connection/deadline.js';
import type { ConnectOptions } from '../connection/options.js';
import type { Problems } from '../connection/problems.js';
import { defaultRetries, mayTryAgain } from '../connection/retry.js';
import type { Transport } from '../connection/transport.js';
import { StdioTransport } from '../stdio/stdio-transport.js';
import { Session } from './session.js';

/** A definition that is reached over a transport. */
export type RemoteDefinition = Exclude<Definition, { transport: 'built-in' }>;

/** What is the same for every attempt to connect to a server. */
export interface Target {
  readonly definition: RemoteDefinition;
  readonly options: ConnectOptions;
  readonly problems: Problems;
  readonly startTimeoutMs: number;
  readonly onNotification: (method: string, params: JsonObject) => boolean;
  readonly onRetry: () => void;
}

/** Statuses of an opening request after which the oldest HTTP transport is tried. */
const oldServerStatuses: ReadonlySet<number> = new Set([400, 404, 405]);

/** Opens a session; repeats attempts that failed for a temporary reason. Rejects with a ConnectionProblem. */
export async function dial(target: Target, deadline: Deadline): Promise<Session> {
  const retries = target.definition.retries ?? defaultRetries;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await dialOnce(attempt === 0 ? target : withoutLastEra(target), deadline);
    } catch (error) {
      if (!(error instanceof ConnectionProblem)) throw error;
      if (!(await mayTryAgain(error, attempt, retries, deadline))) throw error;
      target.onRetry();
    }
  }
}

/** The remembered era may be why the first attempt failed. */
function withoutLastEra(target: Target): Target {
  const { lastEra: _, ...options } = target.options;
  return { ...target, options };
}

async function dialOnce(target: Target, deadline: Deadline): Promise<Session> {
  const { definition, options, problems } = target;
  if (definition.transport === 'stdio')
    return open(new StdioTransport(definition, options, problems), target, deadline);
  // Loaded only for HTTP: a command that uses a stdio server starts faster without.
  const { HttpTransport } = await import('../http/http-transport.js');
  const over = (transport: 'http' | 'sse'): Promise<Session> =>
    open(new HttpTransport(transport, definition, options, problems), target, deadline);
  if (definition.transport === 'sse') return over('sse');
  try {
    return await over('http');
  } catch (error) {
    const { kind, details } = error as ConnectionProblem;
    const mayBeOld = kind === 'unreachable' && oldServerStatuses.has(details.code ?? 0);
    if (!mayBeOld || definition.protocol === '2026-07-28') throw error;
    return over('sse').catch(() => {
      // The error of the fallback would hide the cause.
      throw error;
    });
  }
}

function open(transport: Transport, target: Target, deadline: Deadline): Promise<Session> {
  const { definition, options, problems, onNotification } = target;
  return Session.open(transport, definition, options, problems, deadline, onNotification);
}
