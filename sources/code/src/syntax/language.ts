import type { GrammarTree } from './grammar.js';
import type { TreeBuilder } from './tree.js';

/** The languages there are, by the names rules use. */
export const languageIds = ['python', 'javascript', 'typescript', 'java', 'go', 'csharp'] as const;
export type LanguageId = (typeof languageIds)[number];

/** All that is particular to one language: data and small functions. */
export interface Language {
  readonly id: LanguageId;
  /** Other names rules use. */
  readonly aliases: readonly string[];
  /** Endings of file names, with their dot. */
  readonly extensions: readonly string[];
  /** The grammar for a file of this name, by its own file's name: `python`; TypeScript has `typescript` and `tsx`. */
  readonly grammar: (path: string) => string;
  /** Writes what the grammar read in the words of all languages. */
  readonly lower: (from: GrammarTree, to: TreeBuilder) => void;
  /** Whether a name belongs to the block it is declared in; in Python it belongs to the function. */
  readonly blockScope: boolean;
  /** Whether `var` belongs to the function it stands in, whatever the block. */
  readonly functionVar?: boolean;
  /** Whether the members of a class are names in its methods, without `this`. */
  readonly membersInScope?: boolean;
  /** Whether an assignment declares its target. */
  readonly assignDeclares?: boolean;
  /** A module as the beginning of a dotted name. */
  readonly moduleName: (module: string) => string;
  /** Whether an import without an alias brings all names of its module. */
  readonly importsAll?: boolean;
  /** The name that an import without an alias binds, and the dotted name it stands for. */
  readonly importBinds?: (module: string) => { readonly name: string; readonly path: string } | undefined;
  /** Whether types only annotate: a conversion is its value, and there is one type of number. */
  readonly typesAnnotate?: boolean;
  /** The function that gives a module as a value. */
  readonly importCall?: string;
  /** Whether `int x` in a pattern is also `int x = 1`. */
  readonly bareDeclarationsMatch?: boolean;
  /** Whether objects in patterns may have further members. */
  readonly openObjects?: boolean;
  /** How patterns are made acceptable to the grammar. */
  readonly patterns: PatternForms;
}

/**
 * A pattern is read by the grammar of the code: metavariables and `...` are written as names first, and what is no
 * whole file gets something around it. Forms are tried in order; the first that the grammar takes without an error counts.
 */
export interface PatternForms {
  /** What may stand around a pattern, with `PATTERN` for it, and the kind of node whose children it then is. */
  readonly frames: readonly PatternFrame[];
  /**
   * How `...` may be written where a plain name is not taken: a list of texts with `DOTS` for its name, such as `DOTS;`,
   * `DOTS DOTS`, `**DOTS`. Tried at each `...` in turn until the grammar takes the whole.
   */
  readonly dots: readonly string[];
  /** How a typed metavariable is written for the grammar: `((TYPE) NAME)` as a Cast, or `NAME[TYPE]` as an Index. */
  readonly typed: string;
  /** Whether a typed metavariable may be the only argument of a call, without parentheses of its own. */
  readonly typedArguments?: boolean;
  /** How it is written in patterns: `(T $X)` or `($X : T)`. */
  readonly typedOrder: 'type first' | 'name first';
  /** The name of a file whose grammar reads patterns. */
  readonly path: string;
  /** How dots alone on their line are written before a line that would go on with them: `DOTS;` */
  readonly lineDots?: string;
  /** Whether values of attributes stand in braces: `<a href={$X}>` for `<a href=$X>`. */
  readonly bracedAttributes?: boolean;
  /** Names that code may leave out: a pattern with them matches files without these words. */
  readonly implied: ReadonlySet<string>;
}

export interface PatternFrame {
  /** For example `class A { PATTERN }`. */
  readonly text: string;
  /** Whether the pattern is one expression, or a list of statements, members or other parts side by side. */
  readonly one: boolean;
}
