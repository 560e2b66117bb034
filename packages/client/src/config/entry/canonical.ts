import { createHash } from 'node:crypto';
import { isJsonObject, type Json } from '@concord/contract';

/** The one text of a JSON value: keys sorted, no blanks. Equal values have equal texts. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map(key => `${JSON.stringify(key)}:${canonicalJson(value[key]!)}`).join(',')}}`;
}

/** SHA-256 of the canonical text, in hexadecimal. */
export function hashOf(value: Json): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}
