import type { CodeFile } from '../match/match.js';
import { type Names, namesOf } from '../names/names.js';
import { Kind } from '../syntax/kinds.js';
import { NONE, type Span, type Tree } from '../syntax/tree.js';
import { assign } from './assignments.js';
import { type Callees, calleesOf } from './callees.js';
import { plainValue } from './expressions.js';
import { Functions } from './functions.js';
import { Marks } from './marks.js';
import { type Places, placesOf } from './places.js';
import { reachesOf } from './reach.js';
import { walkStatement } from './statements.js';
import type { Flow, TaintOptions, TaintQuery } from './taint.js';
import { State } from './values/state.js';
import { allTaints, cleanValue, type Taints, type Value } from './values/values.js';

/** The function that is being walked. */
export interface Frame {
  /** NONE outside of functions. */
  readonly node: number;
  result: Value;
  /** What is known where it is left early. */
  readonly exits: State[];
  readonly breaks: State[][];
  readonly continues: State[][];
}

/** Walks a file in the order it runs, and notes which sinks taint reaches. */
export class Walk {
  readonly tree: Tree;
  readonly names: Names;
  readonly places: Places;
  readonly options: TaintOptions;
  readonly flows = new Map<string, Flow>();
  readonly callees: Callees;
  readonly functions: Functions;
  readonly marks: Marks;
  /** What went into each call, for sinks that are calls. */
  readonly inputs = new Map<number, Taints>();
  /** The nodes that are sources, in their order. */
  readonly sources: readonly number[];
  #leading: ReadonlySet<number> | undefined;
  state = new State();
  frame: Frame = { node: NONE, result: cleanValue, exits: [], breaks: [], continues: [] };

  constructor(query: TaintQuery, file: CodeFile) {
    this.tree = file.tree;
    this.names = namesOf(file.tree, file.language);
    this.places = placesOf(query, file.tree);
    this.sources = [...this.places.sources.keys()].sort((one, other) => one - other);
    this.options = query.options;
    this.callees = calleesOf(file.tree, this.names);
    this.functions = new Functions(this);
    this.marks = new Marks(this);
  }

  /** Walks what runs when the file is loaded, then each function by itself. */
  run(): void {
    this.statements(0);
    for (const node of this.callees.inOrder) {
      if (!this.isInFunction(node) && this.#mayMeetTaint(node)) this.functions.alone(node);
    }
  }

  /** Whether anything in a function, or in what it runs, may be tainted where anyone may call it. */
  #mayMeetTaint(node: number): boolean {
    const { callees, functions } = this;
    if (callees.isConstructor(node)) return true;
    const owner = callees.classOf(node);
    if (owner !== NONE && allTaints(functions.fieldsOf(owner)).size > 0) return true;
    this.#leading ??= reachesOf(callees).leadingTo(each => this.#hasSource(each));
    return this.#leading.has(node);
  }

  #hasSource(node: number): boolean {
    const last = this.tree.last[node]!;
    const { sources } = this;
    let [low, high] = [0, sources.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sources[middle]! < node) low = middle + 1;
      else high = middle;
    }
    return low < sources.length && sources[low]! < last;
  }

  /** Whether calls of functions of this file are followed. */
  get followsCalls(): boolean {
    return this.options.taint_intrafile !== false;
  }

  /** Functions inside others are walked where they are written, with what is known there. */
  isInFunction(node: number): boolean {
    for (let at = this.tree.parent[node]!; at !== NONE; at = this.tree.parent[at]!) {
      if (this.tree.kind[at] === Kind.Function) return true;
    }
    return false;
  }

  /** What an expression is worth; on the way its sources, sanitizers and sinks are seen to. */
  value(node: number): Value {
    return node === NONE ? cleanValue : this.marks.of(node, plainValue(this, node));
  }

  statement(node: number): void {
    walkStatement(this, node);
  }

  statements(block: number): void {
    for (let node = this.tree.first[block]!; node !== NONE; node = this.tree.next[node]!) {
      if (!this.state.reached) return;
      walkStatement(this, node);
    }
  }

  /** Gives a target its value: a name, a member, an element, or several in a pattern. */
  assign(target: number, value: Value): void {
    assign(this, target, value);
  }

  spanOf(node: number): Span {
    return { start: this.tree.start[node]!, end: this.tree.end[node]! };
  }
}
