import type { Json } from '@concord/contract';

/** The deepest nesting that is read; deeper values could overflow the stack of recursive functions. */
export const DEEPEST = 100;

/** A value as plain JSON: dates as text, objects with their usual prototype; undefined when nested too deeply. */
export function plain(value: unknown, depth = 0): Json | undefined {
  if (depth > DEEPEST) return undefined;
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number') {
    return value;
  }
  if (typeof value !== 'object') return String(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) {
    const items = value.map(item => plain(item, depth + 1));
    return items.includes(undefined) ? undefined : (items as Json[]);
  }
  const pairs = Object.entries(value).map(([key, inner]) => [key, plain(inner, depth + 1)] as const);
  // Object.fromEntries defines properties, so that a key named __proto__ stays a key.
  return pairs.some(([, inner]) => inner === undefined) ? undefined : Object.fromEntries(pairs as [string, Json][]);
}
