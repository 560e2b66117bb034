import type { Json } from '@concord/contract';
import { pieces } from './parts.js';
import { tokens } from './tokens.js';

/** What a program is given after `--`, read with quotes; nothing when there is none. */
export function programArguments(given: Json | undefined): readonly string[] {
  return afterDashes(typeof given === 'string' ? (tokens(given) ?? []) : []);
}

/** What a tool is given after `--`, split at whitespace; nothing when there is none. */
export function toolArguments(given: Json | undefined): readonly string[] {
  return afterDashes(pieces(given, /\s+/));
}

function afterDashes(words: readonly string[]): readonly string[] {
  return words.length === 0 ? [] : ['--', ...words];
}
