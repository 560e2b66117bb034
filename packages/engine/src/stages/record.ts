import type { Facts } from '@concord/contract';
import type { CallState } from '../call/call-state.js';
import { outputBytes } from '../outcome/measure.js';
import type { CallRecord } from '../records/records.js';

/** How much of a target is noted. */
const LONGEST_TARGET = 500;

type Writable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

/** Records the call: how it went, never its contents. */
export function record(call: CallState): void {
  const facts = factsOf(call);
  call.facts = facts;
  call.engine.records.add(recordOf(facts, call));
}

function recordOf(facts: Facts, { operation, outcome, request, bytes, open }: CallState): CallRecord {
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
  if (operation.target !== undefined)
    noted.tool = `${facts.tool} ${open ? open.redaction().text(operation.target).text.slice(0, LONGEST_TARGET) : ''}`;
  if (facts.server !== undefined) noted.server = facts.server;
  if (facts.unredacted) noted.unredacted = true;
  return noted;
}

function factsOf(call: CallState): Facts {
  const { operation, request, requestId, startedAt, open } = call;
  const facts: Writable<Facts> = {
    tool: operation.name,
    toolVersion: operation.version ?? '0.0.0',
    requestId,
    tier: request.tier ?? 'community',
    timestamp: timestampOf(Date.now()),
    durationMs: Math.max(0, Math.round(performance.now() - startedAt)),
    state: call.state,
    redactions: call.redactions,
    truncated: call.truncated,
  };
  if (request.server !== undefined && open) facts.server = open.redaction().text(request.server).text;
  if (call.unredacted) facts.unredacted = true;
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
