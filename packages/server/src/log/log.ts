import { compileRedaction, type Json, type Redaction } from '@concord/contract';
import pino from 'pino';
import type { Level } from './levels.js';

/** Structured log lines on stderr. Everything is redacted; nothing goes to stdout, ever. */
export interface Log {
  /** `caller` is the name of whose request it is about. */
  at(level: Level, logger: string, data: Json, caller?: string): void;
  error(logger: string, data: Json): void;
  warn(logger: string, data: Json): void;
  info(logger: string, data: Json): void;
  debug(logger: string, data: Json): void;
}

const pinoLevels: Readonly<Record<Level, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>> = {
  debug: 'debug',
  info: 'info',
  notice: 'info',
  warning: 'warn',
  error: 'error',
  critical: 'fatal',
  alert: 'fatal',
  emergency: 'fatal',
};

/** A log on a file descriptor: JSON lines, or plain text when a person is reading. */
export function openLog(threshold: Level, terminal: boolean, descriptor = 2): Log {
  const destination = pino.destination({ dest: descriptor, sync: true });
  const logger = pino(
    { level: pinoLevels[threshold], base: null, timestamp: pino.stdTimeFunctions.isoTime },
    destination,
  );
  const redaction = compileRedaction({});
  const at = (level: Level, name: string, given: Json, caller?: string) => {
    const data = redaction.value(given).value;
    const message = typeof data === 'string' ? data : undefined;
    const severity = pinoLevels[level];
    if (!logger.isLevelEnabled(severity)) return;
    const by = caller === undefined ? '' : ` (${caller})`;
    if (terminal) destination.write(`${level}: [mcp.${name}]${by} ${message ?? JSON.stringify(data)}\n`);
    else
      logger[severity](
        { logger: `mcp.${name}`, ...(caller !== undefined && { caller }), ...(message === undefined && { data }) },
        message,
      );
  };
  return logFrom(at);
}

/** A log that hands every line to one function. */
export function logFrom(at: Log['at']): Log {
  return {
    at,
    error: (name, data) => at('error', name, data),
    warn: (name, data) => at('warning', name, data),
    info: (name, data) => at('info', name, data),
    debug: (name, data) => at('debug', name, data),
  };
}

/** A log whose lines also go to clients, redacted there as they are on stderr and with the server's own secrets masked. */
export function alsoTelling(log: Log, redaction: Redaction, tell: Log['at']): Log {
  return logFrom((level, logger, data, caller) => {
    log.at(level, logger, data, caller);
    tell(level, `mcp.${logger}`, redaction.value(data).value);
  });
}
