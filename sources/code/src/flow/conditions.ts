import { Kind, Role } from '../syntax/kinds.js';
import { childAs, childrenOf, NONE } from '../syntax/tree.js';
import type { Literal, Value } from './values/values.js';
import type { Walk } from './walk.js';

/** Conditions larger than this are not computed: both ways are taken. */
const MOST_NODES = 500;

/** Whether a condition holds, where what it compares is known. */
export function truthOf({ tree }: Walk, node: number, { literal }: Value): boolean | undefined {
  if (literal === undefined || tree.last[node]! - node > MOST_NODES) return undefined;
  if (typeof literal === 'boolean') return literal;
  const isLoose = tree.language === 'python' || tree.language === 'javascript' || tree.language === 'typescript';
  return isLoose ? Boolean(literal) : undefined;
}

/** What an operator makes of two literals. */
export function compute(op: string, left: Literal | undefined, right: Literal | undefined): Literal | undefined {
  if (op === '&&')
    return left === false || right === false ? false : left === true && right === true ? true : undefined;
  if (op === '||')
    return left === true || right === true ? true : left === false && right === false ? false : undefined;
  if (left === undefined || right === undefined) return undefined;
  switch (op) {
    case '==':
    case '===':
    case 'is':
      return left === right;
    case '!=':
    case '!==':
    case 'is not':
      return left !== right;
    default:
      break;
  }
  if (typeof left === 'string' && typeof right === 'string') return op === '+' ? left + right : undefined;
  if (typeof left !== 'number' || typeof right !== 'number') return undefined;
  switch (op) {
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '%':
      return right > 0 && left >= 0 ? left % right : undefined;
    default:
      return undefined;
  }
}

/** Whether a case of a switch is taken for a value that is known. */
export function matches(walk: Walk, test: number, value: Literal | undefined): boolean | undefined {
  const { tree } = walk;
  if (value === undefined) return undefined;
  switch (tree.kind[test]) {
    case Kind.Number:
      return Number(tree.value[test]) === value;
    case Kind.String:
    case Kind.Char:
      return tree.value[test] === value;
    case Kind.Bool:
      return /^true$/i.test(tree.value[test]!) === value;
    case Kind.Null:
      return value === null;
    case Kind.Unary: {
      const inner = tree.first[test]!;
      if (tree.value[test] === '!') {
        const other = matches(walk, inner, value);
        return other === undefined ? undefined : !other;
      }
      const bound = numberAt(walk, test) ?? numberAt(walk, inner);
      if (tree.value[test] === '-') return bound === undefined ? undefined : bound === value;
      const held = compute(tree.value[test]!, value, bound);
      return typeof held === 'boolean' ? held : undefined;
    }
    case Kind.Binary: {
      const op = tree.value[test]!;
      if (op !== '&&' && op !== '||') return undefined;
      const [left, right] = [Role.Left, Role.Right].map(role => matches(walk, childAs(tree, test, role), value));
      const both = compute(op, left, right);
      return typeof both === 'boolean' ? both : undefined;
    }
    default:
      return undefined;
  }
}

function numberAt({ tree }: Walk, node: number): number | undefined {
  if (node === NONE) return undefined;
  if (tree.kind[node] === Kind.Number) return Number(tree.value[node]);
  const inner = tree.first[node]!;
  if (tree.kind[node] !== Kind.Unary || tree.value[node] !== '-' || inner === NONE) return undefined;
  return tree.kind[inner] === Kind.Number ? -Number(tree.value[inner]) : undefined;
}

/** Whether anything in a block may throw. */
export function mayThrow({ tree }: Walk, block: number): boolean {
  for (let node = block; node < tree.last[block]!; node++) {
    switch (tree.kind[node]) {
      case Kind.Call:
      case Kind.New:
      case Kind.Throw:
      case Kind.Index:
      case Kind.Member:
      case Kind.Await:
      case Kind.Cast:
        return true;
      default:
        break;
    }
  }
  return false;
}

/** The only argument of a call. */
export function onlyArgument({ tree }: Walk, call: number): number {
  const list = childAs(tree, call, Role.Arguments);
  const all = list === NONE ? [] : childrenOf(tree, list);
  return all.length === 1 ? all[0]! : NONE;
}
