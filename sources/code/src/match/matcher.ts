import { type Names, namesOf } from '../names/names.js';
import { Kind } from '../syntax/kinds.js';
import { NONE, type Tree } from '../syntax/tree.js';
import { isOpenBraces, matchAlike } from './alike.js';
import { type Bound, boundAs, sameBinding, sameCode } from './bindings.js';
import { matchCall } from './calls.js';
import { matchDeclaration, matchFunction, matchImport } from './definitions.js';
import { matchName } from './dotted-names.js';
import type { Binding, CodeFile, MatchOptions, Pattern } from './match.js';
import { matchDeep, matchMetavariable } from './metavariables.js';
import { matchAssign, matchBinary } from './operators.js';
import { matchBlock, matchStatement } from './statements.js';
import { matchTyped } from './typed.js';
import { matchLiteral, matchRegex } from './values.js';

/** Goes on with what is bound; called once for each way that a pattern matches. */
export type Next = (bound: Bound | undefined) => void;

/** Compares a node of the pattern with one of the code, and calls `next` for each way they match. */
export type Compare = (m: Matcher, p: number, c: number, bound: Bound | undefined, next: Next) => void;

/** How each kind of pattern is compared; all others by their value and their children. */
const compare: Partial<Record<Kind, Compare>> = {
  [Kind.Dots]: (_m, _p, _c, bound, next) => next(bound),
  [Kind.Metavariable]: (m, p, c, bound, next) => matchMetavariable(m, m.pattern.value[p]!, c, bound, next),
  [Kind.Metavariables]: (m, p, c, bound, next) => m.bind(m.pattern.value[p]!, m.bindingOf(c), bound, next),
  [Kind.Deep]: (m, p, c, bound, next) => matchDeep(m, m.pattern.first[p]!, c, bound, next),
  [Kind.TypedMetavariable]: matchTyped,
  [Kind.Name]: matchName,
  [Kind.Member]: matchName,
  [Kind.String]: matchLiteral,
  [Kind.Char]: matchLiteral,
  [Kind.Number]: matchLiteral,
  [Kind.Bool]: matchLiteral,
  [Kind.Template]: matchLiteral,
  [Kind.Regex]: matchRegex,
  [Kind.Binary]: matchBinary,
  [Kind.Assign]: matchAssign,
  [Kind.Call]: matchCall,
  [Kind.ExprStmt]: matchStatement,
  [Kind.Block]: matchBlock,
  [Kind.Var]: matchDeclaration,
  [Kind.Function]: matchFunction,
  [Kind.Import]: matchImport,
};

/** How many comparisons one place of a file may take: patterns with many dots have very many ways to match. */
const STEPS_OF_A_PLACE = 100_000;

/** Compares a pattern with the code of one file, node by node. */
export class Matcher {
  readonly code: Tree;
  readonly names: Names;
  readonly pattern: Tree;
  /** The lists of statements inside each statement, as far as they were asked for. */
  readonly blocks = new Map<number, readonly (readonly number[])[]>();
  #steps = 0;

  constructor(
    pattern: Pattern,
    readonly file: CodeFile,
    readonly options: MatchOptions,
  ) {
    this.pattern = pattern.tree;
    this.code = file.tree;
    this.names = namesOf(file.tree, file.language);
  }

  /** Begins at another place, with all its steps. */
  begin(): void {
    this.#steps = 0;
  }

  /** Takes a step; false when this place has had all it may take. */
  step(): boolean {
    return ++this.#steps <= STEPS_OF_A_PLACE;
  }

  /** Calls `next` for each way that a node of the pattern matches a node of the code. */
  node(p: number, c: number, bound: Bound | undefined, next: Next): void {
    if (!this.step()) return;
    const how = compare[this.pattern.kind[p]! as Kind];
    if (how) how(this, p, c, bound, next);
    else if (this.pattern.kind[p] === this.code.kind[c]) matchAlike(this, p, c, bound, next);
    else if (isOpenBraces(this, p, c)) next(bound);
    else this.throughName(p, c, bound, next);
  }

  /** A name in the code that stands for something else: with symbolic propagation what it was given. */
  throughName(p: number, c: number, bound: Bound | undefined, next: Next): void {
    if (this.options.symbolic_propagation !== true || this.code.kind[c] !== Kind.Name) return;
    const definition = this.names.constants.definitionOf(c);
    if (definition !== undefined && definition !== c) this.node(p, definition, bound, next);
  }

  bindingOf(c: number, count = 1, last = c): Binding {
    const { code } = this;
    const start = code.start[c]!;
    const end = code.end[last]!;
    return { node: c, count, start, end, text: code.text.slice(start, end) };
  }

  /** Binds a metavariable, or compares what it stands for already. */
  bind(name: string, binding: Binding, bound: Bound | undefined, next: Next): void {
    if (name === '$_' || name === '$..._') {
      next(bound);
      return;
    }
    const before = boundAs(bound, name);
    if (!before) next({ name, binding, before: bound });
    else if (sameBinding(this.code, this.names, before, binding) || this.#sameThroughName(before, binding)) next(bound);
  }

  /** With symbolic propagation a name is also what it was given. */
  #sameThroughName(one: Binding, other: Binding): boolean {
    if (this.options.symbolic_propagation !== true || one.count !== 1 || other.count !== 1) return false;
    const given = (node: number) =>
      node !== NONE && this.code.kind[node] === Kind.Name ? (this.names.constants.definitionOf(node) ?? node) : node;
    const [a, b] = [given(one.node), given(other.node)];
    const { code, names } = this;
    return sameCode(code, names, a, b) || sameCode(code, names, a, other.node) || sameCode(code, names, one.node, b);
  }
}
