import type { JsonObject } from '@concord/contract';
import type { LogLine, Progress } from '@concord/engine';
import { isAtLeast } from '../log/levels.js';
import type { Settings } from '../settings/settings.js';
import type { Exchange } from './exchange.js';
import { RateWindow } from './rate-window.js';
import { thresholdOf } from './request-log.js';

/** The progress and log lines of one request, at the rate its client can bear. */
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

/** Values strictly increase; what is too much is replaced by what comes later, and the last always arrives. */
function progressOf(exchange: Exchange, { maxProgressPerMinute }: Settings) {
  const progressToken = exchange.meta.progressToken;
  if (typeof progressToken !== 'string' && typeof progressToken !== 'number') return undefined;
  // One place of the window is kept for the last report.
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
