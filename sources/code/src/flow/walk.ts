import type { CodeFile } from '../match/match.js';
import { type Names, namesOf } from '../names/names.js';
import { typeOfExpression } from '../names/types.js';
import { Kind, Role } from '../syntax/kinds.js';
import { childAs, childrenOf, NONE, type Tree } from '../syntax/tree.js';
import { type Callee, type Callees, calleesOf } from './callees.js';
import { type Found, type Places, placesOf } from './places.js';
import { holds } from './requirement.js';
import { State, type Variable } from './state.js';
import type { Flow, SinkPart, TaintOptions, TaintQuery } from './taint.js';
import {
  allTaints,
  clean,
  cleanValue,
  joinValues,
  partOf,
  type Taint,
  type Taints,
  tainted,
  union,
  type Value,
  withPart,
} from './values.js';

/** The label of sources that name none. */
const PLAIN = '__SOURCE__';

/** How deep calls are followed, and how often a loop is walked before what it does is taken as known. */
const MOST_CALLS = 8;
const MOST_ROUNDS = 5;

/** What a function that is being walked gives back. */
interface Frame {
  result: Value;
  readonly breaks: State[][];
  readonly continues: State[][];
}

/** A variable and the way from it to one of its parts; `weak` where the part is not known exactly. */
interface Target {
  readonly variable: Variable;
  readonly path: readonly string[];
  readonly weak: boolean;
}

/** Walks the functions of a file and notes which sinks taint reaches. */
export class Walk {
  readonly tree: Tree;
  readonly names: Names;
  readonly places: Places;
  readonly options: TaintOptions;
  readonly flows = new Map<string, Flow>();
  readonly #callees: Callees;
  readonly #propagated = new Map<string, Taints>();
  readonly #results = new Map<string, { result: Value; receiver: Value }>();
  readonly #calls: number[] = [];
  readonly #fields = new Map<number, Value>();
  #state = new State();
  #frame: Frame = { result: cleanValue, breaks: [], continues: [] };
  #callWay: Taint['way'] = undefined;

  constructor(query: TaintQuery, file: CodeFile) {
    this.tree = file.tree;
    this.names = namesOf(file.tree, file.language);
    this.places = placesOf(query, file.tree);
    this.options = query.options;
    this.#callees = calleesOf(file.tree, this.names);
  }

  /** Walks what runs when the file is loaded, then each function by itself. */
  run(): void {
    this.#statements(0);
    for (const start of this.#callees.inOrder) {
      if (this.#isInside(start)) continue;
      this.#function(start, new State());
    }
  }

  /** Functions inside others are walked where they are written, with what is known there. */
  #isInside(node: number): boolean {
    for (let at = this.tree.parent[node]!; at !== NONE; at = this.tree.parent[at]!) {
      if (this.tree.kind[at] === Kind.Function) return true;
    }
    return false;
  }

  get #followsCalls(): boolean {
    return this.options.taint_intrafile === true || this.options.interfile === true;
  }

  // Functions

  #function(node: number, from: State, given: readonly Value[] = [], named?: ReadonlyMap<string, Value>): Value {
    const before = this.#state;
    const frame = this.#frame;
    this.#state = from;
    this.#frame = { result: cleanValue, breaks: [], continues: [] };
    const owner = this.#classOf(node);
    if (owner !== NONE && this.#fields.has(owner) && this.#state.get('this') === cleanValue) {
      this.#state.set('this', this.#fields.get(owner)!);
    }
    this.#parameters(node, given, named);
    const body = childAs(this.tree, node, Role.Body);
    if (body !== NONE) {
      if (this.tree.kind[body] === Kind.Block) this.#statements(body);
      else this.#frame.result = joinValues(this.#frame.result, this.value(body));
    }
    if (owner !== NONE && this.#followsCalls && this.tree.value[node] === 'constructor') {
      this.#fields.set(owner, joinValues(this.#fields.get(owner) ?? cleanValue, this.#state.get('this')));
    }
    const { result } = this.#frame;
    from.become(this.#state);
    this.#state = before;
    this.#frame = frame;
    return result;
  }

  /** A function that is a value: it may run from here on, and write the variables around it. */
  #closure(node: number, given: readonly Value[]): Value {
    const state = this.#state.copy();
    const result = this.#function(node, state, given);
    state.reached = true;
    this.#state.join(state);
    return result;
  }

  #classOf(node: number): number {
    const body = this.tree.parent[node]!;
    return body !== NONE && this.tree.kind[body] === Kind.ClassBody ? this.tree.parent[body]! : NONE;
  }

  #parameters(node: number, given: readonly Value[], named?: ReadonlyMap<string, Value>): void {
    const { tree } = this;
    const list = childAs(tree, node, Role.Parameters);
    const receiver = childAs(tree, node, Role.Receiver);
    if (receiver !== NONE) this.#parameter(receiver, cleanValue);
    if (list === NONE) return;
    let at = 0;
    for (const parameter of childrenOf(tree, list)) {
      const name = childAs(tree, parameter, Role.Name);
      const byName = name === NONE ? undefined : named?.get(tree.value[name] ?? '');
      const isRest = /^\*|^\.\.\./.test(tree.value[parameter] ?? '');
      const value = byName ?? (isRest ? given.slice(at).reduce((a, b) => joinValues(a, b), cleanValue) : given[at]);
      at++;
      const fallback = childAs(tree, parameter, Role.Value);
      const standard = fallback === NONE ? cleanValue : this.value(fallback);
      this.#parameter(parameter, value ?? standard);
    }
  }

  #parameter(parameter: number, value: Value): void {
    const name = childAs(this.tree, parameter, Role.Name);
    const whole = this.#marked(parameter, value);
    this.assign(name === NONE ? parameter : name, whole);
  }

  // Statements

  #statements(block: number): void {
    for (let node = this.tree.first[block]!; node !== NONE; node = this.tree.next[node]!) {
      if (!this.#state.reached) return;
      this.#statement(node);
    }
  }

  #statement(node: number): void {
    const { tree } = this;
    switch (tree.kind[node]) {
      case Kind.Block:
      case Kind.Program:
      case Kind.ClassBody:
        this.#statements(node);
        return;
      case Kind.Function:
        // Its own walk comes later, or now where it sees the variables of another.
        if (this.#isInside(node)) this.#function(node, this.#state.copy());
        return;
      case Kind.Class: {
        const body = childAs(tree, node, Role.Body);
        if (body !== NONE) this.#statements(body);
        return;
      }
      case Kind.If:
        this.#if(node);
        return;
      case Kind.While:
      case Kind.DoWhile:
      case Kind.For:
      case Kind.ForEach:
        this.#loop(node);
        return;
      case Kind.Return: {
        const value = tree.first[node] === NONE ? cleanValue : this.value(tree.first[node]!);
        this.#frame.result = joinValues(this.#frame.result, value);
        this.#state.reached = false;
        return;
      }
      case Kind.Throw:
        this.#children(node);
        this.#state.reached = false;
        return;
      case Kind.Jump: {
        const to = tree.value[node] === 'continue' ? this.#frame.continues.at(-1) : this.#frame.breaks.at(-1);
        to?.push(this.#state.copy());
        if (to) this.#state.reached = false;
        return;
      }
      case Kind.Try:
        this.#try(node);
        return;
      case Kind.Switch:
        this.#switch(node);
        return;
      case Kind.With:
        for (const item of childrenOf(tree, node)) {
          if (tree.kind[item] === Kind.WithItem) {
            const value = this.value(childAs(tree, item, Role.Value));
            const name = childAs(tree, item, Role.Name);
            if (name !== NONE) this.assign(name, value);
          } else if (tree.role[item] === Role.Body) this.#statements(item);
          else this.#statement(item);
        }
        return;
      case Kind.Labeled: {
        const body = childAs(tree, node, Role.Body);
        if (body !== NONE) this.#statement(body);
        return;
      }
      case Kind.Delete:
        for (const each of childrenOf(tree, node)) {
          this.value(each);
          this.assign(each, cleanValue);
        }
        return;
      case Kind.Import:
      case Kind.Global:
      case Kind.Package:
        for (const child of childrenOf(tree, node)) if (tree.kind[child] === Kind.Block) this.#statements(child);
        return;
      default:
        this.value(node);
    }
  }

  #children(node: number): void {
    for (let child = this.tree.first[node]!; child !== NONE; child = this.tree.next[child]!) this.value(child);
  }

  #if(node: number): void {
    const { tree } = this;
    const init = childAs(tree, node, Role.Init);
    if (init !== NONE) this.#statement(init);
    const condition = childAs(tree, node, Role.Condition);
    if (condition !== NONE) this.value(condition);
    const other = this.#state.copy();
    const then = childAs(tree, node, Role.Then);
    if (then !== NONE) this.#statement(then);
    const after = this.#state;
    this.#state = other;
    const orElse = childAs(tree, node, Role.Else);
    if (orElse !== NONE) this.#statement(orElse);
    after.join(this.#state);
    this.#state = after;
  }

  #loop(node: number): void {
    const { tree } = this;
    const init = childAs(tree, node, Role.Init);
    if (init !== NONE) this.#statement(init);
    const iterable = childAs(tree, node, Role.Iterable);
    const items = iterable === NONE ? cleanValue : this.value(iterable);
    const leaving: State[] = [];
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const before = this.#state.copy();
      this.#frame.breaks.push(leaving);
      const again: State[] = [];
      this.#frame.continues.push(again);
      const condition = childAs(tree, node, Role.Condition);
      if (tree.kind[node] !== Kind.DoWhile && condition !== NONE) this.value(condition);
      const target = childAs(tree, node, Role.Target);
      if (target !== NONE) this.assign(target, tainted(allTaints(items)));
      const body = childAs(tree, node, Role.Body);
      if (body !== NONE) this.#statement(body);
      for (const state of again) this.#state.join(state);
      const update = childAs(tree, node, Role.Update);
      if (update !== NONE)
        for (const each of childrenOf(tree, node)) if (tree.role[each] === Role.Update) this.#statement(each);
      if (tree.kind[node] === Kind.DoWhile && condition !== NONE && this.#state.reached) this.value(condition);
      this.#frame.breaks.pop();
      this.#frame.continues.pop();
      this.#state.join(before);
      if (this.#state.same(before)) break;
    }
    const orElse = childAs(tree, node, Role.Else);
    if (orElse !== NONE) this.#statement(orElse);
    for (const state of leaving) this.#state.join(state);
  }

  #try(node: number): void {
    const { tree } = this;
    for (const resource of childrenOf(tree, node)) {
      if (tree.role[resource] === Role.Resource) this.#statement(resource);
    }
    const before = this.#state.copy();
    const body = childAs(tree, node, Role.Body);
    if (body !== NONE) this.#statement(body);
    const thrown = before;
    const after = this.#state;
    const middle = after.copy();
    middle.reached = true;
    thrown.join(middle);
    const orElse = childAs(tree, node, Role.Else);
    if (orElse !== NONE && after.reached) this.#statement(orElse);
    for (const handler of childrenOf(tree, node)) {
      if (tree.kind[handler] !== Kind.Catch) continue;
      this.#state = thrown.copy();
      const name = childAs(tree, handler, Role.Name);
      if (name !== NONE) this.assign(name, cleanValue);
      const then = childAs(tree, handler, Role.Body);
      if (then !== NONE) this.#statement(then);
      after.join(this.#state);
    }
    this.#state = after;
    const last = childAs(tree, node, Role.Finally);
    if (last === NONE) return;
    const reached = this.#state.reached;
    if (!reached) this.#state.become(thrown);
    this.#statement(last);
    this.#state.reached &&= reached;
  }

  #switch(node: number): void {
    const { tree } = this;
    const init = childAs(tree, node, Role.Init);
    if (init !== NONE) this.#statement(init);
    const subject = childAs(tree, node, Role.Subject);
    const value = subject === NONE ? cleanValue : this.value(subject);
    const before = this.#state.copy();
    const leaving: State[] = [];
    this.#frame.breaks.push(leaving);
    this.#state.reached = false;
    let complete = false;
    for (const each of childrenOf(tree, node)) {
      if (tree.kind[each] !== Kind.Case) continue;
      const through = this.#state;
      this.#state = before.copy();
      const tests = childrenOf(tree, each).filter(child => tree.role[child] === Role.Test);
      if (tests.length === 0) complete = true;
      for (const test of tests) {
        if (tree.value[node] === 'match') this.assign(test, value);
        else this.value(test);
      }
      this.#state.join(through);
      const body = childAs(tree, each, Role.Body);
      if (body !== NONE) this.#statement(body);
      if (this.#fallsThrough()) continue;
      leaving.push(this.#state.copy());
      this.#state.reached = false;
    }
    this.#frame.breaks.pop();
    if (!complete) this.#state.join(before);
    for (const state of leaving) this.#state.join(state);
  }

  #fallsThrough(): boolean {
    return this.tree.language === 'java' || this.tree.language === 'javascript' || this.tree.language === 'typescript';
  }

  // Expressions

  /** What an expression is worth; on the way its sources, sanitizers and sinks are seen to. */
  value(node: number): Value {
    if (node === NONE) return cleanValue;
    return this.#marked(node, this.#plain(node));
  }

  /** What the rule says of a node: clean, tainted, moved on, reported. */
  #marked(node: number, plain: Value): Value {
    const { places } = this;
    let value = plain;
    const moved = places.to.get(node);
    if (moved)
      for (const { id } of moved) value = { ...value, own: union(value.own, this.#propagated.get(`${id}`) ?? clean) };
    const sanitizers = places.sanitizers.get(node);
    if (sanitizers && this.#sanitize(node, sanitizers)) return cleanValue;
    const sources = places.sources.get(node);
    if (sources) for (const source of sources) value = this.#taint(node, source, value);
    const from = places.from.get(node);
    if (from) for (const each of from) this.#propagate(each, value);
    const sinks = places.sinks.get(node);
    if (sinks) for (const sink of sinks) this.#sink(node, sink, this.#sinkValue(node, value));
    return value;
  }

  #sanitize(node: number, found: Places['sanitizers'] extends ReadonlyMap<number, infer F> ? F : never): boolean {
    let cleans = false;
    for (const { part, match } of found) {
      const whole = this.tree.start[node] === match.start && this.tree.end[node] === match.end;
      if (part.bySideEffect && whole) {
        const target = this.#target(node);
        if (target) this.#write(target, cleanValue);
      }
      if (part.bySideEffect !== 'only') cleans = true;
    }
    return cleans;
  }

  #taint(node: number, { part, match, id }: Found<import('./taint.js').SourcePart>, value: Value): Value {
    const there = allTaints(value);
    if (part.requires && !holds(part.requires, labelsOf(there))) return value;
    const label = part.label ?? PLAIN;
    const taint: Taint = {
      key: `${id} ${label}`,
      label,
      bindings: match.bindings,
      way: { span: this.#spanOf(node), note: 'comes in here', before: undefined },
    };
    if (part.control) {
      this.#state.control = union(this.#state.control, new Map([[taint.key, taint]]));
      return value;
    }
    const more = { ...value, own: union(value.own, new Map([[taint.key, taint]])) };
    const whole = this.tree.start[node] === match.start && this.tree.end[node] === match.end;
    if (part.bySideEffect && whole) {
      const target = this.#target(node);
      if (target) this.#write(target, more);
    }
    return part.bySideEffect === 'only' ? value : more;
  }

  #propagate({ part, match, id }: Found<import('./taint.js').PropagatorPart>, value: Value): void {
    let taints = allTaints(value);
    if (taints.size === 0) {
      this.#propagated.delete(`${id}`);
      return;
    }
    if (part.requires && !holds(part.requires, labelsOf(taints))) return;
    if (part.label !== undefined) {
      const relabelled = new Map<string, Taint>();
      for (const taint of taints.values()) {
        if (part.replaceLabels && !part.replaceLabels.includes(taint.label)) continue;
        const key = `${taint.key.split(' ')[0]} ${part.label}`;
        relabelled.set(key, { ...taint, key, label: part.label });
      }
      taints = part.replaceLabels ? relabelled : union(relabelled, clean);
    }
    this.#propagated.set(`${id}`, taints);
    // What it moves to may have been seen already: then the variable gets it at once.
    const to = match.bindings.get(part.to);
    if (!to) return;
    for (const [node, found] of this.places.to) {
      if (!found.some(each => each.id === id || (each.part === part && each.match === match))) continue;
      this.#propagated.set(`${found.find(each => each.part === part && each.match === match)!.id}`, taints);
      const target = this.#target(node);
      if (!target) continue;
      const before = this.#read(target);
      this.#write({ ...target, weak: false }, { ...before, own: union(before.own, taints) });
    }
  }

  /** What a sink sees of a call: all that goes into it. */
  #sinkValue(node: number, value: Value): Taints {
    const { tree } = this;
    let taints = allTaints(value);
    const kind = tree.kind[node];
    if (kind === Kind.Call || kind === Kind.New) taints = union(taints, this.#inputs.get(node) ?? clean);
    if (kind === Kind.Assign) {
      const right = childAs(tree, node, Role.Right);
      taints = union(taints, this.#inputs.get(right) ?? clean);
    }
    return union(taints, this.#state.control);
  }

  readonly #inputs = new Map<number, Taints>();

  #sink(node: number, { part, match, id }: Found<SinkPart>, taints: Taints): void {
    if (taints.size === 0) return;
    if (!holds(part.requires ?? { label: PLAIN }, labelsOf(taints))) return;
    for (const taint of taints.values()) {
      if (this.options.taint_unify_mvars && !agree(taint, match.bindings)) continue;
      if (part.requires === undefined && taint.label !== PLAIN) continue;
      const key = `${match.start} ${match.end} ${id}`;
      if (this.flows.has(key)) return;
      const bindings = new Map(taint.bindings);
      for (const [name, binding] of match.bindings) bindings.set(name, binding);
      const steps = [{ ...this.#spanOf(node), note: 'is used here' }];
      for (let step = taint.way; step; step = step.before) steps.unshift({ ...step.span, note: step.note });
      this.flows.set(key, { start: match.start, end: match.end, bindings, steps });
      return;
    }
  }

  #spanOf(node: number): { start: number; end: number } {
    return { start: this.tree.start[node]!, end: this.tree.end[node]! };
  }

  #plain(node: number): Value {
    const { tree } = this;
    const kind = tree.kind[node]! as Kind;
    switch (kind) {
      case Kind.Name:
        return this.#state.get(this.#variable(node));
      case Kind.String:
      case Kind.Number:
      case Kind.Bool:
      case Kind.Null:
      case Kind.Char:
      case Kind.Regex:
        return cleanValue;
      case Kind.Member: {
        const object = childAs(tree, node, Role.Object);
        const property = childAs(tree, node, Role.Property);
        return partOf(this.value(object), tree.value[property] ?? '?');
      }
      case Kind.Index:
        return this.#index(node);
      case Kind.Call:
      case Kind.New:
        return this.#call(node);
      case Kind.Assign:
        return this.#assignment(node);
      case Kind.Var: {
        const value = childAs(tree, node, Role.Value);
        const name = childAs(tree, node, Role.Name);
        if (value === NONE) {
          if (name !== NONE && tree.kind[tree.parent[node]!] !== Kind.ClassBody) this.assign(name, cleanValue);
          return cleanValue;
        }
        const given = this.value(value);
        if (name !== NONE) this.assign(name, given);
        return given;
      }
      case Kind.Binary:
        return this.#binary(node);
      case Kind.Unary: {
        const inner = this.value(tree.first[node]!);
        if (this.options.taint_only_propagate_through_assignments) return cleanValue;
        return tree.value[node] === '!' && this.options.taint_assume_safe_booleans ? cleanValue : inner;
      }
      case Kind.Ternary: {
        this.value(childAs(tree, node, Role.Condition));
        const one = this.value(childAs(tree, node, Role.Then));
        return joinValues(one, this.value(childAs(tree, node, Role.Else)));
      }
      case Kind.Collection: {
        const parts = new Map<string, Value>();
        let own = clean;
        childrenOf(tree, node).forEach((child, at) => {
          const value = this.value(child);
          if (tree.kind[child] === Kind.Spread) own = union(own, allTaints(value));
          else parts.set(String(at), value);
        });
        return { own, parts };
      }
      case Kind.Dict:
        return this.#dict(node);
      case Kind.Comprehension:
        return this.#comprehension(node);
      case Kind.Function:
        this.#closure(node, []);
        return cleanValue;
      case Kind.Class:
        this.#statement(node);
        return cleanValue;
      case Kind.Sequence: {
        let last = cleanValue;
        for (const child of childrenOf(tree, node)) last = this.value(child);
        return last;
      }
      case Kind.Cast:
        return this.value(childAs(tree, node, Role.Value));
      case Kind.ExprStmt:
      case Kind.Await:
      case Kind.Yield:
      case Kind.Spread:
        return tree.first[node] === NONE ? cleanValue : this.value(tree.first[node]!);
      case Kind.Block:
      case Kind.If:
      case Kind.Return:
      case Kind.Switch:
      case Kind.Try:
      case Kind.Throw:
        this.#statement(node);
        return cleanValue;
      default: {
        let taints = clean;
        for (let child = tree.first[node]!; child !== NONE; child = tree.next[child]!) {
          if (tree.role[child] === Role.Name || tree.role[child] === Role.Type) continue;
          taints = union(taints, allTaints(this.value(child)));
        }
        return this.options.taint_only_propagate_through_assignments && kind !== Kind.Keyword
          ? cleanValue
          : tainted(taints);
      }
    }
  }

  #variable(node: number): Variable {
    const name = this.tree.value[node] ?? '';
    return this.names.symbolOf[node] ?? name;
  }

  #index(node: number): Value {
    const { tree } = this;
    const object = this.value(childAs(tree, node, Role.Object));
    let taints = clean;
    let key: string | undefined;
    for (const child of childrenOf(tree, node)) {
      if (tree.role[child] !== Role.Index) continue;
      const index = this.value(child);
      if (!this.options.taint_assume_safe_indexes) taints = union(taints, allTaints(index));
      key ??= this.#key(child);
    }
    const part = key === undefined ? tainted(allTaints(object)) : partOf(object, key);
    return taints.size === 0 ? part : { ...part, own: union(part.own, taints) };
  }

  /** The name of an element: a constant index. */
  #key(node: number): string | undefined {
    const constant = this.names.constants.of(node);
    return constant?.value === undefined ? undefined : String(constant.value);
  }

  #binary(node: number): Value {
    const { tree, options } = this;
    const op = tree.value[node]!;
    const left = this.value(childAs(tree, node, Role.Left));
    const right = this.value(childAs(tree, node, Role.Right));
    if (options.taint_only_propagate_through_assignments) return cleanValue;
    const compares = /^(?:[<>]=?|[!=]==?|in|not in|is|is not|instanceof|<>|<=>)$/.test(op);
    if (compares && (options.taint_assume_safe_comparisons || options.taint_assume_safe_booleans)) return cleanValue;
    if (/^(?:&&|\|\|)$/.test(op) && options.taint_assume_safe_booleans && tree.language !== 'python') return cleanValue;
    if (options.taint_assume_safe_numbers && /^[-*/%]$/.test(op) && !(op === '%' && tree.language === 'python'))
      return cleanValue;
    return tainted(union(allTaints(left), allTaints(right)));
  }

  #dict(node: number): Value {
    const { tree } = this;
    const parts = new Map<string, Value>();
    let own = clean;
    for (const child of childrenOf(tree, node)) {
      if (tree.kind[child] !== Kind.Pair) {
        own = union(own, allTaints(this.value(child)));
        continue;
      }
      const key = childAs(tree, child, Role.Key);
      const written = childAs(tree, child, Role.Value);
      const value = this.value(written === NONE ? key : written);
      const name = tree.kind[key] === Kind.Name && tree.language !== 'python' ? tree.value[key] : this.#key(key);
      if (name === undefined) own = union(own, union(allTaints(value), allTaints(this.value(key))));
      else parts.set(name, value);
    }
    return { own, parts };
  }

  #comprehension(node: number): Value {
    const { tree } = this;
    const element: number[] = [];
    for (const child of childrenOf(tree, node)) {
      if (tree.kind[child] === Kind.CompFor) {
        const items = this.value(childAs(tree, child, Role.Iterable));
        const target = childAs(tree, child, Role.Target);
        if (target !== NONE) this.assign(target, tainted(allTaints(items)));
      } else if (tree.kind[child] === Kind.CompIf) this.value(childAs(tree, child, Role.Condition));
      else element.push(child);
    }
    return tainted(element.reduce((taints, child) => union(taints, allTaints(this.value(child))), clean));
  }

  // Calls

  #call(node: number): Value {
    const { tree, options } = this;
    const callee = childAs(tree, node, Role.Callee);
    const list = childAs(tree, node, Role.Arguments);
    let receiver = cleanValue;
    if (callee !== NONE && tree.kind[callee] === Kind.Member) {
      receiver = this.value(childAs(tree, callee, Role.Object));
      this.#marked(callee, receiver);
    } else if (callee !== NONE && tree.kind[node] === Kind.Call) receiver = this.value(callee);
    const given: Value[] = [];
    const named = new Map<string, Value>();
    const lambdas: number[] = [];
    let taints = allTaints(receiver);
    for (const argument of list === NONE ? [] : childrenOf(tree, list)) {
      let value: Value;
      if (tree.kind[argument] === Kind.Keyword) {
        const name = childAs(tree, argument, Role.Name);
        value = this.#marked(argument, this.value(childAs(tree, argument, Role.Value)));
        if (name !== NONE) named.set(tree.value[name] ?? '', value);
      } else if (tree.kind[argument] === Kind.Function && this.#followsCalls) {
        lambdas.push(argument);
        value = cleanValue;
      } else {
        value = this.value(argument);
        given.push(value);
      }
      taints = union(taints, allTaints(value));
    }
    const body = childAs(tree, node, Role.Body);
    if (body !== NONE) taints = union(taints, allTaints(this.#plain(body)));
    // What a collection holds is what the function it is given gets.
    for (const lambda of lambdas) {
      const result = this.#closure(lambda, [tainted(allTaints(receiver))]);
      taints = union(taints, allTaints(result));
    }
    this.#inputs.set(node, taints);
    if (this.#followsCalls) {
      const followed = this.#follow(node, callee, receiver, given, named);
      if (followed) return followed;
    }
    if (options.taint_only_propagate_through_assignments) return cleanValue;
    if (options.taint_assume_safe_functions && tree.kind[node] === Kind.Call) return cleanValue;
    return this.#isSafeType(node) ? cleanValue : tainted(taints);
  }

  #isSafeType(node: number): boolean {
    const { options, tree } = this;
    if (!options.taint_assume_safe_booleans && !options.taint_assume_safe_numbers) return false;
    const type = typeOfExpression(tree, this.names, node);
    if (!type) return false;
    const name = 'builtIn' in type ? type.builtIn : (tree.value[type.node] ?? '');
    if (options.taint_assume_safe_booleans && /^(?:bool|boolean|Boolean)$/.test(name)) return true;
    return (
      options.taint_assume_safe_numbers === true &&
      /^(?:int|long|short|float|double|Integer|Long|Double|Float|number|int64|uint|decimal)$/.test(name)
    );
  }

  /** The result of a function of this file, walked with what it is given. */
  #follow(
    node: number,
    callee: number,
    receiver: Value,
    given: readonly Value[],
    named: ReadonlyMap<string, Value>,
  ): Value | undefined {
    const found: Callee | undefined = callee === NONE ? undefined : this.#callees.at(node, callee);
    if (!found || this.#calls.length >= MOST_CALLS || this.#calls.includes(found.node)) return undefined;
    const { tree } = this;
    const values = found.passesSelf ? [receiver, ...given] : given;
    const key = [
      found.node,
      signature(receiver),
      ...values.map(signature),
      ...[...named].map(([name, value]) => `${name}=${signature(value)}`),
    ].join('|');
    let known = this.#results.get(key);
    if (!known) {
      const state = new State();
      const own = this.#isOwnObject(callee) ? this.#state.get('this') : receiver;
      if (found.member) state.set('this', own);
      this.#calls.push(found.node);
      const way = this.#callWay;
      const result = this.#function(found.node, state, values, named);
      this.#callWay = way;
      this.#calls.pop();
      known = { result, receiver: state.get('this') };
      this.#results.set(key, known);
    }
    if (found.member && callee !== NONE && tree.kind[callee] === Kind.Member) {
      const target = this.#target(childAs(tree, callee, Role.Object));
      if (target) this.#write(target, known.receiver);
    }
    return tree.kind[node] === Kind.New ? { own: known.receiver.own, parts: known.receiver.parts } : known.result;
  }

  #isOwnObject(callee: number): boolean {
    const object = this.tree.kind[callee] === Kind.Member ? childAs(this.tree, callee, Role.Object) : NONE;
    return object === NONE || this.tree.value[object] === 'this';
  }

  // Assignments

  #assignment(node: number): Value {
    const { tree } = this;
    const left = childAs(tree, node, Role.Left);
    const right = childAs(tree, node, Role.Right);
    const op = tree.value[node]!;
    let value = this.value(right);
    if (op !== '=' && op !== ':=') {
      const before = this.value(left);
      value = tainted(union(allTaints(before), allTaints(value)));
    } else if (left !== NONE && tree.kind[left] !== Kind.Name) this.#visitTarget(left);
    if (left !== NONE) this.assign(left, value);
    return value;
  }

  /** The objects and indexes of a target are read, though not what it stands for. */
  #visitTarget(node: number): void {
    const { tree } = this;
    if (tree.kind[node] === Kind.Member) this.value(childAs(tree, node, Role.Object));
    else if (tree.kind[node] === Kind.Index) {
      for (const child of childrenOf(tree, node)) this.value(child);
    }
  }

  /** Gives a target its value: a name, a member, an element, or several in a pattern. */
  assign(target: number, given: Value): void {
    const { tree } = this;
    switch (tree.kind[target]) {
      case Kind.Collection: {
        childrenOf(tree, target).forEach((child, at) => {
          const part = tree.kind[child] === Kind.Spread ? tainted(allTaints(given)) : partOf(given, String(at));
          this.assign(tree.kind[child] === Kind.Spread ? tree.first[child]! : child, part);
        });
        return;
      }
      case Kind.Dict:
        for (const child of childrenOf(tree, target)) {
          if (tree.kind[child] !== Kind.Pair) {
            if (tree.first[child] !== NONE) this.assign(tree.first[child]!, given);
            continue;
          }
          const key = childAs(tree, child, Role.Key);
          const value = childAs(tree, child, Role.Value);
          this.assign(value === NONE ? key : value, partOf(given, tree.value[key] ?? '?'));
        }
        return;
      case Kind.Assign: {
        const standard = this.value(childAs(tree, target, Role.Right));
        this.assign(childAs(tree, target, Role.Left), joinValues(given, standard));
        return;
      }
      case Kind.Var:
        this.assign(childAs(tree, target, Role.Name), given);
        return;
      case undefined:
        return;
      default: {
        const value = this.#written(target, given);
        const place = this.#target(target);
        if (place) this.#write(place, value);
      }
    }
  }

  /** What a target gets: sources and sanitizers may name the variable that is written. */
  #written(target: number, given: Value): Value {
    const marked =
      this.places.sources.has(target) ||
      this.places.sanitizers.has(target) ||
      this.places.to.has(target) ||
      this.places.sinks.has(target);
    const value = marked ? this.#marked(target, given) : given;
    if (allTaints(value).size === 0) return value;
    return this.#withStep(value, target);
  }

  #withStep(value: Value, node: number): Value {
    const span = this.#spanOf(node);
    const own = new Map<string, Taint>();
    for (const [key, taint] of value.own) {
      const far = taint.way !== undefined && depthOf(taint.way) < 20;
      own.set(
        key,
        far && taint.way?.span.start !== span.start
          ? { ...taint, way: { span, note: 'is kept here', before: taint.way } }
          : taint,
      );
    }
    return { own, parts: value.parts };
  }

  #target(node: number): Target | undefined {
    const { tree } = this;
    if (node === NONE) return undefined;
    switch (tree.kind[node]) {
      case Kind.Name:
        return { variable: this.#variable(node), path: [], weak: false };
      case Kind.Member: {
        const object = this.#target(childAs(tree, node, Role.Object));
        const name = tree.value[childAs(tree, node, Role.Property)] ?? '?';
        return object && { ...object, path: object.weak ? object.path : [...object.path, name] };
      }
      case Kind.Index: {
        const object = this.#target(childAs(tree, node, Role.Object));
        const key = this.#key(childAs(tree, node, Role.Index));
        if (!object || object.weak) return object;
        return key === undefined ? { ...object, weak: true } : { ...object, path: [...object.path, key] };
      }
      case Kind.Keyword:
        return this.#target(childAs(tree, node, Role.Value));
      case Kind.Unary:
      case Kind.Spread:
      case Kind.Await:
        return this.#target(tree.first[node]!);
      case Kind.Parameter:
        return this.#target(childAs(tree, node, Role.Name));
      default:
        return undefined;
    }
  }

  #read({ variable, path }: Target): Value {
    return path.reduce((value, name) => partOf(value, name), this.#state.get(variable));
  }

  #write({ variable, path, weak }: Target, value: Value): void {
    const whole = this.#state.get(variable);
    if (!weak) {
      this.#state.set(variable, withPart(whole, path, value));
      return;
    }
    const before = path.reduce((part, name) => partOf(part, name), whole);
    this.#state.set(variable, withPart(whole, path, { own: union(before.own, allTaints(value)), parts: before.parts }));
  }
}

function labelsOf(taints: Taints): Set<string> {
  return new Set([...taints.values()].map(taint => taint.label));
}

function agree(taint: Taint, bindings: ReadonlyMap<string, { readonly text: string }>): boolean {
  for (const [name, { text }] of bindings) {
    const there = taint.bindings.get(name);
    if (there && there.text !== text) return false;
  }
  return true;
}

function depthOf(way: Taint['way']): number {
  let depth = 0;
  for (let step = way; step; step = step.before) depth++;
  return depth;
}

/** What a value is to a function: the same signature, the same result. */
function signature(value: Value): string {
  const own = [...value.own.keys()].sort().join(',');
  if (!value.parts || value.parts.size === 0) return own;
  return `${own}{${[...value.parts]
    .map(([name, part]) => `${name}:${signature(part)}`)
    .sort()
    .join(';')}}`;
}
