import type { Facts } from '@concord/contract';
import { outputBytes } from '../outcome/measure.js';
import type { Passage } from '../passage.js';

/** Notes that the call happened and how it went. Never what it said. */
export function record(passage: Passage): void {
  const facts = factsOf(passage);
  passage.facts = facts;
  const outcome = passage.outcome!;
  passage.engine.records.add({
    timestamp: facts.timestamp,
    ...(facts.server !== undefined && { server: facts.server }),
    tool: facts.tool,
    requestId: facts.requestId,
    caller: passage.request.caller?.transport ?? 'in-process',
    status: outcome.ok ? 'success' : 'error',
    state: facts.state,
    durationMs: facts.durationMs,
    kinds: outcome.ok ? [] : [...new Set(outcome.problems.map(each => each.kind))],
    bytes: outputBytes(outcome),
    redactions: facts.redactions,
    truncated: facts.truncated,
    ...(facts.unredacted && { unredacted: true }),
  });
}

function factsOf(passage: Passage): Facts {
  const { tool, request, requestId, startedAt, open } = passage;
  const server = request.server === undefined ? undefined : open?.redaction().text(request.server).text;
  return {
    tool: tool.name,
    toolVersion: tool.version ?? '0.0.0',
    ...(server !== undefined && { server }),
    requestId,
    tier: request.tier ?? 'community',
    timestamp: new Date().toISOString(),
    durationMs: Math.max(0, Math.round(performance.now() - startedAt)),
    state: passage.state,
    redactions: passage.redactions,
    truncated: passage.truncated,
    ...(passage.unredacted && { unredacted: true }),
  };
}
