import type { Json } from '@concord/contract';
import type { Ajv } from 'ajv';

/** Puts a linear `uniqueItems` in the place of the compiler's own, which compares each item with every other. */
export function withLinearUniqueItems(compiler: Ajv): Ajv {
  compiler.removeKeyword('uniqueItems');
  return compiler.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: (wanted: boolean, items: readonly Json[]) =>
      !wanted || new Set(items.map(canonical)).size === items.length,
    error: { message: 'must not have the same item twice' },
  });
}

/** Equal values give equal texts, whatever the order of their keys. */
function canonical(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(canonical).join(',')}]`;
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member as Json)}`).join(',')}}`;
}
