import type { Binding, Bindings } from '../../match/match.js';
import { beginsWith, compile } from '../../regex/compile.js';
import { type Comparison, readNumber } from '../comparison.js';
import type { PreparedCondition } from './prepared.js';

/** Code that is no constant; only its text can be compared, after `str()`. */
class Code {
  constructor(readonly text: string) {}
}

type Value = string | number | boolean | null | Code | readonly Value[];

/** Thrown for what has no value: then the comparison does not hold. */
class NoValue extends Error {}

interface Scope {
  readonly bindings: Bindings;
  readonly constants: boolean;
  /** Every metavariable is taken as a number of this base. */
  readonly base?: number;
  readonly strip: boolean;
}

/** Whether a comparison holds for what its metavariables stand for. */
export function compareBindings(
  { comparison, base, strip }: Extract<PreparedCondition, { kind: 'comparison' }>,
  bindings: Bindings,
  constants: boolean,
): boolean {
  try {
    return worth(comparison, { bindings, constants, strip, ...(base !== undefined && { base }) }) === true;
  } catch (error) {
    if (error instanceof NoValue) return false;
    throw error;
  }
}

function worth(expression: Comparison, scope: Scope): Value {
  switch (expression.is) {
    case 'constant':
      return expression.value;
    case 'list':
      return expression.items.map(each => worth(each, scope));
    case 'metavariable': {
      const value = metavariable(expression.name, scope);
      return scope.strip || scope.base !== undefined ? toInteger(value, scope.base) : value;
    }
    case 'unary':
      return unary(expression.operator, worth(expression.of, scope));
    case 'binary':
      return binary(expression.operator, worth(expression.left, scope), worth(expression.right, scope));
    case 'call':
      return call(expression.name, expression.arguments, scope);
  }
}

function metavariable(name: string, { bindings, constants }: Scope): Value {
  const binding = bindings.get(name);
  if (!binding) throw new NoValue();
  return worthOf(binding, constants);
}

function worthOf({ constant, text, node, count }: Binding, constants: boolean): Value {
  if (constants && constant !== undefined) return constant;
  const number = readNumber(text);
  if (count === 0 && node === -1) return text;
  if (number !== undefined) return number;
  if (text === 'true' || text === 'True') return true;
  if (text === 'false' || text === 'False') return false;
  const string = /^[a-zA-Z@$]{0,2}(["'`])([\s\S]*)\1$/.exec(text);
  if (string && !string[2]!.includes(string[1]!)) return string[2]!;
  return new Code(text);
}

function toInteger(value: Value, base?: number): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  const text = typeof value === 'string' ? value : value instanceof Code ? value.text : undefined;
  if (text === undefined) throw new NoValue();
  const bare = text.trim().replace(/^(["'`])([\s\S]*)\1$/, '$2');
  const number =
    base !== undefined && base >= 2 && base <= 36
      ? Number.parseInt(bare.replace(/^0[xXoObB]/, ''), base)
      : readNumber(bare);
  if (number === undefined || Number.isNaN(number)) throw new NoValue();
  return Math.trunc(number);
}

function textOf(value: Value): string {
  if (value instanceof Code) return value.text;
  if (Array.isArray(value)) throw new NoValue();
  return String(value);
}

function unary(operator: string, value: Value): Value {
  if (operator === 'not' && typeof value === 'boolean') return !value;
  if (typeof value !== 'number') throw new NoValue();
  if (operator === '-') return -value;
  if (operator === '+') return value;
  return ~value;
}

const arithmetic: Readonly<Record<string, (left: number, right: number) => Value>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '//': (left, right) => Math.floor(left / right),
  '%': (left, right) => ((left % right) + right) % right,
  '**': (left, right) => left ** right,
  '&': (left, right) => Number(BigInt.asIntN(64, BigInt(Math.trunc(left)) & BigInt(Math.trunc(right)))),
  '|': (left, right) => Number(BigInt.asIntN(64, BigInt(Math.trunc(left)) | BigInt(Math.trunc(right)))),
  '^': (left, right) => Number(BigInt.asIntN(64, BigInt(Math.trunc(left)) ^ BigInt(Math.trunc(right)))),
  '<<': (left, right) => left * 2 ** right,
  '>>': (left, right) => Math.floor(left / 2 ** right),
};

const orders: Readonly<Record<string, (sign: number) => boolean>> = {
  '<': sign => sign < 0,
  '<=': sign => sign <= 0,
  '>': sign => sign > 0,
  '>=': sign => sign >= 0,
};

function binary(operator: string, left: Value, right: Value): Value {
  if (operator === 'in') return contains(left, right);
  if (operator === 'not in') return !contains(left, right);
  if (left instanceof Code || right instanceof Code) throw new NoValue();
  if (operator === '==') return equal(left, right);
  if (operator === '!=') return !equal(left, right);
  if (operator === 'and' || operator === 'or') {
    if (typeof left !== 'boolean' || typeof right !== 'boolean') throw new NoValue();
    return operator === 'and' ? left && right : left || right;
  }
  if (Object.hasOwn(orders, operator)) {
    if (typeof left === 'number' && typeof right === 'number') return orders[operator]!(left - right);
    if (typeof left === 'string' && typeof right === 'string')
      return orders[operator]!(left < right ? -1 : left > right ? 1 : 0);
    throw new NoValue();
  }
  if (operator === '+' && typeof left === 'string' && typeof right === 'string') return left + right;
  if (typeof left !== 'number' || typeof right !== 'number') throw new NoValue();
  if ('&|^'.includes(operator) && !(Number.isFinite(left) && Number.isFinite(right))) throw new NoValue();
  const value = arithmetic[operator]!(left, right);
  if (typeof value === 'number' && Number.isNaN(value)) throw new NoValue();
  return value;
}

function equal(one: Value, other: Value): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each, index) => equal(each, other[index]!));
  return one === other;
}

function contains(item: Value, whole: Value): boolean {
  if (Array.isArray(whole)) return whole.some(each => equal(item instanceof Code ? item.text : item, each));
  if (typeof whole === 'string' && (typeof item === 'string' || item instanceof Code))
    return whole.includes(textOf(item));
  throw new NoValue();
}

/** Functions of the language of comparisons; each is given its arguments as they are worth. */
const functions: Readonly<Record<string, (...values: readonly Value[]) => Value>> = {
  int: (value, base) => toInteger(value!, typeof base === 'number' ? base : undefined),
  float: value => {
    const number = typeof value === 'number' ? value : readNumber(textOf(value!).replace(/^(["'])([\s\S]*)\1$/, '$2'));
    if (number === undefined) throw new NoValue();
    return number;
  },
  str: value => textOf(value!),
  len: value => {
    if (Array.isArray(value)) return value.length;
    if (typeof value === 'string') return value.length;
    throw new NoValue();
  },
  bool: value => Boolean(value),
  abs: value => {
    if (typeof value !== 'number') throw new NoValue();
    return Math.abs(value);
  },
  're.match': (pattern, value) => {
    if (typeof pattern !== 'string') throw new NoValue();
    const text = value instanceof Code ? value.text : value;
    if (typeof text !== 'string') throw new NoValue();
    return beginsWith(compile(pattern, false), text) !== null;
  },
  today: () => Math.floor(Date.now() / 1_000),
  strptime: value => {
    const text = typeof value === 'string' ? /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(value) : null;
    if (!text) throw new NoValue();
    return new Date(Number(text[1]), Number(text[2]) - 1, Number(text[3])).getTime() / 1_000;
  },
};

function call(name: string, given: readonly Comparison[], scope: Scope): Value {
  if (!Object.hasOwn(functions, name)) throw new NoValue();
  // `str($X)` is the code as it stands where it is no constant.
  return functions[name]!(...given.map(each => worth(each, scope)));
}
