import type { Entity } from '../names/scopes.js';
import { Kind, Role } from '../syntax/kinds.js';
import { childAs, childrenOf, NONE } from '../syntax/tree.js';
import { targetOf, write } from './assignments.js';
import { type Callee, firstParameterName } from './callees.js';
import { type Reaches, reachesOf } from './reach.js';
import { Signatures } from './values/signatures.js';
import { State, type Variable } from './values/state.js';
import {
  type Closure,
  cleanValue,
  functionsIn,
  joinValues,
  sameTaintedness,
  sameValues,
  type Value,
  withoutLiterals,
} from './values/values.js';
import type { Frame, Walk } from './walk.js';

/** What a function is called with. */
export interface Given {
  /** The object it is called on. */
  readonly object?: Value | undefined;
  readonly values: readonly Value[];
  readonly named?: ReadonlyMap<string, Value>;
  /** What the variables around it were worth when it was made. */
  readonly captured?: ReadonlyMap<Entity, Value> | undefined;
}

/** What a call of a function comes to. */
export interface Outcome {
  readonly result: Value;
  /** The object afterwards. */
  readonly object: Value;
  /** Parameters that were changed by what the function does to them, by their place. */
  readonly changed: readonly (readonly [at: number, name: string, value: Value])[];
  /** Variables of other functions, or of the file, that were written. */
  readonly written: readonly (readonly [variable: Variable, value: Value])[];
}

/** How deep calls are followed, and for how many different calls a function is walked anew. */
const MOST_CALLS = 12;
const MOST_SIGNATURES = 24;

/** Walks functions with what they are called with, each once for calls that are alike. */
export class Functions {
  readonly #reaches: Reaches;
  readonly #known = new Map<number, Map<string, Outcome>>();
  readonly #open = new Set<number>();
  readonly #signatures = new Signatures();
  #depth = 0;
  /** What constructors and initialisers leave in the objects of a class. */
  readonly #fields = new Map<number, Value>();

  constructor(readonly walk: Walk) {
    this.#reaches = reachesOf(walk.callees);
  }

  /** Walks a function as if anyone may call it. */
  alone(node: number): void {
    const before = this.walk.state;
    const state = new State();
    this.walk.state = state;
    const owner = this.walk.callees.classOf(node);
    const object = owner === NONE ? cleanValue : this.fieldsOf(owner);
    this.#open.add(node);
    this.#run(node, state, { object, values: [] });
    this.#open.delete(node);
    if (owner !== NONE && this.walk.followsCalls && this.walk.callees.isConstructor(node)) {
      this.addFields(owner, state.get(this.#objectOf(node)));
    }
    this.walk.state = before;
  }

  /** A function that is written where another runs: it may run from here on, and write the variables around it. */
  define(node: number): void {
    const outcome = this.invoke(this.walk.callees.describe(node), { values: [] }, true);
    if (!outcome) return;
    for (const [variable, value] of outcome.written) {
      this.walk.state.set(variable, joinValues(this.walk.state.get(variable), value));
    }
  }

  fieldsOf(owner: number): Value {
    return [owner, ...this.walk.callees.basesOf(owner)].reduce(
      (value, each) => joinValues(value, this.#fields.get(each) ?? cleanValue),
      cleanValue,
    );
  }

  addFields(owner: number, value: Value): void {
    const fields = withoutLiterals(value);
    this.#fields.set(owner, joinValues(this.#fields.get(owner) ?? fields, fields));
  }

  /** A function as a value, with what it sees of the functions around it. */
  closure(node: number): Closure {
    if (!this.walk.isInFunction(node)) return { node };
    const captured = new Map<Entity, Value>();
    for (const entity of this.#reaches.of(node).entities) {
      const value = this.walk.state.get(entity);
      const isLocal = this.walk.tree.kind[entity.scope.node] !== Kind.Program;
      if (isLocal && value !== cleanValue && this.#signatures.of(value) !== '') captured.set(entity, value);
    }
    return captured.size === 0 ? { node } : { node, captured };
  }

  /** What a call of a function of this file comes to; nothing where it cannot be followed. */
  invoke(callee: Callee, given: Given, defining = false): Outcome | undefined {
    const { node } = callee;
    if ((!defining && this.#depth >= MOST_CALLS) || this.#open.has(node)) return undefined;
    const told = defining || this.walk.options.guarded_taint_signatures ? given : this.#untold(given);
    const seen = this.#seen(node, told);
    const key = this.#key(callee, told, seen);
    let known = this.#known.get(node);
    if (!known) {
      known = new Map();
      this.#known.set(node, known);
    }
    let outcome = known.get(key);
    if (!outcome) {
      if (known.size >= MOST_SIGNATURES) return undefined;
      this.#depth += defining ? 0 : 1;
      outcome = this.#outcome(callee, told, seen);
      this.#depth -= defining ? 0 : 1;
      known.set(key, outcome);
    }
    return outcome;
  }

  /** Writes what a call did to the variables that are seen from here. */
  settle(outcome: Outcome): void {
    for (const [variable, value] of outcome.written) this.walk.state.set(variable, value);
  }

  #untold({ object, values, named, captured }: Given): Given {
    return {
      object: object && withoutLiterals(object),
      values: values.map(withoutLiterals),
      ...(named && { named: new Map([...named].map(([name, value]) => [name, withoutLiterals(value)])) }),
      captured,
    };
  }

  /** The variables outside of it that a function may see or write, also by the functions it is given. */
  #seen(node: number, { object, values, named, captured }: Given): Set<Variable> {
    const found = new Set<Variable>();
    const queue = [node];
    const met = new Set<number>();
    const meet = (value: Value) => {
      for (const each of functionsIn(value)) queue.push(each.node);
    };
    if (object) meet(object);
    for (const value of values) meet(value);
    for (const value of named?.values() ?? []) meet(value);
    for (const at of queue) {
      if (met.has(at) || met.size > 50) continue;
      met.add(at);
      const { entities, self } = this.#reaches.of(at);
      if (self) found.add('this');
      for (const entity of entities) {
        if (found.has(entity)) continue;
        found.add(entity);
        const value = this.walk.state.get(entity);
        if (value !== cleanValue) meet(value);
        const held = captured?.get(entity);
        if (held) meet(held);
      }
    }
    return found;
  }

  #key({ member }: Callee, { object, values, named, captured }: Given, seen: ReadonlySet<Variable>): string {
    const { state } = this.walk;
    const parts = [
      member && object ? this.#signatures.of(object) : '',
      ...values.map(value => this.#signatures.of(value)),
      '|',
    ];
    for (const [name, value] of named ?? []) parts.push(`${name}=${this.#signatures.of(value)}`);
    for (const variable of seen) {
      const value = state.has(variable) ? state.get(variable) : cleanValue;
      const text = this.#signatures.of(value);
      if (text !== '') parts.push(`${typeof variable === 'string' ? variable : variable.id}:${text}`);
    }
    for (const [entity, value] of captured ?? []) parts.push(`${entity.id}?${this.#signatures.of(value)}`);
    if (state.control.size > 0) parts.push(`control ${[...state.control.keys()].join(',')}`);
    return parts.join('|');
  }

  #outcome(callee: Callee, given: Given, seen: ReadonlySet<Variable>): Outcome {
    const { walk } = this;
    const { node } = callee;
    const state = walk.state.copy();
    for (const [entity, value] of given.captured ?? []) if (!walk.state.has(entity)) state.set(entity, value);
    this.#open.add(node);
    const { result, entered } = this.#run(node, state, given, callee.passesSelf);
    this.#open.delete(node);
    const written: [Variable, Value][] = [];
    for (const variable of seen) {
      if (callee.member && variable === 'this') continue;
      // What a function took along with it is not what the name means here.
      if (typeof variable !== 'string' && given.captured?.has(variable) && !walk.state.has(variable)) continue;
      const after = state.get(variable);
      if (!sameValues(after, walk.state.get(variable))) written.push([variable, after]);
    }
    const changed: [number, string, Value][] = [];
    entered.forEach((value, at) => {
      const parameter = this.#parametersOf(node)[at]!;
      const name = childAs(walk.tree, parameter, Role.Name);
      const symbol = name === NONE ? undefined : walk.names.symbolOf[name];
      // What is done to a parameter that is given another value is done to that one.
      if (symbol?.writes.length !== 1) return;
      const after = state.get(symbol);
      if (!sameTaintedness(after, value)) {
        changed.push([callee.passesSelf ? at - 1 : at, symbol.name, withoutLiterals(after)]);
      }
    });
    return { result, object: state.get(this.#objectOf(node)), changed, written };
  }

  /** The variable by which a function speaks of its object. */
  #objectOf(node: number): Variable {
    const { tree, names, callees } = this.walk;
    const receiver = childAs(tree, node, Role.Receiver);
    let name = receiver === NONE ? NONE : childAs(tree, receiver, Role.Name);
    if (receiver === NONE && tree.language === 'python' && callees.describe(node).passesSelf) {
      name = firstParameterName(tree, node);
    }
    return (name === NONE ? undefined : names.symbolOf[name]) ?? 'this';
  }

  #parametersOf(node: number): number[] {
    const list = childAs(this.walk.tree, node, Role.Parameters);
    return list === NONE ? [] : childrenOf(this.walk.tree, list);
  }

  /** Walks a function; the state becomes what is known when it ends. */
  #run(node: number, state: State, given: Given, passesSelf = false): { result: Value; entered: Value[] } {
    const { walk } = this;
    const before = walk.state;
    const outer = walk.frame;
    const frame: Frame = { node, result: cleanValue, exits: [], breaks: [], continues: [] };
    walk.state = state;
    walk.frame = frame;
    const object = this.#objectOf(node);
    const isFree = !walk.callees.isMember(node);
    if (!isFree) state.set(object, given.object ?? cleanValue);
    const receiver = childAs(walk.tree, node, Role.Receiver);
    if (receiver !== NONE) walk.marks.of(receiver, cleanValue);
    const isSelf = !isFree && object !== 'this' && receiver === NONE;
    const values = isSelf && (passesSelf || given.values.length === 0) ? [given.object, ...given.values] : given.values;
    const entered = this.#enter(node, values, given.named);
    const body = childAs(walk.tree, node, Role.Body);
    if (body !== NONE) {
      if (walk.tree.kind[body] === Kind.Block) walk.statements(body);
      else frame.result = joinValues(frame.result, walk.value(body));
    }
    // Who comes to the end gives back nothing.
    if (frame.exits.length > 0 && state.reached) frame.result = joinValues(frame.result, cleanValue);
    for (const exit of frame.exits) state.join(exit);
    state.reached = true;
    state.control = before.control;
    walk.state = before;
    walk.frame = outer;
    return { result: frame.result, entered };
  }

  /** Gives the parameters their values. */
  #enter(node: number, given: readonly (Value | undefined)[], named?: ReadonlyMap<string, Value>): Value[] {
    const { walk } = this;
    const { tree } = walk;
    const entered: Value[] = [];
    this.#parametersOf(node).forEach((parameter, at) => {
      const name = childAs(tree, parameter, Role.Name);
      const byName = name === NONE ? undefined : named?.get(tree.value[name] ?? '');
      const sign = tree.value[parameter] ?? '';
      const isRest = /^\*|^\.\.\./.test(sign);
      const rest = (): Value =>
        sign === '**'
          ? { own: cleanValue.own, parts: new Map(named) }
          : {
              own: cleanValue.own,
              parts: new Map(given.slice(at).map((value, index) => [String(index), value ?? cleanValue])),
            };
      const fallback = childAs(tree, parameter, Role.Value);
      const standard = fallback === NONE ? cleanValue : walk.value(fallback);
      const value =
        byName ?? (isRest && (given.length > at || sign === '**') ? rest() : given[at]) ?? withoutLiterals(standard);
      const marked = walk.marks.of(parameter, value);
      walk.assign(name === NONE ? parameter : name, marked);
      // A parameter that is declared as a field is one.
      if (tree.value[node] === 'constructor' && name !== NONE && childAs(tree, parameter, Role.Modifier) !== NONE) {
        write(walk, { variable: 'this', path: [tree.value[name] ?? '?'], weak: false }, marked);
      }
      const target = name === NONE ? undefined : targetOf(walk, name);
      entered.push(target && tree.kind[name] === Kind.Name ? walk.state.get(target.variable) : marked);
    });
    return entered;
  }

  /** Passes what a call did to its arguments on to the variables they are. */
  changeArguments(outcome: Outcome, list: number): void {
    if (outcome.changed.length === 0 || list === NONE) return;
    const { tree } = this.walk;
    let at = 0;
    for (const argument of childrenOf(tree, list)) {
      const isNamed = tree.kind[argument] === Kind.Keyword;
      const place = isNamed ? -1 : at++;
      const keyword = isNamed ? tree.value[childAs(tree, argument, Role.Name)] : undefined;
      for (const [index, name, value] of outcome.changed) {
        if (index !== place && name !== keyword) continue;
        if (!isNamed && index !== place) continue;
        const target = targetOf(this.walk, argument);
        if (target && tree.kind[argument] !== Kind.String) write(this.walk, target, value);
      }
    }
  }
}
