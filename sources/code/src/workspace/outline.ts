import { Kind, Role } from '../syntax/kinds.js';
import { childAs, childrenAs, childrenOf, NONE, type Tree } from '../syntax/tree.js';

export type SymbolKind =
  | 'function'
  | 'method'
  | 'class'
  | 'interface'
  | 'enum'
  | 'struct'
  | 'record'
  | 'type'
  | 'variable'
  | 'module';

/** Something a file declares that can be asked for by its name. Places are UTF-16 units of the text. */
export interface CodeSymbol {
  /** `Outer.inner`; the second of that name in a file is `Outer.inner~2`. */
  readonly name: string;
  readonly kind: SymbolKind;
  readonly node: number;
  readonly start: number;
  readonly end: number;
  /** The number of the symbol it stands in, or NONE. */
  readonly above: number;
  /** The node of its name, or NONE. */
  readonly nameNode: number;
  readonly isExported: boolean;
  readonly isAsync: boolean;
}

/** The last part of a symbol's name, without its number. */
export function plainName(name: string): string {
  const last = name.slice(name.lastIndexOf('.') + 1);
  const number = last.indexOf('~');
  return number < 0 ? last : last.slice(0, number);
}

/** All symbols of a file in the order they are written. */
export function outlineOf(tree: Tree): CodeSymbol[] {
  const symbols: CodeSymbol[] = [];
  const counts = new Map<string, number>();

  const add = (
    kind: SymbolKind,
    node: number,
    nameNode: number,
    name: string,
    above: number,
    prefix: string,
  ): number => {
    const full = prefix === '' ? name : `${prefix}.${name}`;
    const count = (counts.get(full) ?? 0) + 1;
    counts.set(full, count);
    const words = modifiersOf(tree, node);
    symbols.push({
      name: count === 1 ? full : `${full}~${count}`,
      kind,
      node,
      start: tree.start[node]!,
      end: endOf(tree, node),
      above,
      nameNode,
      isExported: isExported(tree, kind, words, name, above === NONE ? undefined : symbols[above]),
      isAsync: words.includes('async'),
    });
    return symbols.length - 1;
  };

  /** What stands below a node, inside the symbol `above`. */
  const visit = (node: number, above: number, prefix: string, isInClass: boolean, isLocal: boolean): void => {
    for (let child = tree.first[node]!; child !== NONE; child = tree.next[child]!)
      visitOne(child, above, prefix, isInClass, isLocal);
  };

  const inside = (symbol: number, node: number, isInClass: boolean, isLocal: boolean): void =>
    visit(node, symbol, symbols[symbol]!.name, isInClass, isLocal);

  const visitOne = (node: number, above: number, prefix: string, isInClass: boolean, isLocal: boolean): void => {
    switch (tree.kind[node]) {
      case Kind.Function: {
        const nameNode = childAs(tree, node, Role.Name);
        if (nameNode === NONE || tree.value[nameNode] === undefined) return visit(node, above, prefix, false, true);
        const owner = receiverOf(tree, node);
        const isMethod = isInClass || owner !== '' || tree.kind[tree.parent[node]!] === Kind.Dict;
        const own = owner === '' ? prefix : owner;
        inside(
          add(isMethod ? 'method' : 'function', node, nameNode, tree.value[nameNode]!, above, own),
          node,
          false,
          true,
        );
        return;
      }
      case Kind.Class: {
        const nameNode = childAs(tree, node, Role.Name);
        if (nameNode === NONE || tree.value[nameNode] === undefined) return visit(node, above, prefix, true, isLocal);
        const symbol = add(kindOfClass(tree.value[node]), node, nameNode, tree.value[nameNode]!, above, prefix);
        inside(symbol, node, true, false);
        return;
      }
      case Kind.Var: {
        const value = childAs(tree, node, Role.Value);
        const nameNode = childAs(tree, node, Role.Name);
        const isNamed = nameNode !== NONE && tree.kind[nameNode] === Kind.Name;
        const made = isNamed ? valueKind(tree, value) : undefined;
        if (isNamed && (made !== undefined || !isLocal)) {
          const kind = made === 'function' && isInClass ? 'method' : (made ?? 'variable');
          const symbol = add(kind, node, nameNode, tree.value[nameNode]!, above, prefix);
          inside(symbol, made === undefined ? node : value, made === 'class', made !== 'class' && made !== undefined);
          return;
        }
        if (!isLocal)
          for (const each of nameNode === NONE || isNamed ? [] : namesInside(tree, nameNode))
            add('variable', node, each, tree.value[each]!, above, prefix);
        return visit(node, above, prefix, false, true);
      }
      case Kind.Assign: {
        const left = childAs(tree, node, Role.Left);
        const value = childAs(tree, node, Role.Right);
        const statement = tree.kind[tree.parent[node]!] === Kind.ExprStmt ? tree.parent[node]! : node;
        const made = valueKind(tree, value);
        if (left !== NONE && tree.kind[left] === Kind.Name && !isLocal && tree.language === 'python') {
          const symbol = add(made ?? 'variable', statement, left, tree.value[left]!, above, prefix);
          return inside(symbol, node, false, true);
        }
        if (left !== NONE && made !== undefined && tree.kind[left] === Kind.Member) {
          const property = childAs(tree, left, Role.Property);
          const name = property === NONE ? undefined : tree.value[property];
          if (name !== undefined && name !== 'exports')
            return inside(add(made, statement, property, name, above, prefix), value, made === 'class', true);
        }
        return visit(node, above, prefix, false, true);
      }
      case Kind.Pair: {
        const key = childAs(tree, node, Role.Key);
        const value = childAs(tree, node, Role.Value);
        const made = valueKind(tree, value);
        if (made !== undefined && key !== NONE && tree.value[key] !== undefined && above !== NONE)
          return inside(add('method', node, key, tree.value[key]!, above, prefix), value, false, true);
        return visit(node, above, prefix, false, true);
      }
      case Kind.Package: {
        const nameNode = childAs(tree, node, Role.Name);
        const isPlain = nameNode !== NONE && tree.kind[nameNode] === Kind.Name && tree.language === 'typescript';
        if (isPlain && childAs(tree, node, Role.Body) !== NONE)
          return inside(add('module', node, nameNode, tree.value[nameNode]!, above, prefix), node, false, false);
        return visit(node, above, prefix, false, isLocal);
      }
      case Kind.Parameters:
      case Kind.Decorator:
        return;
      default:
        return visit(node, above, prefix, isInClass && tree.kind[node] !== Kind.Block, isLocal);
    }
  };

  visit(0, NONE, '', false, false);
  return symbols;
}

const compound: ReadonlySet<Kind> = new Set([
  Kind.Function,
  Kind.Class,
  Kind.ClassBody,
  Kind.Block,
  Kind.If,
  Kind.While,
  Kind.For,
  Kind.ForEach,
  Kind.Try,
  Kind.Catch,
  Kind.With,
  Kind.Switch,
  Kind.Case,
]);

/** Where a symbol ends. A body of Python ends with its last statement: comments below that belong to nobody. */
function endOf(tree: Tree, node: number): number {
  if (tree.language !== 'python') return tree.end[node]!;
  let at = node;
  while (compound.has(tree.kind[at]! as Kind)) {
    const last = childrenOf(tree, at).at(-1);
    if (last === undefined) break;
    at = last;
  }
  return tree.end[at]!;
}

function kindOfClass(value: string | undefined): SymbolKind {
  switch (value) {
    case 'interface':
    case 'enum':
    case 'struct':
    case 'record':
    case 'type':
      return value;
    default:
      return 'class';
  }
}

/** What a variable is that is given a function or a class. */
function valueKind(tree: Tree, value: number): 'function' | 'class' | undefined {
  if (value === NONE) return undefined;
  return tree.kind[value] === Kind.Function ? 'function' : tree.kind[value] === Kind.Class ? 'class' : undefined;
}

function namesInside(tree: Tree, node: number): number[] {
  if (tree.kind[node] === Kind.Name) return [node];
  if (tree.kind[node] === Kind.Pair) {
    const value = childAs(tree, node, Role.Value);
    return namesInside(tree, value === NONE ? childAs(tree, node, Role.Key) : value);
  }
  return childrenOf(tree, node).flatMap(child => namesInside(tree, child));
}

/** The type that a method of Go belongs to. */
function receiverOf(tree: Tree, node: number): string {
  const receiver = childAs(tree, node, Role.Receiver);
  if (receiver === NONE) return '';
  let type = childAs(tree, receiver, Role.Type);
  while (type !== NONE && (tree.kind[type] === Kind.PointerType || tree.kind[type] === Kind.TypeApply))
    type = tree.first[type]!;
  return type === NONE ? '' : (tree.value[type] ?? '');
}

export function modifiersOf(tree: Tree, node: number): string[] {
  return childrenAs(tree, node, Role.Modifier).flatMap(child =>
    tree.kind[child] === Kind.Modifier ? [tree.value[child] ?? ''] : [],
  );
}

function isExported(
  tree: Tree,
  kind: SymbolKind,
  words: readonly string[],
  name: string,
  above: CodeSymbol | undefined,
): boolean {
  switch (tree.language) {
    case 'python':
      return !name.startsWith('_') && (above === undefined || above.isExported);
    case 'go':
      return /^\p{Lu}/u.test(name);
    case 'java':
    case 'csharp':
      return words.includes('public') || above?.kind === 'interface' || above?.kind === 'enum';
    default:
      if (above === undefined) return words.includes('export');
      return above.isExported && kind !== 'function' && !words.includes('private') && !name.startsWith('#');
  }
}

const LONGEST_SIGNATURE = 240;

/** What a symbol is declared as: all before its body, on one line. */
export function signatureOf(tree: Tree, { node, start, end }: CodeSymbol): string {
  let at = node;
  const value = childAs(tree, node, Role.Value);
  if (tree.kind[node] === Kind.Var && valueKind(tree, value) !== undefined) at = value;
  const body = childAs(tree, at, Role.Body);
  const decorators = childrenAs(tree, node, Role.Modifier).filter(child => tree.kind[child] === Kind.Decorator);
  const from = decorators.length > 0 ? tree.end[decorators.at(-1)!]! : start;
  const to = body !== NONE ? tree.start[body]! : value !== NONE && at === node ? tree.start[value]! : end;
  const text = tree.text
    .slice(from, Math.min(to, from + 4 * LONGEST_SIGNATURE))
    .replace(/\s+/g, ' ')
    .trim();
  const short = text.replace(/[\s]{0,3}(?:=>|[={:]|:=)$/, '').trim();
  return short.length > LONGEST_SIGNATURE ? `${short.slice(0, LONGEST_SIGNATURE - 1)}…` : short;
}

const MOST_COMMENT_LINES = 60;

/** The first line of what is written about a symbol: its docstring, or the comment above it. */
export function docOf(tree: Tree, { node, start }: CodeSymbol): string | undefined {
  const { text } = tree;
  if (tree.language === 'python') {
    const body = childAs(tree, node, Role.Body);
    const first = body === NONE ? NONE : tree.first[body]!;
    const inner = first === NONE || tree.kind[first] !== Kind.ExprStmt ? NONE : tree.first[first]!;
    return inner !== NONE && tree.kind[inner] === Kind.String ? firstSentence(tree.value[inner] ?? '') : undefined;
  }
  let lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lines: string[] = [];
  for (let count = 0; lineStart > 0 && count < MOST_COMMENT_LINES; count++) {
    const above = text.lastIndexOf('\n', lineStart - 2) + 1;
    const line = text.slice(above, lineStart - 1).trim();
    if (!/^(?:\/\/|\/\*|\*)/.test(line) && !line.endsWith('*/')) break;
    lines.unshift(line);
    lineStart = above;
    if (line.startsWith('/*')) break;
  }
  return firstSentence(lines.map(line => line.replace(/^(?:\/{2,3}!?|\/\*{1,2}|\*(?!\/))\s?|\*\/$/g, '')).join('\n'));
}

function firstSentence(text: string): string | undefined {
  const line = text
    .split('\n')
    .map(each => each.replace(/<\/?\w{1,20}>/g, '').trim())
    .find(each => each !== '');
  return line === undefined ? undefined : line.slice(0, LONGEST_SIGNATURE);
}
