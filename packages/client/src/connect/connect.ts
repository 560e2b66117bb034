import type { JsonObject } from '@concord/contract';
import type { Definition } from '../config/entry/definition.js';
import type { Connection } from '../connection/connection.js';
import { Deadline } from '../connection/deadline.js';
import type { ConnectOptions } from '../connection/options.js';
import { Problems } from '../connection/problems.js';
import { dial, type Target } from './dial.js';
import { withElicitationDefaults } from './elicitation-defaults.js';
import { LiveConnection } from './live-connection.js';

const defaultStartTimeoutMs = 60_000;

/**
 * Connects to a server over stdio or HTTP, in whichever era it speaks. Rejects with a ConnectionProblem and nothing
 * else; what was started by then is being ended. Built-in definitions are a TypeError.
 */
export async function connect(definition: Definition, options: ConnectOptions = {}): Promise<Connection> {
  if (definition.transport === 'built-in')
    throw new TypeError(`${definition.name} is built in and needs no connection`);
  const problems = new Problems(definition);
  let retries = 0;
  let live: LiveConnection | undefined;
  const target: Target = {
    definition,
    options: withElicitationDefaults(options),
    problems,
    startTimeoutMs: options.startTimeoutMs ?? definition.startTimeoutMs ?? defaultStartTimeoutMs,
    onRetry: () => {
      retries += 1;
    },
    onNotification: (method: string, params: JsonObject) => {
      live?.notified(method, params);
      options.onNotification?.(method, params);
      return method.startsWith('notifications/');
    },
  };
  const deadline = new Deadline(target.startTimeoutMs, options.signal);
  try {
    live = new LiveConnection(await dial(target, deadline), target, () => retries);
    return live;
  } finally {
    deadline.dispose();
  }
}
