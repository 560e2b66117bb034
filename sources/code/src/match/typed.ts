import { typeOfExpression } from '../names/types.js';
import { writtenName } from '../names/written-name.js';
import { Kind, Role } from '../syntax/kinds.js';
import { childAs, NONE } from '../syntax/tree.js';
import type { Bound } from './bindings.js';
import { isExpression } from './equivalences.js';
import type { Matcher, Next } from './matcher.js';

export function matchTyped(m: Matcher, p: number, c: number, bound: Bound | undefined, next: Next): void {
  const { pattern, code, names } = m;
  const wanted = childAs(pattern, p, Role.Type);
  if (!isExpression(code.kind[c]! as Kind)) {
    if (code.kind[c] === Kind.Parameter || code.kind[c] === Kind.Var) {
      const type = childAs(code, c, Role.Type);
      const name = childAs(code, c, Role.Name);
      if (type !== NONE && name !== NONE) {
        m.node(wanted, type, bound, more => m.bind(pattern.value[p]!, m.bindingOf(name), more, next));
      }
    }
    return;
  }
  const type = typeOfExpression(code, names, c);
  if (!type) return;
  const then: Next = more => m.bind(pattern.value[p]!, m.bindingOf(c), more, next);
  if ('node' in type) {
    const pointer = pattern.kind[wanted] === Kind.PointerType && pattern.value[wanted] === '*';
    if (type.pointer === true) {
      if (pointer) matchType(m, pattern.first[wanted]!, type.node, bound, then);
      else if (pattern.kind[wanted] === Kind.Metavariable) matchType(m, wanted, type.node, bound, then);
    } else matchType(m, wanted, type.node, bound, then);
  } else if (isBuiltIn(m, wanted, type.builtIn)) then(bound);
}

/** Compares types; a type and its boxed or qualified form are the same. */
export function matchType(m: Matcher, p: number, c: number, bound: Bound | undefined, next: Next): void {
  const { pattern, code } = m;
  const wanted = writtenName(pattern, p);
  const found = writtenName(code, c);
  if (wanted !== undefined && found !== undefined && !wanted.includes('.')) {
    const same = builtInOf(wanted);
    if (same && same === builtInOf(found)) {
      next(bound);
      return;
    }
  }
  if (code.kind[c] === Kind.TypeApply && pattern.kind[p] !== Kind.TypeApply && pattern.kind[p] !== Kind.Metavariable) {
    matchType(m, p, childAs(code, c, Role.Base), bound, next);
    return;
  }
  m.node(p, c, bound, next);
}

export function isBuiltIn(m: Matcher, p: number, builtIn: string): boolean {
  const wanted = writtenName(m.pattern, p);
  if (wanted === undefined || wanted.includes('.')) return false;
  const known = builtInOf(wanted);
  const numbers = m.file.language.typesAnnotate && (builtIn === 'int' || builtIn === 'float');
  return known === builtIn || (numbers === true && (known === 'int' || known === 'float'));
}

const builtIns: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    string: 'string String str java.lang.String System.String',
    int: 'int Integer Int64 int64 int32 Int32 number long Long java.lang.Integer java.lang.Long',
    float: 'float Float double Double float64 java.lang.Double java.lang.Float',
    bool: 'bool boolean Boolean java.lang.Boolean',
    char: 'char Character rune',
  }).flatMap(([kind, names]) => names.split(' ').map(name => [name, kind])),
);

export function builtInOf(name: string): string | undefined {
  return Object.hasOwn(builtIns, name) ? builtIns[name] : undefined;
}
