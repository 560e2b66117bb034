import { isAtLeast, type Level, parseLevel } from '../log/levels.js';
import { alsoTelling, type Log } from '../log/log.js';
import { logLevelKey } from '../protocol/request-meta.js';
import type { Exchange, ExchangeHost } from './exchange.js';

/** The lowest level of log line a request's client wants: that of its session, or in the modern era that of the request, if any. */
export function thresholdOf({ era, meta, session }: Pick<Exchange, 'era' | 'meta' | 'session'>): Level | undefined {
  return era === 'modern' ? parseLevel(meta[logLevelKey]) : session.level;
}

/** The log for lines about one request: on stderr, and to its client as far as that asked for them. */
export function requestLog(exchange: Exchange, { log, redaction }: ExchangeHost): Log['at'] {
  const caller = exchange.session.account?.name;
  const named = ({ at }: Log): Log['at'] =>
    caller === undefined ? at : (level, logger, data) => at(level, logger, data, caller);
  if (exchange.era === 'handshake') return named(exchange.session.log);
  const telling = alsoTelling(log, redaction, (level, logger, data) => {
    const threshold = thresholdOf(exchange);
    if (threshold !== undefined && isAtLeast(level, threshold))
      exchange.notify('notifications/message', { level, logger, data });
  });
  return named(telling);
}
