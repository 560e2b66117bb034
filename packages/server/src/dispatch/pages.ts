import type { JsonObject } from '@concord/contract';
import type { Collection, Listing } from '../catalog/catalog.js';
import { invalidParams } from '../protocol/rpc-error.js';

const LARGEST_PAGE = 1_000;

/** One page of a listing: a slice, whatever the number of pages. */
export function page(collection: Collection, listing: Listing, params: JsonObject, pageSize: number): JsonObject {
  const limit = readLimit(params.limit, pageSize);
  const offset = params.cursor === undefined ? 0 : readCursor(params.cursor, collection, listing);
  const end = offset + limit;
  const { items, hash, builtAt } = listing;
  return {
    [collection]: items.slice(offset, end),
    ...(end < items.length && { nextCursor: writeCursor(collection, end, hash, builtAt) }),
    _meta: { 'mcpbash/total': items.length },
  };
}

function readLimit(given: unknown, pageSize: number): number {
  if (given === undefined) return pageSize;
  if (!Number.isInteger(given) || (given as number) < 1)
    throw invalidParams('params.limit must be an integer of at least 1');
  return Math.min(given as number, LARGEST_PAGE);
}

function writeCursor(collection: Collection, offset: number, hash: string, timestamp: string): string {
  return Buffer.from(JSON.stringify({ ver: 1, collection, offset, hash, timestamp })).toString('base64url');
}

function readCursor(given: unknown, collection: Collection, { hash, items }: Listing): number {
  const cursor = typeof given === 'string' && given.length <= 1_024 ? parse(given) : undefined;
  const offset = cursor?.offset;
  const valid =
    cursor?.ver === 1 &&
    cursor.collection === collection &&
    cursor.hash === hash &&
    Number.isInteger(offset) &&
    (offset as number) >= 1 &&
    (offset as number) < items.length;
  if (!valid) throw invalidParams('Invalid cursor');
  return offset as number;
}

function parse(cursor: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown;
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
