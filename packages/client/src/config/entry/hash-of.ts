import { createHash } from 'node:crypto';
import { canonicalJson, type Json } from '@concord/contract';

/** SHA-256 of the canonical text, in hexadecimal. */
export function hashOf(value: Json): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}
