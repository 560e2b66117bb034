import { Kind, Role } from '../syntax/kinds.js';
import { childAs, childrenOf, NONE } from '../syntax/tree.js';
import { assignmentValue, keyOf, read, targetOf } from './assignments.js';
import { callValue } from './calls.js';
import { compute, truthOf } from './conditions.js';
import { narrow } from './guards.js';
import { walkSwitch } from './statements.js';
import { listOf } from './values/lists.js';
import {
  allTaints,
  clean,
  cleanValue,
  elementOf,
  joinValues,
  type Literal,
  partOf,
  type Taints,
  tainted,
  union,
  type Value,
  withTaints,
} from './values/values.js';
import type { Walk } from './walk.js';

const LENGTH = /^(?:length|Length|Count)$/;
const COMPARISON = /^(?:[<>]=?|[!=]==?|in|not in|is|is not|instanceof|<>|<=>)$/;

/** What an expression is worth, before the rule says anything of it. */
export function plainValue(walk: Walk, node: number): Value {
  const { tree, options } = walk;
  const kind = tree.kind[node]! as Kind;
  switch (kind) {
    case Kind.Name:
      return nameValue(walk, node);
    case Kind.String:
    case Kind.Char:
      return { own: clean, literal: tree.value[node]! };
    case Kind.Number: {
      const number = Number(tree.value[node]);
      return Number.isNaN(number) ? cleanValue : { own: clean, literal: number };
    }
    case Kind.Bool:
      return { own: clean, literal: /^true$/i.test(tree.value[node]!) };
    case Kind.Null:
      return { own: clean, literal: null };
    case Kind.Regex:
      return cleanValue;
    case Kind.Member:
      return memberValue(walk, node, walk.value(childAs(tree, node, Role.Object)));
    case Kind.Index:
      return indexValue(walk, node);
    case Kind.Call:
    case Kind.New:
      return callValue(walk, node);
    case Kind.Assign:
      return assignmentValue(walk, node);
    case Kind.Var: {
      const value = childAs(tree, node, Role.Value);
      const name = childAs(tree, node, Role.Name);
      if (value === NONE) {
        const isField = tree.kind[tree.parent[node]!] === Kind.ClassBody;
        const type = childAs(tree, node, Role.Type);
        // A slice of Go is empty where it is given nothing.
        const isEmpty = tree.language === 'go' && type !== NONE && tree.kind[type] === Kind.ArrayType;
        if (name !== NONE && !isField) walk.assign(name, isEmpty ? listOf([]) : cleanValue);
        return cleanValue;
      }
      const given = walk.value(value);
      if (name !== NONE) walk.assign(name, given);
      return given;
    }
    case Kind.Binary:
      return binaryValue(walk, node);
    case Kind.Unary:
      return unaryValue(walk, node);
    case Kind.Ternary: {
      const condition = childAs(tree, node, Role.Condition);
      const held = truthOf(walk, condition, walk.value(condition));
      if (held !== undefined) return walk.value(childAs(tree, node, held ? Role.Then : Role.Else));
      const other = walk.state.copy();
      narrow(walk, condition, true);
      const one = walk.value(childAs(tree, node, Role.Then));
      const after = walk.state;
      walk.state = other;
      narrow(walk, condition, false);
      const value = joinValues(one, walk.value(childAs(tree, node, Role.Else)));
      after.join(walk.state);
      walk.state = after;
      return value;
    }
    case Kind.Collection:
      return collectionValue(walk, node);
    case Kind.Dict:
      return dictValue(walk, node);
    case Kind.Comprehension:
      return comprehensionValue(walk, node);
    case Kind.Function: {
      walk.functions.define(node);
      return { own: clean, functions: [walk.functions.closure(node)] };
    }
    case Kind.Class:
      walk.statement(node);
      return cleanValue;
    case Kind.Sequence: {
      let last = cleanValue;
      for (const child of childrenOf(tree, node)) last = walk.value(child);
      return last;
    }
    case Kind.Cast:
    case Kind.ExprStmt:
    case Kind.Await:
    case Kind.Yield:
    case Kind.Spread: {
      const inner = kind === Kind.Cast ? childAs(tree, node, Role.Value) : tree.first[node]!;
      const value = walk.value(inner);
      if (kind === Kind.Yield) walk.frame.result = joinValues(walk.frame.result, value);
      return value;
    }
    case Kind.Switch:
      return walkSwitch(walk, node);
    case Kind.Block:
    case Kind.If:
    case Kind.Return:
    case Kind.Try:
    case Kind.Throw:
      walk.statement(node);
      return cleanValue;
    default: {
      let taints = clean;
      for (let child = tree.first[node]!; child !== NONE; child = tree.next[child]!) {
        if (tree.role[child] === Role.Name || tree.role[child] === Role.Type) continue;
        taints = union(taints, allTaints(walk.value(child)));
      }
      return options.taint_only_propagate_through_assignments && kind !== Kind.Keyword ? cleanValue : tainted(taints);
    }
  }
}

function nameValue(walk: Walk, node: number): Value {
  const { tree, state, frame, names } = walk;
  const target = targetOf(walk, node)!;
  const value = read(walk, target);
  if (value === cleanValue && walk.followsCalls) {
    const found = walk.callees.valueOf(node);
    if (found && !state.has(target.variable)) return { own: clean, functions: [walk.functions.closure(found.node)] };
  }
  if (value.literal === undefined) return value;
  // Others may give it another value before this is run.
  const symbol = names.symbolOf[node];
  const isOwn = symbol !== undefined && (frame.node === NONE || isWithin(walk, symbol.scope.node, frame.node));
  return isOwn || (symbol !== undefined && symbol.writes.length === 1 && tree.kind[symbol.scope.node] !== Kind.Class)
    ? value
    : { ...value, literal: undefined };
}

function isWithin({ tree }: Walk, node: number, outer: number): boolean {
  return node >= outer && node < tree.last[outer]!;
}

/** A member of an object that is worth this. */
export function memberValue(walk: Walk, node: number, object: Value): Value {
  const name = walk.tree.value[childAs(walk.tree, node, Role.Property)] ?? '?';
  if (walk.options.taint_only_propagate_through_assignments) return object.parts?.get(name) ?? cleanValue;
  if (object.length !== undefined && LENGTH.test(name)) return { own: object.own, literal: object.length };
  const part = partOf(object, name);
  if (part !== cleanValue || object.parts?.has(name) || !walk.followsCalls) return part;
  const found = walk.callees.valueOf(node);
  return found ? { own: clean, functions: [{ node: found.node }] } : part;
}

function indexValue(walk: Walk, node: number): Value {
  const { tree, options } = walk;
  const object = walk.value(childAs(tree, node, Role.Object));
  let taints = clean;
  let key: string | undefined;
  for (const child of childrenOf(tree, node)) {
    if (tree.role[child] !== Role.Index) continue;
    const index = walk.value(child);
    if (!options.taint_assume_safe_indexes) taints = union(taints, allTaints(index));
    key ??= keyOf(walk, child) ?? (index.literal === undefined ? undefined : String(index.literal));
  }
  const character = typeof object.literal === 'string' && key !== undefined ? object.literal[Number(key)] : undefined;
  if (character !== undefined) return { own: union(object.own, taints), literal: character };
  return withTaints(key === undefined ? elementOf(object) : partOf(object, key), taints);
}

/** The operands of a long chain are taken one after the other, so that its length does no harm. */
function binaryValue(walk: Walk, node: number): Value {
  const { tree } = walk;
  const chain: number[] = [];
  let left = node;
  while (tree.kind[left] === Kind.Binary) {
    chain.push(left);
    left = childAs(tree, left, Role.Left);
  }
  let value = walk.value(left);
  for (let at = chain.length - 1; at >= 0; at--) {
    const each = chain[at]!;
    value = operatorValue(walk, each, value);
    if (at > 0) value = walk.marks.of(each, value);
  }
  return value;
}

function operatorValue(walk: Walk, node: number, left: Value): Value {
  const { tree, options } = walk;
  const op = tree.value[node]!;
  const isLogic = op === '&&' || op === '||';
  const held = isLogic ? truthOf(walk, node, left) : undefined;
  if (isLogic && held === (op === '||')) return left;
  const right = isLogic ? guarded(walk, node) : walk.value(childAs(tree, node, Role.Right));
  if (options.taint_only_propagate_through_assignments) return cleanValue;
  const literal = compute(op, left.literal, right.literal);
  const compares = COMPARISON.test(op);
  const isSafe =
    (compares && (options.taint_assume_safe_comparisons || options.taint_assume_safe_booleans)) ||
    // Elsewhere such an operator gives back one of its operands.
    (isLogic && options.taint_assume_safe_booleans && hasOnlyBooleans(tree.language)) ||
    (options.taint_assume_safe_numbers && /^[-*/%]$/.test(op) && !(op === '%' && tree.language === 'python'));
  const taints: Taints = isSafe ? clean : union(allTaints(left), allTaints(right));
  return known(taints, literal);
}

/** The second operand of a logical operator, which is asked only where the first one held, or did not. */
function guarded(walk: Walk, node: number): Value {
  const { tree, places } = walk;
  const right = childAs(tree, node, Role.Right);
  if (places.guards.size === 0) return walk.value(right);
  const before = walk.state.copy();
  narrow(walk, childAs(tree, node, Role.Left), tree.value[node] === '&&');
  const value = walk.value(right);
  walk.state.join(before);
  return value;
}

const hasOnlyBooleans = (language: string) => language === 'java' || language === 'go' || language === 'csharp';

function known(taints: Taints, literal: Literal | undefined): Value {
  return literal === undefined ? tainted(taints) : { own: taints, literal };
}

function unaryValue(walk: Walk, node: number): Value {
  const { tree, options } = walk;
  const inner = walk.value(tree.first[node]!);
  if (options.taint_only_propagate_through_assignments) return cleanValue;
  if (tree.value[node] === '!') {
    const truth = truthOf(walk, tree.first[node]!, inner);
    if (options.taint_assume_safe_booleans) return cleanValue;
    return known(allTaints(inner), truth === undefined ? undefined : !truth);
  }
  // One of a few words, whatever it is the type of.
  if (tree.value[node] === 'typeof') return cleanValue;
  if (inner.literal === undefined) return inner;
  if (tree.value[node] === '-' && typeof inner.literal === 'number') return known(inner.own, -inner.literal);
  if (/\+\+|--/.test(tree.value[node] ?? '')) {
    const target = tree.first[node]!;
    const worth = { ...inner, literal: undefined };
    walk.assign(target, worth);
    return worth;
  }
  return { ...inner, literal: undefined };
}

function collectionValue(walk: Walk, node: number): Value {
  const { tree } = walk;
  const parts = new Map<string, Value>();
  let own = clean;
  let at = 0;
  let length: number | undefined = 0;
  for (const child of childrenOf(tree, node)) {
    const value = walk.value(child);
    if (tree.kind[child] === Kind.Spread) {
      own = union(own, allTaints(value));
      length = undefined;
    } else {
      parts.set(String(at), value);
      if (length !== undefined) length++;
    }
    at++;
  }
  return { own, parts, length };
}

function dictValue(walk: Walk, node: number): Value {
  const { tree } = walk;
  const parts = new Map<string, Value>();
  let own = clean;
  for (const child of childrenOf(tree, node)) {
    if (tree.kind[child] === Kind.Function) {
      const name = childAs(tree, child, Role.Name);
      const value = walk.value(child);
      if (name !== NONE) parts.set(tree.value[name] ?? '?', value);
      continue;
    }
    if (tree.kind[child] !== Kind.Pair) {
      const spread = walk.value(child);
      if (tree.kind[child] !== Kind.Spread) {
        own = union(own, allTaints(spread));
        continue;
      }
      own = union(own, spread.own);
      for (const [name, part] of spread.parts ?? []) parts.set(name, part);
      continue;
    }
    const key = childAs(tree, child, Role.Key);
    const inside = childAs(tree, child, Role.Value);
    const value = walk.marks.of(child, walk.value(inside === NONE ? key : inside));
    const isName = tree.kind[key] === Kind.Name && tree.language !== 'python';
    const name = isName ? tree.value[key] : keyOf(walk, key);
    if (name === undefined) own = union(own, union(allTaints(value), allTaints(walk.value(key))));
    else parts.set(name, value);
  }
  const rest = [...parts.values()].reduce((taints, part) => union(taints, allTaints(part)), clean);
  return rest.size === 0 ? { own, parts } : { own, parts, rest };
}

function comprehensionValue(walk: Walk, node: number): Value {
  const { tree } = walk;
  const elements: number[] = [];
  for (const child of childrenOf(tree, node)) {
    if (tree.kind[child] === Kind.CompFor) {
      const items = walk.value(childAs(tree, child, Role.Iterable));
      const target = childAs(tree, child, Role.Target);
      if (target !== NONE) walk.assign(target, elementOf(items));
    } else if (tree.kind[child] === Kind.CompIf) walk.value(childAs(tree, child, Role.Condition));
    else elements.push(child);
  }
  return tainted(elements.reduce((taints, child) => union(taints, allTaints(walk.value(child))), clean));
}
