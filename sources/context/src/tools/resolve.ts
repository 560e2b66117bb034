import { failure, type JsonObject, type Problem, problem, success } from '@concord/contract';
import type { Tool } from '@concord/engine';
import { isText } from '../document/strict-json.js';
import { Pace } from '../event-loop/pace.js';
import { printResult } from '../select/print-result.js';
import type { Question } from '../select/scan.js';
import type { Selection } from '../select/selection.js';
import { isAllowedName, requireBelow } from './cache-name.js';
import { faultOutcome, missingCache } from './faults.js';
import { inputSchemas, outputSchemas } from './schemas.js';
import type { ContextSettings } from './settings.js';

/** Answers a question about the cache at a path. */
export type Resolve = (path: string, question: Question, signal: AbortSignal) => Promise<Selection>;

/** The arguments in the order in which a wrong one decides the failure of the call. */
const decisive = [
  ['/query', 'query', 'Query is invalid'],
  ['/budget', 'budget', 'Budget is invalid'],
] as const;

/** `context_resolve`: the documents of a cache that fit a query and a budget. */
export function resolveTool(
  { root, timeoutMs, maxResultBytes, redact = false }: ContextSettings,
  resolve: Resolve,
): Tool {
  return {
    name: 'context_resolve',
    dottedName: 'context.resolve',
    description:
      'Selects the documents of a frozen cache that match a query best and fit a token budget. The same cache and query always give the same bytes.',
    inputSchema: inputSchemas.resolve,
    outputSchema: outputSchemas.resolve,
    annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false },
    dialect: 'error-v0',
    redaction: redact ? 'always' : 'on-request',
    // The text has its own limit; the outcome contains it a second time as data.
    limits: { timeoutMs, maxOutputBytes: maxResultBytes * 3, overflow: 'fail' },
    check: firstFault,
    run: async ({ cache, query, budget }, call) => {
      if (root === undefined || !isAllowedName(cache as string)) return missingCache();
      try {
        const path = requireBelow(root, cache as string);
        const question = { query: query as string, budget: BigInt(budget as number) };
        const selection = await resolve(path, question, call.signal);
        const text = await collected(printResult(selection, 'json'), maxResultBytes, call.signal);
        if (text === undefined) return tooLarge(maxResultBytes);
        return success({ text, data: JSON.parse(text) as JsonObject });
      } catch (error) {
        return faultOutcome(error, call);
      }
    },
  };
}

/** All parts as one text; undefined as soon as they are over the limit. */
async function collected(parts: Iterable<string>, most: number, signal: AbortSignal): Promise<string | undefined> {
  const pace = new Pace(signal);
  const pieces: string[] = [];
  let bytes = 0;
  for (const part of parts) {
    bytes += Buffer.byteLength(part);
    if (bytes > most) return undefined;
    pieces.push(part);
    if (pace.isDue) await pace.turn();
  }
  return pieces.join('');
}

function tooLarge(most: number) {
  const message = `The result is over the limit of ${most} bytes (CONTEXT_MAX_RESULT_BYTES); ask with a smaller budget`;
  return failure(problem('too_large', message, { details: { limitBytes: String(most) } }));
}

/** The one reported fault of wrong arguments: that of the query, else of the budget, else of the cache. */
function firstFault({ query }: JsonObject, found: readonly Problem[]): readonly Problem[] {
  const pointers = new Set(found.map(({ argument }) => argument?.pointer));
  if (typeof query === 'string' && !isText(query)) pointers.add('/query');
  for (const [pointer, variant, message] of decisive)
    if (pointers.has(pointer)) return [problem('invalid_params', message, { variant })];
  return pointers.has('/cache') ? missingCache().problems : [];
}
