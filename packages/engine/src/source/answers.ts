import {
  isContent,
  isContents,
  isJsonObject,
  type Json,
  type JsonObject,
  ProblemError,
  problem,
} from '@concord/contract';
import { plainJson } from '../outcome/plain-json.js';
import type { CompletionPage, CompletionRequest } from './source.js';

const DEEPEST = 256;

/** The contents a Source read, as clients can take them. Throws a `malformed_output` problem that says what is wrong with others. */
export function readContents(given: unknown): readonly JsonObject[] {
  return items(given, 'the contents of a resource', isContents);
}

/** The prompt a Source made, as clients can take it. Throws like `readContents`. */
export function readPrompt(given: unknown): JsonObject {
  const what = 'a prompt';
  const plain = json(given, what);
  if (!isJsonObject(plain)) throw malformed(what, 'it is no object');
  const { description, messages } = plain;
  if (!isOptional(description, isString)) throw malformed(what, '`description` is no string');
  return { ...(description !== undefined && { description }), messages: [...items(messages, what, isMessage)] };
}

/** One page of the values a Source suggests: cut from all of them, or the page it made itself. Throws like `readContents`. */
export function readCompletion(given: unknown, { limit, offset = 0 }: CompletionRequest): CompletionPage {
  if (!isPage(given)) {
    const all = readValues(given);
    const end = limit === undefined ? all.length : offset + limit;
    const values = all.slice(offset, end);
    return { values, total: all.length, hasMore: end < all.length, ...(end < all.length && { next: end }) };
  }
  const values = readValues(given.values).slice(0, limit);
  const { total, hasMore, next = offset + values.length } = given;
  return { values, ...(Number.isInteger(total) && { total: total! }), hasMore, ...(hasMore && { next }) };
}

const isPage = (given: unknown): given is CompletionPage =>
  typeof given === 'object' && given !== null && typeof (given as CompletionPage).hasMore === 'boolean';

/** The values a Source suggests. Throws like `readContents`. */
export function readValues(given: unknown): readonly string[] {
  return items(given, 'a completion', isString) as readonly string[];
}

function items<Item extends Json>(given: unknown, what: string, isItem: (value: Json) => boolean): readonly Item[] {
  const plain = json(given, what);
  if (!Array.isArray(plain)) throw malformed(what, 'it is no list');
  const wrong = plain.findIndex(item => !isItem(item));
  if (wrong !== -1) throw malformed(what, `item ${wrong} is not what it should be`);
  return plain as Item[];
}

function json(given: unknown, what: string): Json {
  const plain = plainJson(given, DEEPEST);
  if ('fault' in plain) throw malformed(what, plain.fault);
  return plain.json;
}

function malformed(what: string, why: string): ProblemError {
  return new ProblemError(problem('malformed_output', `The source gave ${what} in a form that cannot be used: ${why}`));
}

const isString = (value: Json) => typeof value === 'string';
const isOptional = (value: Json | undefined, check: (value: Json) => boolean) => value === undefined || check(value);

const isMessage = (value: Json): boolean =>
  isJsonObject(value) &&
  (value.role === 'user' || value.role === 'assistant') &&
  value.content !== undefined &&
  isContent(value.content);
