import { randomUUID } from 'node:crypto';
import { abortSignalOf, type Call, whenAborted } from '@concord/engine';
import type { Exchange } from './exchange.js';

const NO_DEADLINE = 600_000;

/** What a Source sees of a request that is no tool call. */
export function sourceCall(exchange: Exchange): Call {
  return {
    requestId: exchange.requestId ?? randomUUID().replaceAll('-', ''),
    tool: exchange.method,
    caller: { name: exchange.session.clientName, transport: exchange.session.transport, era: exchange.era },
    tier: 'community',
    ...(exchange.session.roots && { roots: exchange.session.roots }),
    signal: abortSignalOf(exchange.signal),
    stopped: undefined,
    onStop: listener => whenAborted(abortSignalOf(exchange.signal), listener),
    timeoutMs: NO_DEADLINE,
    remainingMs: () => NO_DEADLINE,
    wantsProgress: false,
    canElicit: false,
    progress: () => {},
    extend: () => {},
    log: (level, data, logger = exchange.method.split('/', 1)[0]!) => exchange.log(level, logger, data),
    secret: () => {},
    ask: (questions, options = {}) => exchange.ask(questions, options),
  };
}
