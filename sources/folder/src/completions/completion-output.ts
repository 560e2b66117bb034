import { isJsonObject } from '@concord/contract';
import type { CompletionPage } from '@concord/engine';
import { failureOf } from '../read/read-failure.js';

/** The page of values that a script printed. Empty or invalid JSON means no values. Fails when a value is not a string. */
export function readCompletionOutput(
  printed: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
  what: string,
): CompletionPage {
  const { values, hasMore, next } = readValues(printed, what);
  const saidWhere = hasMore !== undefined || next !== undefined;
  // More values than asked for, with neither hasMore nor next: these are all the values there are.
  if (!saidWhere && values.length > limit) return pageOf(values, { limit, offset });
  const page = values.slice(0, limit);
  const following = next !== undefined && next > offset ? next : offset + page.length;
  // A script that says `hasMore` without advancing would be asked forever.
  const isMore = (hasMore ?? next !== undefined) || values.length > limit;
  return isMore && following > offset
    ? { values: page, hasMore: true, next: following }
    : { values: page, hasMore: false };
}

/** One page of all values. */
export function pageOf(
  all: readonly string[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
): CompletionPage {
  const end = offset + limit;
  const values = all.slice(offset, end);
  return end < all.length ? { values, hasMore: true, next: end } : { values, hasMore: false };
}

interface Printed {
  readonly values: readonly string[];
  readonly hasMore?: boolean | undefined;
  readonly next?: number | undefined;
}

function readValues(printed: string, what: string): Printed {
  const json = parsed(printed);
  if (json === undefined || json === null) return { values: [] };
  if (Array.isArray(json)) return { values: strings(json, what) };
  if (!isJsonObject(json)) return { values: [] };
  const { suggestions, hasMore, next } = json;
  return {
    values: suggestions === undefined || suggestions === null ? [] : strings(suggestions, what),
    hasMore: typeof hasMore === 'boolean' ? hasMore : undefined,
    next: Number.isSafeInteger(next) ? (next as number) : undefined,
  };
}

function strings(given: unknown, what: string): readonly string[] {
  if (Array.isArray(given) && given.every(each => typeof each === 'string')) return given;
  throw failureOf('io', `${what} must print an array of strings, or {"suggestions": [strings]}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
