import type { Facts } from '@concord/contract';
import { outputBytes } from '../outcome/measure.js';
import type { Passage } from '../passage.js';

/** Notes that the call happened and how it went. Never what it said. */
export function record(passage: Passage): void {
  const facts = factsOf(passage);
  passage.facts = facts;
  const { records } = passage.engine;
  if (records.kept) records.add(recordOf(facts, passage));
}

function recordOf(facts: Facts, { outcome, request }: Passage): CallRecord {
  const { unredacted, server, toolVersion: _version, tier: _tier, timestamp, ...rest } = facts;
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
