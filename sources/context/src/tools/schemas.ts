import type { JsonObject } from '@concord/contract';

const cache = { type: 'string', description: 'Name of a cache below the cache root' };

/** What each tool takes. */
export const inputSchemas = {
  resolve: {
    type: 'object',
    properties: {
      cache,
      query: { type: 'string', description: 'Words to look for; may be empty' },
      budget: {
        type: 'integer',
        minimum: 0,
        maximum: 9007199254740991,
        description: 'Most tokens the documents may hold together',
      },
    },
    required: ['cache', 'query', 'budget'],
  },
  inspectCache: { type: 'object', properties: { cache }, required: ['cache'] },
  listCaches: { type: 'object', properties: {} },
} as const satisfies Record<string, JsonObject>;

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };

/** An object with exactly these fields. */
function exactly(properties: JsonObject): JsonObject {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

const failure = exactly({
  error: exactly({
    code: {
      type: 'string',
      enum: ['cache_missing', 'cache_invalid', 'invalid_query', 'invalid_budget', 'io_error', 'internal_error'],
    },
    message: { type: 'string', minLength: 1 },
  }),
});

const either = (success: JsonObject): JsonObject => ({ type: 'object', anyOf: [success, failure] });

/** What each tool answers with: its result, or the error object. */
export const outputSchemas = {
  resolve: either(
    exactly({
      documents: {
        type: 'array',
        items: exactly({
          id: text,
          version: text,
          content: text,
          score: { type: 'number', minimum: 0 },
          tokens: count,
          why: exactly({ query_terms: { type: 'array', items: text }, term_matches: count, total_words: count }),
        }),
      },
      selection: exactly({
        query: text,
        budget: count,
        tokens_used: count,
        documents_considered: count,
        documents_selected: count,
        documents_excluded_by_budget: count,
      }),
    }),
  ),
  listCaches: either(
    exactly({ caches: { type: 'array', items: exactly({ path: text, has_manifest: { type: 'boolean' } }) } }),
  ),
  inspectCache: either(
    exactly({ cache_version: text, document_count: count, total_bytes: count, valid: { type: 'boolean' } }),
  ),
} as const;
