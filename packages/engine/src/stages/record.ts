import { type Facts, failure } from '@concord/contract';
import type { CallEnd, Unkept } from '../call/admission.js';
import type { CallState } from '../call/call-state.js';
import { outputBytes } from '../outcome/measure.js';
import { reasonOf } from '../records/reason.js';
import type { CallRecord } from '../records/records.js';

/** How much of a target is noted. */
const LONGEST_TARGET = 500;

type Writable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

/**
 * Records the call: how it went, never its contents. Whoever let it run hears how it ended. Where the answer has to wait until that is kept,
 * and it cannot be, the failure says so in the answer's place.
 */
export function record(call: CallState): void | Promise<void> {
  const { permit, engine, tool } = call;
  const facts = factsOf(call);
  call.facts = facts;
  const bytes = call.bytes ?? (permit || engine.records.isKept ? outputBytes(call.outcome!) : 0);
  const end: CallEnd = { outcome: call.outcome!, state: facts.state, bytes, durationMs: facts.durationMs };
  const ended = permit?.ended(end);
  const isReadOnly = tool === undefined || tool.annotations?.readOnlyHint === true;
  const added = engine.records.isKept ? engine.records.add(recordOf(facts, call, bytes), isReadOnly) : undefined;
  if (ended !== undefined || added !== undefined) return whenKept(call, [ended, added]);
}

async function whenKept(call: CallState, kept: readonly (Promise<Unkept | undefined> | undefined)[]): Promise<void> {
  const [unkept] = (await Promise.all(kept)).filter(each => each !== undefined);
  if (unkept === undefined) return;
  const { problem, state = call.facts!.state } = unkept;
  call.outcome = failure(problem, { exitCode: 1, state });
  call.facts = { ...call.facts!, state };
}

function recordOf(facts: Facts, call: CallState, bytes: number): CallRecord {
  const { operation, tool, outcome, request, open, stages, waits, recordNotes } = call;
  const { account, transport = 'in-process' } = request.caller ?? {};
  const noted: Writable<CallRecord> = {
    timestamp: facts.timestamp,
    tool: facts.tool,
    requestId: facts.requestId,
    caller: account?.name ?? transport,
    status: outcome!.ok ? 'success' : 'error',
    state: facts.state,
    durationMs: facts.durationMs,
    kinds: outcome!.ok ? [] : [...new Set(outcome!.problems.map(each => each.kind))],
    bytes,
    redactions: facts.redactions,
    truncated: facts.truncated,
  };
  if (account) noted.transport = transport;
  if (operation.target !== undefined)
    noted.tool = `${facts.tool} ${open ? open.redaction().text(operation.target).text.slice(0, LONGEST_TARGET) : ''}`;
  if (facts.server !== undefined) noted.server = facts.server;
  if (facts.unredacted) noted.unredacted = true;
  if (stages) noted.stages = stages;
  if (waits) noted.waits = waits;
  if (!outcome!.ok) Object.assign(noted, reasonOf(outcome!.problems[0]));
  if (tool?.upstream !== undefined) noted.upstream = tool.upstream;
  if (recordNotes) noted.notes = recordNotes;
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
  if (call.resultNotes) facts.notes = call.resultNotes;
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
