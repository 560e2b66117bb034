import { sameBinding } from '../../match/bindings.js';
import { findMatches, findMatchesAt } from '../../match/find-matches.js';
import type { Binding, CodeFile, Match, MatchOptions, Pattern } from '../../match/match.js';
import { namesOf } from '../../names/names.js';
import { Lines } from '../../text/lines.js';

/** A text that rules are run on. A code file has its tree; generic and regex rules need only the text. */
export class Target {
  readonly path: string;
  readonly text: string;
  readonly file: CodeFile | undefined;
  readonly #matches = new Map<Pattern, Map<string, readonly Match[]>>();
  readonly #words = new Map<string, boolean>();
  #lines: Lines | undefined;

  constructor(path: string, text: string, file?: CodeFile) {
    this.path = path;
    this.text = text;
    this.file = file;
  }

  get lines(): Lines {
    this.#lines ??= new Lines(this.text);
    return this.#lines;
  }

  /** Where a pattern matches. Rules share patterns: each is looked for once. */
  matchesOf(pattern: Pattern, options: MatchOptions, optionsKey: string): readonly Match[] {
    if (!this.file) return [];
    let byOptions = this.#matches.get(pattern);
    if (!byOptions) {
      byOptions = new Map();
      this.#matches.set(pattern, byOptions);
    }
    let found = byOptions.get(optionsKey);
    if (!found) {
      found = findMatches(pattern, this.file, options);
      byOptions.set(optionsKey, found);
    }
    return found;
  }

  /** Whether the text contains a word. */
  has(word: string): boolean {
    let found = this.#words.get(word);
    if (found === undefined) {
      found = this.text.includes(word);
      this.#words.set(word, found);
    }
    return found;
  }

  /** Where a pattern matches one node, also one that is no expression by itself, such as the name of a member. */
  matchesAt(pattern: Pattern, node: number, options: MatchOptions): readonly Match[] {
    return this.file ? findMatchesAt(pattern, this.file, node, options) : [];
  }

  /** Whether two metavariables stand for the same code. */
  readonly same = (one: Binding, other: Binding): boolean => {
    if (!this.file) return one.text === other.text;
    const { tree, language } = this.file;
    return sameBinding(tree, namesOf(tree, language), one, other);
  };
}
