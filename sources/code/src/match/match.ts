import type { Language } from '../syntax/language.js';
import type { Span, Tree } from '../syntax/tree.js';

/** A file that was read: its tree, and all that patterns are matched against. */
export interface CodeFile {
  readonly path: string;
  readonly text: string;
  readonly language: Language;
  readonly tree: Tree;
  /** Every name in the text, where they were looked for already. */
  readonly written?: ReadonlySet<string>;
}

/** What a metavariable stands for in one match. */
export interface Binding extends Span {
  /** The text it stands for; of a string, what is between the quotes where the pattern was `"$X"`. */
  readonly text: string;
  /** The node it stands for, or the first of several; NONE for a piece of text. */
  readonly node: number;
  /** How many nodes side by side: more than one, or none, for `$...X`. */
  readonly count: number;
  /** What the node is known to be worth, where it is a constant or a name for one. */
  readonly constant?: string | number | boolean;
  /** The full dotted name, where the node is a name that was imported. */
  readonly resolved?: string;
}

export type Bindings = ReadonlyMap<string, Binding>;

/** Where a pattern matches, and what its metavariables stand for. */
export interface Match extends Span {
  readonly bindings: Bindings;
}

/** The options of rules that change what a pattern matches. */
export interface MatchOptions {
  readonly constant_propagation?: boolean;
  readonly symbolic_propagation?: boolean;
  readonly vardef_assign?: boolean;
  readonly attr_expr?: boolean;
  readonly arrow_is_function?: boolean;
  readonly let_is_var?: boolean;
  readonly ac_matching?: boolean;
  readonly commutative_boolop?: boolean;
  readonly commutative_compop?: boolean;
  readonly symmetric_eq?: boolean;
  readonly implicit_return?: boolean;
  readonly implicit_deep_exprstmt?: boolean;
  readonly implicit_ellipsis?: boolean;
  readonly xml_attrs_implicit_ellipsis?: boolean;
  readonly xml_singleton_loose_matching?: boolean;
  readonly xml_children_ordered?: boolean;
  readonly go_deeper_expr?: boolean;
  readonly go_deeper_stmt?: boolean;
}

/** A pattern that was read, ready to be looked for in files of its language. */
export interface Pattern {
  readonly text: string;
  readonly language: Language;
  readonly tree: Tree;
  /** Names of all its metavariables, with their `$`. */
  readonly metavariables: ReadonlySet<string>;
  /** Words a file must contain for this pattern to match anywhere in it; empty where nothing can be said. */
  readonly words: readonly string[];
}

/** A pattern that cannot be read: where, and why. Lines and columns from 1, within the pattern. */
export class PatternFault extends Error {
  override readonly name = 'PatternFault';
  constructor(
    message: string,
    readonly line: number,
    readonly column: number,
  ) {
    super(message);
  }
}
