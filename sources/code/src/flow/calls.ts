import { Kind, Role } from '../syntax/kinds.js';
import { childAs, childrenOf, NONE } from '../syntax/tree.js';
import { read, targetOf, write } from './assignments.js';
import type { Callee } from './callees.js';
import { memberValue } from './expressions.js';
import { libraryValue } from './library.js';
import {
  allTaints,
  type Closure,
  clean,
  cleanValue,
  joinValues,
  type Taints,
  tainted,
  union,
  type Value,
} from './values/values.js';
import type { Walk } from './walk.js';

/** A call, with all that is known of what goes into it. */
export interface Call {
  readonly node: number;
  readonly callee: number;
  /** NONE where no arguments are written. */
  readonly list: number;
  /** The object that a member is called on. */
  readonly receiver: Value;
  /** What is called. */
  readonly called: Value;
  readonly values: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
  /** What an initialiser in braces makes of it. */
  readonly made?: Value | undefined;
  /** All taints that go in. */
  readonly taints: Taints;
}

/** Methods by which a function that is an object is run. */
const RUNS = /^(?:run|apply|accept|test|get|call|invoke|Invoke|applyAs\w+|getAs\w+|execute|compare)$/;

export function callValue(walk: Walk, node: number): Value {
  const { options, tree } = walk;
  const call = inputsOf(walk, node);
  walk.inputs.set(node, call.taints);
  if (walk.followsCalls) {
    const followed = follow(walk, call);
    if (followed) return followed;
  }
  const known = libraryValue(walk, call);
  if (known) return known;
  forgetLengths(walk, call);
  if (options.taint_only_propagate_through_assignments) return marked(walk, call);
  if (options.taint_assume_safe_functions && tree.kind[node] === Kind.Call) return marked(walk, call);
  if (call.made?.parts) return { ...call.made, own: union(call.made.own, argumentTaints(call)) };
  return tainted(call.taints);
}

function argumentTaints({ values, named }: Call): Taints {
  return [...values, ...named.values()].reduce((taints, value) => union(taints, allTaints(value)), clean);
}

/** What an initialiser in braces makes: members by their names, or elements. */
function initialised(walk: Walk, body: number): Value {
  const { tree } = walk;
  if (tree.kind[body] !== Kind.Block) return walk.value(body);
  const parts = new Map<string, Value>();
  let own = clean;
  for (const child of childrenOf(tree, body)) {
    const inside = tree.kind[child] === Kind.ExprStmt ? tree.first[child]! : child;
    const left = tree.kind[inside] === Kind.Assign ? childAs(tree, inside, Role.Left) : NONE;
    // `A = x` gives a member its value, `["k"] = x` an element.
    const name = left !== NONE && tree.kind[left] === Kind.Collection ? tree.first[left]! : left;
    if (name !== NONE && (tree.kind[name] === Kind.Name || tree.kind[name] === Kind.String)) {
      parts.set(tree.value[name]!, walk.marks.of(inside, walk.value(childAs(tree, inside, Role.Right))));
    } else own = union(own, allTaints(walk.value(child)));
  }
  return { own, parts };
}

/** What a rule's propagator moved to the function's name is in its result, whatever else is not. */
function marked({ places }: Walk, { callee, called }: Call): Value {
  return places.to.has(callee) ? tainted(allTaints(called)) : cleanValue;
}

function inputsOf(walk: Walk, node: number): Call {
  const { tree, places } = walk;
  const callee = childAs(tree, node, Role.Callee);
  const list = childAs(tree, node, Role.Arguments);
  const isCall = tree.kind[node] === Kind.Call && callee !== NONE;
  let receiver = cleanValue;
  let called = cleanValue;
  const readCallee = (): void => {
    if (!isCall) return;
    if (tree.kind[callee] === Kind.Member) called = walk.marks.of(callee, memberValue(walk, callee, receiver));
    else called = walk.value(callee);
  };
  if (callee !== NONE && tree.kind[callee] === Kind.Member) receiver = walk.value(childAs(tree, callee, Role.Object));
  // A propagator may move what goes in to the name of the function: then that is read last.
  const isLast = places.to.has(callee);
  if (!isLast) readCallee();
  const values: Value[] = [];
  const named = new Map<string, Value>();
  let taints = allTaints(receiver);
  for (const argument of list === NONE ? [] : childrenOf(tree, list)) {
    let value: Value;
    if (tree.kind[argument] === Kind.Keyword) {
      const name = childAs(tree, argument, Role.Name);
      value = walk.marks.of(argument, walk.value(childAs(tree, argument, Role.Value)));
      if (name !== NONE) named.set(tree.value[name] ?? '', value);
    } else {
      value = walk.value(argument);
      values.push(value);
    }
    taints = union(taints, allTaints(value));
  }
  if (isLast) readCallee();
  taints = union(taints, allTaints(called));
  const body = childAs(tree, node, Role.Body);
  const made = body === NONE ? undefined : initialised(walk, body);
  if (made) taints = union(taints, allTaints(made));
  return { node, callee, list, receiver, called, values, named, taints, made };
}

/** What the functions of this file that a call may run give back; nothing where one is not known. */
function follow(walk: Walk, call: Call): Value | undefined {
  const { tree, callees } = walk;
  const { node, callee, receiver, called } = call;
  if (callee === NONE) return undefined;
  const isMember = tree.kind[callee] === Kind.Member;
  const dynamic = called.functions ?? [];
  const isDeclared = dynamic.length === 0 || (isMember && receiver.parts === undefined);
  const found = isDeclared ? callees.at(node, callee) : undefined;
  if (found) return followOne(walk, call, found, undefined);
  if (dynamic.length > 0) return followAll(walk, call, dynamic, call.values);
  const name = isMember ? (tree.value[childAs(tree, callee, Role.Property)] ?? '') : '';
  if (!isMember || !receiver.functions || !RUNS.test(name)) return undefined;
  const isScript = tree.language === 'javascript' || tree.language === 'typescript';
  if (isScript && name === 'apply') {
    const spread = call.values[1];
    return followAll(walk, call, receiver.functions, spread?.parts ? [...spread.parts.values()] : []);
  }
  return followAll(walk, call, receiver.functions, isScript ? call.values.slice(1) : call.values);
}

function followAll(walk: Walk, call: Call, all: readonly Closure[], values: readonly Value[]): Value | undefined {
  let result: Value | undefined;
  let missed = false;
  for (const closure of all) {
    const one = followOne(walk, { ...call, values }, walk.callees.describe(closure.node), closure);
    if (!one) missed = true;
    else result = result ? joinValues(result, one) : one;
  }
  return missed ? undefined : result;
}

function followOne(walk: Walk, call: Call, callee: Callee, closure: Closure | undefined): Value | undefined {
  const { tree, functions } = walk;
  const { receiver, values, named, list } = call;
  const isNew = tree.kind[call.node] === Kind.New || isConstruction(walk, call, callee);
  const isOwn = callee.member && tree.kind[call.callee] === Kind.Name && !isNew;
  const object = isNew ? cleanValue : isOwn || isSuper(walk, call) ? walk.state.get('this') : receiver;
  const outcome = functions.invoke(callee, { object, values, named, captured: closure?.captured });
  if (!outcome) return undefined;
  functions.settle(outcome);
  forgetLengths(walk, call);
  functions.changeArguments(outcome, list);
  if (isNew) return withBody(call, outcome.object);
  if (callee.member) {
    const place = tree.kind[call.callee] === Kind.Member ? childAs(tree, call.callee, Role.Object) : NONE;
    const target = targetOf(walk, place);
    if (isOwn || isSuper(walk, call)) walk.state.set('this', outcome.object);
    else if (target) write(walk, target, outcome.object);
  }
  return outcome.result;
}

/** Python makes objects by calling the class. */
function isConstruction(walk: Walk, { callee }: Call, found: Callee): boolean {
  const { tree, callees } = walk;
  if (tree.kind[callee] !== Kind.Name || !callees.isConstructor(found.node)) return false;
  return !/^(?:super|base|this)$/.test(tree.value[callee]!);
}

function isSuper({ tree }: Walk, { callee }: Call): boolean {
  const first = tree.kind[callee] === Kind.Member ? childAs(tree, callee, Role.Object) : callee;
  if (first === NONE) return false;
  if (tree.kind[first] === Kind.Call) return tree.value[childAs(tree, first, Role.Callee)] === 'super';
  return tree.kind[first] === Kind.Name && /^(?:super|base)$/.test(tree.value[first]!);
}

/** An object that is made may be given more where it is made. */
function withBody({ made }: Call, object: Value): Value {
  if (!made) return object;
  const parts = new Map([...(object.parts ?? []), ...(made.parts ?? [])]);
  return { ...object, own: union(object.own, made.own), parts };
}

/** What a function is given may have more elements or fewer afterwards. */
function forgetLengths(walk: Walk, { callee, receiver, list, values }: Call): void {
  const { tree } = walk;
  const forget = (node: number): void => {
    const target = targetOf(walk, node);
    if (!target) return;
    const value = read(walk, target);
    if (value.length !== undefined) write(walk, target, { ...value, length: undefined });
  };
  if (receiver.length !== undefined) forget(childAs(tree, callee, Role.Object));
  if (list === NONE || values.every(value => value.length === undefined)) return;
  for (const argument of childrenOf(tree, list)) if (tree.kind[argument] === Kind.Name) forget(argument);
}
