import { isJsonObject, type Json } from '@concord/contract';
import { nearest } from '@concord/engine';
import { shown } from '../../project/findings.js';
import type { Diagnostic } from '../../project/items.js';
import type { Scanning } from '../walk/scanning.js';
import type { Metadata } from './metadata.js';

/** What a field must be: a test, and its description for messages. */
export interface Expectation {
  readonly words: string;
  holds(value: Json): boolean;
}

export const text: Expectation = { words: 'a string', holds: value => typeof value === 'string' };
export const flag: Expectation = { words: 'true or false', holds: value => typeof value === 'boolean' };
export const object: Expectation = { words: 'an object', holds: isJsonObject };
export const list: Expectation = { words: 'a list', holds: Array.isArray };
export const anything: Expectation = { words: 'anything', holds: () => true };
export const seconds: Expectation = {
  words: 'a number of seconds above 0',
  holds: value => typeof value === 'number' && value > 0,
};
export const count: Expectation = {
  words: 'a whole number above 0',
  holds: value => Number.isSafeInteger(value) && (value as number) > 0,
};

export function oneOf(...words: readonly string[]): Expectation {
  return { words: words.map(word => `"${word}"`).join(' or '), holds: value => words.includes(value as string) };
}

/** The fields a kind of metadata may have. */
export type Fields = Readonly<Record<string, Expectation>>;

/**
 * Checks metadata against the fields it may have. False when a field has a wrong value: then the item is left out. Unknown fields
 * are warned about, with the nearest known name.
 */
export function checkFields(
  { findings }: Scanning,
  section: Diagnostic['section'],
  metadata: Metadata,
  fields: Fields,
): boolean {
  let isSound = true;
  for (const [name, value] of Object.entries(metadata.fields)) {
    const expected = Object.hasOwn(fields, name) ? fields[name] : undefined;
    // Finding the line takes longer than everything else here, so it is done for faults only.
    if (expected === undefined ? name.startsWith('_comment') : expected.holds(value)) continue;
    const place = { file: metadata.file, line: metadata.line(name) };
    if (expected === undefined) {
      const meant = nearest(name, Object.keys(fields));
      findings.warn(section, `has an unknown key "${shown(name)}"`, {
        ...place,
        hint: meant === undefined ? `known are ${Object.keys(fields).join(', ')}` : `did you mean "${meant}"?`,
      });
    } else {
      findings.error(section, `${name} must be ${expected.words}`, {
        ...place,
        hint: `write ${expected.words}, or leave "${name}" out`,
      });
      isSound = false;
    }
  }
  return isSound;
}

/** A string that is not blank; undefined for anything else. */
export function nonBlank(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** An object without the members that are undefined. */
export function compact<Value extends object>(value: Value): { [Key in keyof Value]: Exclude<Value[Key], undefined> } {
  const kept: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) if (member !== undefined) kept[name] = member;
  return kept as never;
}
