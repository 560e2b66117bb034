import type { Facts } from '@concord/contract';
import { outputBytes } from '../outcome/measure.js';
import type { Passage } from '../passage.js';
import type { CallRecord } from '../records/records.js';

type Writable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

/** Notes that the call happened and how it went. Never what it said. */
export function record(passage: Passage): void {
  const facts = factsOf(passage);
  passage.facts = facts;
  passage.engine.records.add(recordOf(facts, passage));
}

function recordOf(facts: Facts, { outcome, request, bytes }: Passage): CallRecord {
  const noted: Writable<CallRecord> = {
    timestamp: facts.timestamp,
    tool: facts.tool,
    requestId: facts.requestId,
    caller: request.caller?.transport ?? 'in-process',
    status: outcome!.ok ? 'success' : 'error',
    state: facts.state,
    durationMs: facts.durationMs,
    kinds: outcome!.ok ? [] : [...new Set(outcome!.problems.map(each => each.kind))],
    bytes: bytes ?? outputBytes(outcome!),
    redactions: facts.redactions,
    truncated: facts.truncated,
  };
  if (facts.server !== undefined) noted.server = facts.server;
  if (facts.unredacted) noted.unredacted = true;
  return noted;
}

function factsOf(passage: Passage): Facts {
  const { tool, request, requestId, startedAt, open } = passage;
  const facts: Writable<Facts> = {
    tool: tool.name,
    toolVersion: tool.version ?? '0.0.0',
    requestId,
    tier: request.tier ?? 'community',
    timestamp: timestampOf(Date.now()),
    durationMs: Math.max(0, Math.round(performance.now() - startedAt)),
    state: passage.state,
    redactions: passage.redactions,
    truncated: passage.truncated,
  };
  if (request.server !== undefined && open) facts.server = open.redaction().text(request.server).text;
  if (passage.unredacted) facts.unredacted = true;
  return facts;
}

let lastSecond = -1;
let lastPrefix = '';

/** A time in RFC 3339, UTC; all but its milliseconds are written once for all calls of the same second. */
function timestampOf(time: number): string {
  const second = Math.floor(time / 1_000);
  if (second !== lastSecond) {
    lastPrefix = new Date(time).toISOString().slice(0, -4);
    lastSecond = second;
  }
  return `${lastPrefix}${String(time - second * 1_000).padStart(3, '0')}Z`;
}
