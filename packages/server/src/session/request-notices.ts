import type { JsonObject } from '@concord/contract';
import type { LogLine, Progress } from '@concord/engine';
import { isAtLeast } from '../log/levels.js';
import type { Settings } from '../settings/settings.js';
import type { Exchange } from './exchange.js';
import { thresholdOf } from './request-log.js';

/** Sends the progress and the log lines of one request, within the limits of their rate. */
export interface RequestNotices {
  readonly onProgress: ((progress: Progress) => void) | undefined;
  readonly onLog: ((line: LogLine) => void) | undefined;
  /** Sends what was held back. Call it before the response. */
  finish(): void;
}

export function requestNotices(
  exchange: Exchange,
  settings: Settings,
  surplus: (count: number) => void,
): RequestNotices {
  const progress = progressOf(exchange, settings);
  const logs = logsOf(exchange, settings);
  return {
    onProgress: progress?.report,
    onLog: logs?.report,
    finish: () => {
      progress?.finish();
      if (logs && logs.dropped() > 0) surplus(logs.dropped());
    },
  };
}

/** Progress values strictly increase. Reports over the limit are left out but for the last one. */
function progressOf(exchange: Exchange, { maxProgressPerMinute }: Settings) {
  const progressToken = exchange.meta.progressToken;
  if (typeof progressToken !== 'string' && typeof progressToken !== 'number') return undefined;
  // One report of each minute is kept for the last one.
  const window = new RateWindow(maxProgressPerMinute === 0 ? Number.POSITIVE_INFINITY : maxProgressPerMinute - 1);
  let highest = Number.NEGATIVE_INFINITY;
  let held: Progress | undefined;
  const send = (report: Progress) => {
    held = undefined;
    exchange.notify('notifications/progress', { progressToken, ...report } as JsonObject);
  };
  return {
    report: (report: Progress) => {
      if (!(report.progress > highest)) return;
      highest = report.progress;
      if (window.admits()) send(report);
      else held = report;
    },
    finish: () => {
      if (held) send(held);
    },
  };
}

function logsOf(exchange: Exchange, { maxLogsPerMinute }: Settings) {
  const threshold = thresholdOf(exchange);
  if (threshold === undefined) return undefined;
  // Made with the first line, because most calls log none.
  let window: RateWindow | undefined;
  let dropped = 0;
  return {
    report: ({ level, logger, data }: LogLine) => {
      // The level of a session may change while a call runs.
      if (!isAtLeast(level, thresholdOf(exchange) ?? threshold)) return;
      window ??= new RateWindow(maxLogsPerMinute === 0 ? Number.POSITIVE_INFINITY : maxLogsPerMinute);
      if (window.admits()) exchange.notify('notifications/message', { level, logger, data });
      else dropped++;
    },
    dropped: () => dropped,
  };
}

const MINUTE = 60_000;

/** Admits at most `most` events in any minute. */
class RateWindow {
  readonly #most: number;
  #times: number[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  admits(): boolean {
    if (this.#most === Number.POSITIVE_INFINITY) return true;
    const now = performance.now();
    this.#times = this.#times.filter(time => now - time < MINUTE);
    if (this.#times.length >= this.#most) return false;
    this.#times.push(now);
    return true;
  }
}
