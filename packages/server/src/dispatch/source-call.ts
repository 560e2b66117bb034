import { randomUUID } from 'node:crypto';
import { abortSignalOf, type Call } from '@concord/engine';
import type { Exchange, Host } from './exchange.js';

const NO_DEADLINE = 600_000;

/** What a Source sees of a request that is no tool call. */
export function sourceCall(exchange: Exchange, { log }: Host): Call {
  return {
    requestId: exchange.requestId ?? randomUUID().replaceAll('-', ''),
    tool: exchange.method,
    caller: { name: exchange.session.clientName, transport: exchange.session.transport, era: exchange.era },
    tier: 'community',
    ...(exchange.session.roots && { roots: exchange.session.roots }),
    signal: abortSignalOf(exchange.signal),
    remainingMs: () => NO_DEADLINE,
    progress: () => {},
    log: (level, data, logger = 'resources') => log.at(level, logger, data),
    secret: () => {},
    ask: (questions, options = {}) => exchange.ask(questions, options),
  };
}
