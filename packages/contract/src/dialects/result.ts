import { isJsonObject, type JsonObject } from '../json.js';
import type { Facts, Outcome } from '../outcome.js';
import { fields } from './fields.js';
import { type DialectName, dialects } from './index.js';
import { report } from './report.js';
import { textResult } from './text-result.js';

/**
 * The MCP CallToolResult of an outcome. A JSON dialect puts the same document into the text and into `structuredContent`;
 * the text dialect puts its data there, when it has some. `isError` is there exactly on failure.
 */
export function callToolResult(outcome: Outcome, facts: Facts, name: DialectName): JsonObject {
  if (outcome.result && name === 'text') return withReport(outcome.result, outcome, facts);
  if (name === 'text') return textResult(outcome, facts);
  const dialect = dialects[name];
  const document = dialect.render(outcome, facts);
  return fields({
    content: [
      { type: 'text', text: outcome.plain ?? dialect.text?.(outcome, document) ?? dialect.write(document) },
      ...(outcome.content ?? []),
    ],
    structuredContent: document,
    isError: outcome.ok ? undefined : true,
    _meta: { 'io.concord/outcome': report(outcome, facts) },
  });
}

/** Somebody else's result with our account of the call beside what it says of itself. */
function withReport(result: JsonObject, outcome: Outcome, facts: Facts): JsonObject {
  const meta = isJsonObject(result._meta) ? result._meta : {};
  return { ...result, _meta: { ...meta, 'io.concord/outcome': report(outcome, facts) } };
}
