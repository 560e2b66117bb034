import type { CallRecord } from '@concord/engine';
import { counted } from '../print/text.js';

/** A record on one line. */
export function recordLine(record: CallRecord): string {
  const { timestamp, server, tool, requestId, durationMs, kinds, bytes, redactions, unredacted } = record;
  const facts = [
    timestamp,
    `${server ?? '-'}/${tool}`,
    requestId,
    `${Math.round(durationMs)} ms`,
    kinds.join(', ') || 'ok',
    `${counted(bytes, 'byte')}, ${counted(redactions, 'redaction')}${unredacted ? ', unredacted' : ''}`,
  ];
  return `${facts.join('  ')}\n`;
}

/** A record as `--json` documents have it. */
export function recordDocument(record: CallRecord): object {
  const { timestamp, server, tool, requestId, status, durationMs, kinds, bytes, redactions } = record;
  return {
    timestamp,
    server: server ?? '',
    tool,
    request_id: requestId,
    status,
    duration_ms: durationMs,
    kinds,
    bytes,
    redactions,
  };
}
