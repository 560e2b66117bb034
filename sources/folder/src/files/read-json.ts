import { isUtf8 } from 'node:buffer';
import { isJsonObject, type JsonObject } from '@concord/contract';
import { faultAt, lineAt } from './json-places.js';

/** The deepest nesting of metadata that is accepted. */
const DEEPEST = 256;

/** A JSON object and the text it was written in, or what is wrong with it and on which line. */
export type ReadObject =
  | { readonly object: JsonObject; readonly text: string; readonly hasMark: boolean }
  | { readonly fault: string; readonly line?: number };

/** Reads one JSON object from UTF-8 bytes. A byte order mark is skipped and reported as `hasMark`. */
export function readObject(bytes: Buffer): ReadObject {
  if (!isUtf8(bytes)) return { fault: 'is not UTF-8' };
  const whole = bytes.toString();
  const hasMark = whole.startsWith('\ufeff');
  const text = hasMark ? whole.slice(1) : whole;
  const parsed = parse(text);
  if (parsed === undefined) {
    const line = lineAt(text, faultAt(text) ?? text.length);
    return { fault: text.trim() === '' ? 'is empty' : 'is not valid JSON', line };
  }
  if (!isJsonObject(parsed.value)) return { fault: 'is not a JSON object', line: 1 };
  if (isDeeper(parsed.value, DEEPEST)) return { fault: `is nested deeper than ${DEEPEST} levels` };
  return { object: parsed.value, text, hasMark };
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** Whether a value has more levels than that; looks no deeper than it has to. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some(member => isDeeper(member, levels - 1));
}
