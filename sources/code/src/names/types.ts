import { Kind, Role } from '../syntax/kinds.js';
import { childAs, childrenOf, NONE, type Tree } from '../syntax/tree.js';
import type { Names } from './names.js';

/** What is known of the type of an expression: the node that names it, or the name of a built-in type. */
export type KnownType =
  | { readonly node: number; readonly pointer?: boolean }
  | { readonly builtIn: 'string' | 'int' | 'float' | 'bool' | 'char' | 'list' | 'dict' };

/** The type of an expression, where the file says it: declared, constructed, converted to, or that of a literal. */
export function typeOfExpression(tree: Tree, names: Names, node: number, depth = 0): KnownType | undefined {
  if (node === NONE || depth > 20) return undefined;
  const again = (next: number) => typeOfExpression(tree, names, next, depth + 1);
  switch (tree.kind[node]) {
    case Kind.String:
    case Kind.Template:
      return { builtIn: 'string' };
    case Kind.Char:
      return { builtIn: 'char' };
    case Kind.Number:
      return {
        builtIn: /^0x|^\d+$/i.test(tree.value[node]!) ? 'int' : /[lL]$/.test(tree.value[node]!) ? 'int' : 'float',
      };
    case Kind.Bool:
      return { builtIn: 'bool' };
    case Kind.New: {
      const callee = childAs(tree, node, Role.Callee);
      return callee === NONE ? undefined : { node: callee };
    }
    case Kind.Cast: {
      const type = childAs(tree, node, Role.Type);
      return type === NONE ? undefined : { node: type };
    }
    case Kind.Ternary: {
      const one = again(childAs(tree, node, Role.Then));
      return one ?? again(childAs(tree, node, Role.Else));
    }
    case Kind.Unary:
      if (tree.value[node] === '!') return { builtIn: 'bool' };
      return tree.value[node] === '&' ? pointerTo(again(tree.first[node]!)) : again(tree.first[node]!);
    case Kind.Assign:
      return again(childAs(tree, node, Role.Right));
    case Kind.Binary: {
      // There `or` gives back one of its operands.
      const isLoose = tree.language === 'python' || tree.language === 'javascript' || tree.language === 'typescript';
      const isLogic = tree.value[node] === '&&' || tree.value[node] === '||';
      if (
        !(isLoose && isLogic) &&
        /^(?:[<>]=?|[!=]==?|&&|\|\||instanceof|is|in|not in|is not)$/.test(tree.value[node]!)
      )
        return { builtIn: 'bool' };
      const left = again(childAs(tree, node, Role.Left));
      const right = again(childAs(tree, node, Role.Right));
      if (tree.value[node] === '+' && (isString(tree, left) || isString(tree, right))) return { builtIn: 'string' };
      return left ?? right;
    }
    case Kind.Name:
      return typeOfName(tree, names, node, again);
    case Kind.Member: {
      const object = childAs(tree, node, Role.Object);
      const property = childAs(tree, node, Role.Property);
      if (object === NONE || property === NONE) return undefined;
      return typeOfMember(tree, names, object, property, again);
    }
    case Kind.Index: {
      const type = again(childAs(tree, node, Role.Object));
      if (type && 'node' in type && tree.kind[type.node] === Kind.ArrayType) return { node: tree.first[type.node]! };
      return undefined;
    }
    case Kind.Call: {
      const callee = childAs(tree, node, Role.Callee);
      const name =
        tree.kind[callee] === Kind.Name
          ? callee
          : tree.kind[callee] === Kind.Member && tree.value[childAs(tree, callee, Role.Object)] === 'this'
            ? childAs(tree, callee, Role.Property)
            : NONE;
      if (name === NONE) return undefined;
      const made = tree.value[name] === 'new' || tree.value[name] === 'make' ? firstArgument(tree, node) : NONE;
      if (made !== NONE && tree.language === 'go') return { node: made, pointer: tree.value[name] === 'new' };
      const symbol = names.symbolOf[name] ?? names.symbols.find(each => each.name === tree.value[name]);
      if (symbol && tree.kind[symbol.writes[0]!] === Kind.Function) {
        const type = childAs(tree, symbol.writes[0]!, Role.Type);
        if (type !== NONE) return { node: type };
      }
      if (symbol && tree.kind[symbol.writes[0]!] === Kind.Class) return { node: callee };
      return undefined;
    }
    default:
      return undefined;
  }
}

function pointerTo(type: KnownType | undefined): KnownType | undefined {
  return type && 'node' in type ? { node: type.node, pointer: true } : undefined;
}

function firstArgument(tree: Tree, call: number): number {
  const list = childAs(tree, call, Role.Arguments);
  return list === NONE ? NONE : tree.first[list]!;
}

function isString(tree: Tree, type: KnownType | undefined): boolean {
  return (
    type !== undefined &&
    ('builtIn' in type ? type.builtIn === 'string' : /^(?:String|string|str)$/.test(tree.value[type.node] ?? ''))
  );
}

function typeOfName(
  tree: Tree,
  names: Names,
  node: number,
  again: (node: number) => KnownType | undefined,
): KnownType | undefined {
  const symbol = names.symbolOf[node];
  if (!symbol) return undefined;
  for (const writer of symbol.writes) {
    const type = declaredType(tree, writer);
    if (type !== NONE) return { node: type };
  }
  if (symbol.writes.length > 3) return undefined;
  for (const writer of symbol.writes) {
    const kind = tree.kind[writer];
    const value =
      kind === Kind.Var || kind === Kind.Parameter
        ? childAs(tree, writer, Role.Value)
        : kind === Kind.Assign
          ? childAs(tree, writer, Role.Right)
          : NONE;
    if (value === NONE || value === node || tree.kind[value] === Kind.Name) continue;
    const type = again(value);
    if (type) return type;
  }
  return undefined;
}

/** The type a declaration gives; `var` and `auto` say nothing. */
function declaredType(tree: Tree, writer: number): number {
  const kind = tree.kind[writer];
  const holder = kind === Kind.ForEach ? childAs(tree, writer, Role.Target) : writer;
  if (holder === NONE) return NONE;
  if (kind !== Kind.Var && kind !== Kind.Parameter && kind !== Kind.ForEach && kind !== Kind.Catch) return NONE;
  const type = childAs(tree, holder, Role.Type);
  return type !== NONE && tree.kind[type] === Kind.Name && tree.value[type] === 'var' ? NONE : type;
}

/** `this.x` by the field of the class around it, `o.x` by the field of the class that o is declared to be. */
function typeOfMember(
  tree: Tree,
  names: Names,
  object: number,
  property: number,
  again: (node: number) => KnownType | undefined,
): KnownType | undefined {
  let body = NONE;
  if (tree.kind[object] === Kind.Name && /^(?:this|self)$/.test(tree.value[object]!)) {
    let at = object;
    while (at !== NONE && tree.kind[at] !== Kind.Class) at = tree.parent[at]!;
    body = at === NONE ? NONE : childAs(tree, at, Role.Body);
  } else {
    const type = again(object);
    if (type && 'node' in type) body = bodyOfType(tree, names, type.node);
  }
  if (body === NONE) return undefined;
  for (const member of childrenOf(tree, body)) {
    if (tree.kind[member] !== Kind.Var) continue;
    const name = childAs(tree, member, Role.Name);
    if (name === NONE || tree.value[name] !== tree.value[property]) continue;
    const type = childAs(tree, member, Role.Type);
    if (type !== NONE) return { node: type };
    return again(childAs(tree, member, Role.Value));
  }
  return undefined;
}

function bodyOfType(tree: Tree, names: Names, type: number): number {
  let at = type;
  while (tree.kind[at] === Kind.PointerType || tree.kind[at] === Kind.TypeApply) {
    at = tree.kind[at] === Kind.PointerType ? tree.first[at]! : childAs(tree, at, Role.Base);
  }
  const symbol = names.symbolOf[at];
  return symbol && tree.kind[symbol.writes[0]!] === Kind.Class ? childAs(tree, symbol.writes[0]!, Role.Body) : NONE;
}
