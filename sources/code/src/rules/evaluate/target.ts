import { sameBinding } from '../../match/bindings.js';
import { findMatches, findMatchesAt } from '../../match/find-matches.js';
import type { Binding, CodeFile, Match, MatchOptions, Pattern } from '../../match/match.js';
import { namesOf } from '../../names/names.js';
import { Kind } from '../../syntax/kinds.js';
import { NONE } from '../../syntax/tree.js';
import { Lines } from '../../text/lines.js';
import { namesIn } from '../../text/words.js';
import type { NameTest, PreparedShared } from './prepared.js';
import type { Range, Same } from './range.js';

/** A text that rules are run on. A code file has its tree; generic and regex rules need only the text. */
export class Target {
  readonly path: string;
  readonly text: string;
  readonly file: CodeFile | undefined;
  readonly #matches = new Map<Pattern, Map<string, readonly Match[]>>();
  readonly #words = new Map<string, boolean>();
  readonly #shared = new Map<PreparedShared, Map<string, Range[]>>();
  readonly #possible = new Map<PreparedShared, boolean>();
  #lines: Lines | undefined;
  #written: ReadonlySet<string> | undefined;

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
  matchesOf(pattern: Pattern, options: MatchOptions, optionsKey: string, named?: NameTest): readonly Match[] {
    if (!this.file) return [];
    const key = named ? `${optionsKey}\n${named.key}` : optionsKey;
    let byOptions = this.#matches.get(pattern);
    if (!byOptions) {
      byOptions = new Map();
      this.#matches.set(pattern, byOptions);
    }
    let found = byOptions.get(key);
    if (!found) {
      found = findMatches(pattern, this.file, options, named?.holds);
      byOptions.set(key, found);
    }
    return found;
  }

  /** Where a formula of a set holds: it is asked once, however many rules take the set in. */
  sharedRanges(formula: PreparedShared, optionsKey: string, find: () => Range[]): Range[] {
    let byOptions = this.#shared.get(formula);
    if (!byOptions) {
      byOptions = new Map();
      this.#shared.set(formula, byOptions);
    }
    let found = byOptions.get(optionsKey);
    if (!found) {
      found = find();
      byOptions.set(optionsKey, found);
    }
    return found;
  }

  /** Whether a formula of a set could hold at all. */
  couldHold(formula: PreparedShared, ask: () => boolean): boolean {
    let found = this.#possible.get(formula);
    if (found === undefined) {
      found = ask();
      this.#possible.set(formula, found);
    }
    return found;
  }

  /** Every name in the text. */
  get written(): ReadonlySet<string> {
    this.#written ??= this.file?.written ?? namesIn(this.text);
    return this.#written;
  }

  /** Whether the text contains a word, be it a part of another. */
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

  /** A binding with what its node is known to be worth. */
  withConstant(binding: Binding): Binding {
    if (!this.file || binding.node === NONE || binding.count !== 1 || binding.constant !== undefined) return binding;
    const { tree, language } = this.file;
    const constant = namesOf(tree, language).constants.of(binding.node)?.value;
    return constant === undefined ? binding : { ...binding, constant };
  }

  /** Whether two metavariables stand for the same code; with symbolic propagation a name is also what it was given. */
  sameFor({ symbolic_propagation: isSymbolic }: MatchOptions): Same {
    return isSymbolic === true ? this.#sameGiven : this.#sameCode;
  }

  readonly #sameCode: Same = (one, other) => {
    if (!this.file) return one.text === other.text;
    const { tree, language } = this.file;
    return sameBinding(tree, namesOf(tree, language), one, other);
  };

  readonly #sameGiven: Same = (one, other) => {
    if (this.#sameCode(one, other)) return true;
    if (!this.file) return false;
    const { tree, language } = this.file;
    const { constants } = namesOf(tree, language);
    const given = (binding: Binding): Binding => {
      if (binding.node === NONE || binding.count !== 1 || tree.kind[binding.node] !== Kind.Name) return binding;
      return { ...binding, node: constants.definitionOf(binding.node) ?? binding.node };
    };
    const [first, second] = [given(one), given(other)];
    return (
      (first.node !== one.node && this.#sameCode(first, other)) ||
      (second.node !== other.node && (this.#sameCode(one, second) || this.#sameCode(first, second)))
    );
  };
}
