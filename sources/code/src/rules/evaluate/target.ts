import { findMatches } from '../../match/find-matches.js';
import type { Binding, CodeFile, Match, MatchOptions, Pattern } from '../../match/match.js';
import { NONE, type Tree } from '../../syntax/tree.js';
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

  /** Whether two metavariables stand for the same code. */
  readonly same = (one: Binding, other: Binding): boolean => {
    if (one.text === other.text) return true;
    if (one.resolved !== undefined && one.resolved === other.resolved) return true;
    if (one.constant !== undefined && one.constant === other.constant) return true;
    const tree = this.file?.tree;
    if (!tree || one.node === NONE || other.node === NONE || one.count !== 1 || other.count !== 1) return false;
    return equalNodes(tree, one.node, other.node);
  };
}

/** Whether two nodes are the same code, however it is laid out. */
function equalNodes(tree: Tree, one: number, other: number): boolean {
  const size = tree.last[one]! - one;
  if (tree.last[other]! - other !== size) return false;
  for (let at = 0; at < size; at++) {
    if (tree.kind[one + at] !== tree.kind[other + at]) return false;
    if (tree.value[one + at] !== tree.value[other + at]) return false;
    if (tree.last[one + at]! - one !== tree.last[other + at]! - other) return false;
  }
  return true;
}
