import { basename, sep } from 'node:path';
import { type Caller, variable } from '../entry/caller.js';
import { pieces, variableOf } from './placeholders.js';

/** A variable that is needed and not there. */
export interface Missing {
  readonly variable: string;
  /** `env.API_KEY`, `args[1]`. */
  readonly field: string;
}

/** A text with its variables replaced, and what went into it. */
export interface Expanded {
  readonly text: string;
  /** Variables whose value is part of the text, by name. */
  readonly taken: ReadonlyMap<string, string>;
}

/** Replaces variables in the fields of one entry with a caller's values, and keeps account of those that are not set. */
export class Expansion {
  readonly missing: Missing[] = [];
  readonly #caller: Caller;
  readonly #places: ReadonlyMap<string, string>;

  /** `workspace` is what the entry calls its project. */
  constructor(caller: Caller, workspace: string) {
    this.#caller = caller;
    this.#places = new Map([
      ['workspaceFolder', workspace],
      ['workspaceFolderBasename', basename(workspace)],
      ['userHome', caller.home],
      ['pathSeparator', sep],
      ['/', sep],
    ]);
  }

  /** Expands one field. A missing variable leaves nothing in the text and is noted. */
  expand(field: string, given: string): Expanded {
    const taken = new Map<string, string>();
    const parts = pieces(given).map(piece => {
      if ('literal' in piece) return piece.literal;
      const name = variableOf(piece);
      const value = variable(this.#caller, name);
      if (value !== undefined && !(value === '' && piece.fallback !== undefined)) {
        taken.set(name, value);
        return value;
      }
      const known = piece.fallback ?? this.#places.get(name);
      if (known === undefined) this.missing.push({ variable: name, field });
      return known ?? '';
    });
    return { text: parts.join(''), taken };
  }
}
