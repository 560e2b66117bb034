import { writtenName } from '../names/written-name.js';
import { Kind, Role } from '../syntax/kinds.js';
import { childAs, childrenAs, childrenOf, NONE } from '../syntax/tree.js';
import { matches, mayThrow, truthOf } from './conditions.js';
import { narrow } from './guards.js';
import type { State } from './values/state.js';
import { cleanValue, elementOf, joinValues, type Value } from './values/values.js';
import type { Walk } from './walk.js';

/** How often a loop is walked before what it does is taken as known. */
const MOST_ROUNDS = 5;
/** Loops inside so many others are walked once: each round of one is a round of all that are in it. */
const MOST_LOOPS = 6;

/** Walks one statement: the state becomes what is known after it. */
export function walkStatement(walk: Walk, node: number): void {
  const { tree } = walk;
  switch (tree.kind[node]) {
    case Kind.Block:
    case Kind.Program:
      walk.statements(node);
      return;
    case Kind.Function:
      // Its own walk comes later, or now where it sees the variables of another.
      if (walk.isInFunction(node)) walk.functions.define(node);
      return;
    case Kind.Class:
      walkClass(walk, node);
      return;
    case Kind.If:
      walkIf(walk, node);
      return;
    case Kind.While:
    case Kind.DoWhile:
    case Kind.For:
    case Kind.ForEach:
      walkLoop(walk, node);
      return;
    case Kind.Return: {
      const value = tree.first[node] === NONE ? cleanValue : walk.value(tree.first[node]!);
      walk.frame.result = joinValues(walk.frame.exits.length === 0 ? value : walk.frame.result, value);
      walk.frame.exits.push(walk.state.copy());
      walk.state.reached = false;
      return;
    }
    case Kind.Throw:
      for (const child of childrenOf(tree, node)) walk.value(child);
      walk.state.reached = false;
      return;
    case Kind.Jump: {
      const to = tree.value[node] === 'continue' ? walk.frame.continues.at(-1) : walk.frame.breaks.at(-1);
      to?.push(walk.state.copy());
      if (to) walk.state.reached = false;
      return;
    }
    case Kind.Try:
      walkTry(walk, node);
      return;
    case Kind.Switch:
      walkSwitch(walk, node);
      return;
    case Kind.With:
      for (const item of childrenOf(tree, node)) {
        if (tree.kind[item] === Kind.WithItem) {
          const value = walk.value(childAs(tree, item, Role.Value));
          const name = childAs(tree, item, Role.Name);
          if (name !== NONE) walk.assign(name, value);
        } else if (tree.role[item] === Role.Body) walk.statements(item);
        else walk.statement(item);
      }
      return;
    case Kind.Labeled: {
      const body = childAs(tree, node, Role.Body);
      if (body !== NONE) walk.statement(body);
      return;
    }
    case Kind.Delete:
      for (const each of childrenOf(tree, node)) {
        walk.value(each);
        walk.assign(each, cleanValue);
      }
      return;
    case Kind.Import:
    case Kind.Global:
    case Kind.Package:
      for (const child of childrenOf(tree, node)) if (tree.kind[child] === Kind.Block) walk.statements(child);
      return;
    default:
      walk.value(node);
      if (tree.kind[node] === Kind.ExprStmt && neverReturns(walk, tree.first[node]!)) walk.state.reached = false;
  }
}

/** Functions of the languages and of frameworks that end what called them. */
const ENDS =
  /^(?:(?:flask\.|bottle\.)?abort|(?:sys\.)?exit|quit|os\._exit|os\.abort|process\.exit|log\.Fatal(?:f|ln)?|panic|os\.Exit|System\.exit|Environment\.Exit)$/;

function neverReturns({ tree, callees }: Walk, call: number): boolean {
  if (call === NONE || tree.kind[call] !== Kind.Call) return false;
  const callee = childAs(tree, call, Role.Callee);
  const name = callee === NONE ? undefined : writtenName(tree, callee);
  return name !== undefined && ENDS.test(name) && !callees.at(call, callee);
}

/** The fields and initialisers of a class; its methods are walked by themselves. */
function walkClass(walk: Walk, node: number): void {
  const { tree } = walk;
  const body = childAs(tree, node, Role.Body);
  if (body === NONE) return;
  const object = walk.state.get('this');
  walk.state.set('this', cleanValue);
  walk.statements(body);
  walk.functions.addFields(node, walk.state.get('this'));
  walk.state.set('this', object);
}

function walkIf(walk: Walk, node: number): void {
  const { tree } = walk;
  const init = childAs(tree, node, Role.Init);
  if (init !== NONE) walk.statement(init);
  const condition = childAs(tree, node, Role.Condition);
  const held = condition === NONE ? undefined : truthOf(walk, condition, walk.value(condition));
  const other = walk.state.copy();
  const then = childAs(tree, node, Role.Then);
  narrow(walk, condition, true);
  if (held === false) walk.state.reached = false;
  else if (then !== NONE) walk.statement(then);
  const after = walk.state;
  walk.state = other;
  narrow(walk, condition, false);
  const orElse = childAs(tree, node, Role.Else);
  if (held === true) walk.state.reached = false;
  else if (orElse !== NONE) walk.statement(orElse);
  after.join(walk.state);
  walk.state = after;
}

function walkLoop(walk: Walk, node: number): void {
  const { tree } = walk;
  const init = childAs(tree, node, Role.Init);
  if (init !== NONE) walk.statement(init);
  const iterable = childAs(tree, node, Role.Iterable);
  const items = iterable === NONE ? cleanValue : walk.value(iterable);
  const leaving: State[] = [];
  const rounds = walk.frame.continues.length < MOST_LOOPS ? MOST_ROUNDS : 1;
  for (let round = 0; round < rounds; round++) {
    const before = walk.state.copy();
    const again: State[] = [];
    walk.frame.breaks.push(leaving);
    walk.frame.continues.push(again);
    const condition = childAs(tree, node, Role.Condition);
    if (tree.kind[node] !== Kind.DoWhile && condition !== NONE) {
      walk.value(condition);
      narrow(walk, condition, true);
    }
    const target = childAs(tree, node, Role.Target);
    if (target !== NONE) walk.assign(target, elementOf(items));
    const body = childAs(tree, node, Role.Body);
    if (body !== NONE) walk.statement(body);
    for (const state of again) walk.state.join(state);
    for (const each of childrenAs(tree, node, Role.Update)) walk.statement(each);
    if (tree.kind[node] === Kind.DoWhile && condition !== NONE && walk.state.reached) walk.value(condition);
    walk.frame.breaks.pop();
    walk.frame.continues.pop();
    walk.state.join(before);
    if (walk.state.same(before)) break;
  }
  // Where it was not left by a jump.
  narrow(walk, childAs(tree, node, Role.Condition), false);
  const orElse = childAs(tree, node, Role.Else);
  if (orElse !== NONE) walk.statement(orElse);
  for (const state of leaving) walk.state.join(state);
}

function walkTry(walk: Walk, node: number): void {
  const { tree } = walk;
  for (const resource of childrenAs(tree, node, Role.Resource)) walk.statement(resource);
  const thrown = walk.state.copy();
  const body = childAs(tree, node, Role.Body);
  if (body !== NONE) walk.statement(body);
  const after = walk.state;
  const middle = after.copy();
  middle.reached = true;
  thrown.join(middle);
  const orElse = childAs(tree, node, Role.Else);
  if (orElse !== NONE && after.reached) walk.statement(orElse);
  const isCaught = after.reached || body === NONE || mayThrow(walk, body);
  for (const handler of childrenOf(tree, node)) {
    if (tree.kind[handler] !== Kind.Catch || !isCaught) continue;
    walk.state = thrown.copy();
    const name = childAs(tree, handler, Role.Name);
    if (name !== NONE) walk.assign(name, cleanValue);
    const then = childAs(tree, handler, Role.Body);
    if (then !== NONE) walk.statement(then);
    after.join(walk.state);
  }
  walk.state = after;
  const last = childAs(tree, node, Role.Finally);
  if (last === NONE) return;
  const reached = walk.state.reached;
  if (!reached) walk.state.become(thrown);
  walk.statement(last);
  walk.state.reached &&= reached;
}

/** Walks a switch; what it is worth where it is an expression. */
export function walkSwitch(walk: Walk, node: number): Value {
  const { tree } = walk;
  const init = childAs(tree, node, Role.Init);
  if (init !== NONE) walk.statement(init);
  const subject = childAs(tree, node, Role.Subject);
  const value = subject === NONE ? cleanValue : walk.value(subject);
  const before = walk.state.copy();
  const leaving: State[] = [];
  let worth: Value | undefined;
  walk.frame.breaks.push(leaving);
  walk.state.reached = false;
  let isComplete = false;
  let isTaken = false;
  for (const each of childrenOf(tree, node)) {
    if (tree.kind[each] !== Kind.Case) continue;
    const through = walk.state;
    walk.state = before.copy();
    const tests = childrenAs(tree, each, Role.Test);
    const taken = tests.map(test => matches(walk, test, value.literal));
    if (tests.length === 0) isComplete = true;
    if (isTaken || (tests.length > 0 && taken.every(one => one === false))) walk.state.reached = false;
    else if (taken.includes(true) && childAs(tree, each, Role.Condition) === NONE) isTaken = true;
    if (walk.state.reached) {
      for (const test of tests) {
        if (tree.value[node] === 'match') walk.assign(test, value);
        else walk.value(test);
      }
      const guard = childAs(tree, each, Role.Condition);
      if (guard !== NONE) walk.value(guard);
    }
    walk.state.join(through);
    const body = childAs(tree, each, Role.Body);
    if (body !== NONE && walk.state.reached) {
      const last = lastOf(walk, body);
      if (last === NONE || tree.kind[last] !== Kind.ExprStmt || tree.role[node] === Role.None) walk.statement(body);
      else {
        const own = walk.value(last);
        worth = worth ? joinValues(worth, own) : own;
      }
    }
    if (fallsThrough(walk)) continue;
    leaving.push(walk.state.copy());
    walk.state.reached = false;
  }
  walk.frame.breaks.pop();
  if (!isComplete && !isTaken) walk.state.join(before);
  for (const state of leaving) walk.state.join(state);
  return worth ?? cleanValue;
}

/** The only statement of a block. */
function lastOf({ tree }: Walk, body: number): number {
  const first = tree.kind[body] === Kind.Block ? tree.first[body]! : NONE;
  return first !== NONE && tree.next[first] === NONE ? first : NONE;
}

function fallsThrough({ tree }: Walk): boolean {
  return tree.language === 'java' || tree.language === 'javascript' || tree.language === 'typescript';
}
