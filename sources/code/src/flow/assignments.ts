import { Kind, Role } from '../syntax/kinds.js';
import { childAs, childrenOf, NONE } from '../syntax/tree.js';
import type { Variable } from './values/state.js';
import { allTaints, joinValues, partOf, type Taint, tainted, union, type Value, withPart } from './values/values.js';
import type { Walk } from './walk.js';

/** A variable and the way from it to one of its parts; `weak` where the part is not known exactly. */
export interface Target {
  readonly variable: Variable;
  readonly path: readonly string[];
  readonly weak: boolean;
}

const MOST_STEPS = 20;

export function assignmentValue(walk: Walk, node: number): Value {
  const { tree } = walk;
  const left = childAs(tree, node, Role.Left);
  const right = childAs(tree, node, Role.Right);
  const op = tree.value[node]!;
  let value = walk.value(right);
  if (op !== '=' && op !== ':=') {
    const before = walk.value(left);
    value = tainted(union(allTaints(before), allTaints(value)));
  } else if (left !== NONE && tree.kind[left] !== Kind.Name) visitTarget(walk, left);
  if (left !== NONE) assign(walk, left, value);
  return value;
}

/** The objects and indexes of a target are read, though not what it stands for. */
function visitTarget(walk: Walk, node: number): void {
  const { tree } = walk;
  if (tree.kind[node] === Kind.Member) walk.value(childAs(tree, node, Role.Object));
  else if (tree.kind[node] === Kind.Index) for (const child of childrenOf(tree, node)) walk.value(child);
}

/** Gives a target its value: a name, a member, an element, or several in a pattern. */
export function assign(walk: Walk, target: number, given: Value): void {
  const { tree } = walk;
  switch (tree.kind[target]) {
    case Kind.Collection: {
      const marked = marksOf(walk, target, given);
      childrenOf(tree, target).forEach((child, at) => {
        if (tree.kind[child] === Kind.Spread) assign(walk, tree.first[child]!, restOf(marked, at));
        else assign(walk, child, partOf(marked, String(at)));
      });
      return;
    }
    case Kind.Dict: {
      const marked = marksOf(walk, target, given);
      for (const child of childrenOf(tree, target)) {
        if (tree.kind[child] !== Kind.Pair) {
          if (tree.first[child] !== NONE) assign(walk, tree.first[child]!, marked);
          continue;
        }
        const key = childAs(tree, child, Role.Key);
        const value = childAs(tree, child, Role.Value);
        const part = partOf(marked, tree.value[key] ?? '?');
        // A shorthand is the key and the variable at once: the rule may speak of either.
        const known = tree.value[child] === 'shorthand' && value !== NONE ? marksOf(walk, key, part) : part;
        assign(walk, value === NONE ? key : value, known);
      }
      return;
    }
    case Kind.Assign: {
      const standard = walk.value(childAs(tree, target, Role.Right));
      assign(walk, childAs(tree, target, Role.Left), joinValues(given, standard));
      return;
    }
    case Kind.Var:
      assign(walk, childAs(tree, target, Role.Name), given);
      return;
    case undefined:
      return;
    default: {
      const value = written(walk, target, given);
      const place = targetOf(walk, target);
      if (place) write(walk, place, value);
    }
  }
}

/** What is left of a list from a place on. */
function restOf(value: Value, from: number): Value {
  if (!value.parts) return tainted(value.own);
  const parts = new Map<string, Value>();
  for (const [name, part] of value.parts) {
    const at = Number(name);
    if (!(at < from)) parts.set(Number.isInteger(at) ? String(at - from) : name, part);
  }
  return { own: value.own, parts };
}

/** What a target gets: sources and sanitizers may name the variable that is written. */
function marksOf({ places, marks }: Walk, node: number, value: Value): Value {
  const isMarked =
    places.sources.has(node) || places.sanitizers.has(node) || places.to.has(node) || places.sinks.has(node);
  return isMarked ? marks.of(node, value) : value;
}

function written(walk: Walk, target: number, given: Value): Value {
  const value = marksOf(walk, target, given);
  return value.own.size === 0 ? value : withStep(walk, value, target);
}

function withStep(walk: Walk, value: Value, node: number): Value {
  const span = walk.spanOf(node);
  const own = new Map<string, Taint>();
  for (const [key, taint] of value.own) {
    const far = taint.way !== undefined && depthOf(taint.way) < MOST_STEPS;
    const way = { span, note: 'is kept here', before: taint.way };
    own.set(key, far && taint.way?.span.start !== span.start ? { ...taint, way } : taint);
  }
  return { ...value, own };
}

function depthOf(way: Taint['way']): number {
  let depth = 0;
  for (let step = way; step; step = step.before) depth++;
  return depth;
}

/** What a name stands for: a variable, or a field of the object where no `this` is needed to name it. */
function targetOfName({ tree, names }: Walk, node: number): Target {
  const name = tree.value[node] ?? '';
  const symbol = names.symbolOf[node];
  if (symbol && tree.kind[symbol.scope.node] === Kind.Class) {
    const writer = tree.kind[symbol.writes[0]!];
    if (writer === Kind.Var || writer === Kind.Assign) return { variable: 'this', path: [name], weak: false };
  }
  return { variable: symbol ?? name, path: [], weak: false };
}

/** The variable, or part of one, that an expression stands for. */
export function targetOf(walk: Walk, node: number): Target | undefined {
  const { tree } = walk;
  if (node === NONE) return undefined;
  switch (tree.kind[node]) {
    case Kind.Name:
      return targetOfName(walk, node);
    case Kind.Member: {
      const object = targetOf(walk, childAs(tree, node, Role.Object));
      const name = tree.value[childAs(tree, node, Role.Property)] ?? '?';
      return object && { ...object, path: object.weak ? object.path : [...object.path, name] };
    }
    case Kind.Index: {
      const object = targetOf(walk, childAs(tree, node, Role.Object));
      const key = keyOf(walk, childAs(tree, node, Role.Index));
      if (!object || object.weak) return object;
      return key === undefined ? { ...object, weak: true } : { ...object, path: [...object.path, key] };
    }
    case Kind.Keyword:
    case Kind.Cast:
      return targetOf(walk, childAs(tree, node, Role.Value));
    case Kind.Unary:
    case Kind.Spread:
    case Kind.Await:
      return targetOf(walk, tree.first[node]!);
    case Kind.Parameter:
      return targetOf(walk, childAs(tree, node, Role.Name));
    default:
      return undefined;
  }
}

/** The name of an element: a constant index. */
export function keyOf(walk: Walk, node: number): string | undefined {
  if (node === NONE) return undefined;
  const constant = walk.names.constants.of(node);
  return constant?.value === undefined ? undefined : String(constant.value);
}

export function read(walk: Walk, { variable, path }: Target): Value {
  return path.reduce((value, name) => partOf(value, name), walk.state.get(variable));
}

export function write(walk: Walk, { variable, path, weak }: Target, value: Value): void {
  const whole = walk.state.get(variable);
  if (!weak) {
    walk.state.set(variable, withPart(whole, path, value));
    return;
  }
  // Which element is written is not known: what is written last is taken for all.
  const before = path.reduce((part, name) => partOf(part, name), whole);
  const taints = allTaints(value);
  walk.state.set(variable, withPart(whole, path, { own: taints, parts: taints.size === 0 ? undefined : before.parts }));
}
