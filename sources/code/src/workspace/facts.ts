import { calleesOf } from '../flow/callees.js';
import type { Entity } from '../names/scopes.js';
import { typeOfExpression } from '../names/types.js';
import { Kind, Role } from '../syntax/kinds.js';
import type { LanguageId } from '../syntax/language.js';
import { childAs, childrenOf, NONE, type Tree } from '../syntax/tree.js';
import type { SymbolKind } from './outline.js';
import type { SourceFile } from './source-file.js';

/** What another file is asked for: a module as it is written, and the names that lead on from it. */
export interface Imported {
  readonly module: string;
  readonly names: readonly string[];
}

/** An import of a file. */
export interface ImportFact {
  readonly module: string;
  /** The names that are taken; `*` for all. Empty where only the module is. */
  readonly names: readonly string[];
  readonly line: number;
}

/** Where a function of the project, or of another, may be called. */
export interface CallFact {
  /** The number of the symbol the call stands in, or NONE for the file itself. */
  readonly from: number;
  readonly name: string;
  readonly line: number;
  readonly column: number;
  /** The number of the symbol of this file that is called. */
  readonly symbol?: number;
  readonly imported?: Imported;
  /** Whether it is called on something nothing is known of. */
  readonly isMember: boolean;
}

export interface SymbolFact {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly line: number;
  readonly endLine: number;
  readonly above: number;
  readonly isExported: boolean;
  /** One more than its branches. */
  readonly complexity: number;
}

/** All that is kept of a file once its tree is gone. */
export interface FileFacts {
  readonly path: string;
  readonly absolute: string;
  readonly hash: string;
  readonly language: LanguageId;
  readonly lines: number;
  readonly bytes: number;
  readonly isBroken: boolean;
  readonly symbols: readonly SymbolFact[];
  readonly imports: readonly ImportFact[];
  readonly calls: readonly CallFact[];
  /** Names of a namespace or package that the file is part of. */
  readonly packages: readonly string[];
  /** Hashes of all words of the code, in order. */
  readonly words: Uint32Array;
  /** Whether running the file does something: a main function or guard. */
  readonly isEntry: boolean;
}

export function wordHash(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Whether a file may have a word in its code. */
export function hasWord({ words }: FileFacts, hash: number): boolean {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (words[middle]! < hash) low = middle + 1;
    else high = middle;
  }
  return words[low] === hash;
}

/** The modules and names that the names of a file were imported as. */
export class Imports {
  readonly facts: readonly ImportFact[];
  readonly #of = new Map<Entity, Imported>();

  constructor(readonly file: SourceFile) {
    const { tree, names, lines } = file;
    const facts: ImportFact[] = [];
    const bind = (node: number, imported: Imported) => {
      const entity = node === NONE ? undefined : names.symbolOf[node];
      if (entity && !this.#of.has(entity)) this.#of.set(entity, imported);
    };
    for (let node = 1; node < tree.size; node++) {
      const kind = tree.kind[node];
      if (kind === Kind.Import || (kind === Kind.Export && tree.value[node])) {
        const module = tree.value[node] ?? '';
        const parts = childrenOf(tree, node).filter(child => tree.kind[child] === Kind.ImportName);
        const taken = parts.map(part => tree.value[childAs(tree, part, Role.Name)] ?? '*');
        facts.push({ module, names: taken, line: lines.lineOf(tree.start[node]!) });
        if (kind === Kind.Export) continue;
        for (const [index, part] of parts.entries()) {
          const alias = childAs(tree, part, Role.Alias);
          bind(alias === NONE ? childAs(tree, part, Role.Name) : alias, { module, names: [taken[index]!] });
        }
        if (parts.length > 0) continue;
        const alias = childAs(tree, node, Role.Alias);
        if (alias !== NONE) bind(alias, { module, names: [] });
        else {
          const written = childAs(tree, node, Role.Module);
          const first = tree.language === 'python' ? module.split('.', 1)[0]! : module;
          bind(written, { module: first, names: [] });
        }
      } else if (kind === Kind.Call && file.language.importCall !== undefined) {
        const callee = childAs(tree, node, Role.Callee);
        if (callee === NONE || tree.value[callee] !== file.language.importCall) continue;
        const list = childAs(tree, node, Role.Arguments);
        const given = list === NONE ? NONE : tree.first[list]!;
        if (given === NONE || tree.kind[given] !== Kind.String) continue;
        const module = tree.value[given]!;
        let value = node;
        const names: string[] = [];
        while (tree.kind[tree.parent[value]!] === Kind.Member) {
          value = tree.parent[value]!;
          names.push(tree.value[childAs(tree, value, Role.Property)] ?? '');
        }
        const holder = tree.parent[value]!;
        const target = tree.kind[holder] === Kind.Var ? childAs(tree, holder, Role.Name) : NONE;
        const before = facts.length;
        facts.push({ module, names, line: lines.lineOf(tree.start[node]!) });
        if (target === NONE) continue;
        if (tree.kind[target] === Kind.Name) bind(target, { module, names });
        else if (tree.kind[target] === Kind.Dict) {
          const taken: string[] = [];
          for (const pair of childrenOf(tree, target)) {
            if (tree.kind[pair] !== Kind.Pair) continue;
            const key = childAs(tree, pair, Role.Key);
            const own = childAs(tree, pair, Role.Value);
            taken.push(tree.value[key] ?? '*');
            bind(own === NONE ? key : own, { module, names: [...names, tree.value[key] ?? '*'] });
          }
          facts[before] = { module, names: taken, line: facts[before]!.line };
        }
      }
    }
    this.facts = facts;
  }

  /** What an expression was imported as: `b.c` after `import * as b from 'a'` is `c` of `a`. */
  of(node: number): Imported | undefined {
    const { tree, names } = this.file;
    if (tree.kind[node] === Kind.TypeApply) return this.of(childAs(tree, node, Role.Base));
    if (tree.kind[node] === Kind.Name) {
      const entity = names.symbolOf[node];
      return entity && this.#of.get(entity);
    }
    if (tree.kind[node] !== Kind.Member) return undefined;
    const object = childAs(tree, node, Role.Object);
    const property = tree.value[childAs(tree, node, Role.Property)];
    const from = object === NONE ? undefined : this.of(object);
    return from && property !== undefined ? { module: from.module, names: [...from.names, property] } : undefined;
  }
}

const branches: ReadonlySet<Kind> = new Set([
  Kind.If,
  Kind.While,
  Kind.DoWhile,
  Kind.For,
  Kind.ForEach,
  Kind.Case,
  Kind.Catch,
  Kind.Ternary,
  Kind.CompIf,
]);

/** One more than the branches inside a node, those of functions within it included. */
export function complexityOf(tree: Tree, node: number): number {
  let count = 1;
  for (let at = node; at < tree.last[node]!; at++) {
    const kind = tree.kind[at]! as Kind;
    if (branches.has(kind)) count++;
    else if (kind === Kind.Binary && (tree.value[at] === '&&' || tree.value[at] === '||')) count++;
  }
  return count;
}

/** Reads from a tree all that is kept of its file. */
export function factsOf(file: SourceFile): FileFacts {
  const { tree, symbols, lines, names } = file;
  const imports = new Imports(file);
  const callees = calleesOf(tree, names);
  const byNode = new Map(symbols.map(({ node }, index) => [node, index]));
  const words = new Set<number>();
  const calls: CallFact[] = [];
  const packages: string[] = [];
  let isEntry = false;
  const open: number[] = [];
  for (let node = 1; node < tree.size; node++) {
    while (open.length > 0 && node >= tree.last[symbols[open.at(-1)!]!.node]!) open.pop();
    const own = byNode.get(node);
    if (own !== undefined) open.push(own);
    const kind = tree.kind[node];
    if (kind === Kind.Name) {
      const text = tree.value[node]!;
      words.add(wordHash(text));
      if (text === '__main__' || text === '__name__') isEntry = true;
    } else if (kind === Kind.Package) {
      const name = childAs(tree, node, Role.Name);
      if (name !== NONE) packages.push(tree.text.slice(tree.start[name]!, tree.end[name]!).replace(/\s+/g, ''));
    } else if (kind === Kind.Call || kind === Kind.New) {
      const fact = callFact(file, imports, callees, byNode, node, open.at(-1) ?? NONE);
      if (fact) calls.push(fact);
    }
  }
  if (
    symbols.some(
      ({ name, kind }) => /^(?:[\w$]{1,200}\.)?[mM]ain$/.test(name) && (kind === 'function' || kind === 'method'),
    )
  )
    isEntry = true;
  return {
    path: file.path,
    absolute: file.absolute,
    hash: file.hash,
    language: file.language.id,
    lines: lines.count,
    bytes: file.bytes.length,
    isBroken: tree.broken.length > 0,
    symbols: symbols.map(({ name, kind, node, start, end, above, isExported }) => ({
      name,
      kind,
      line: lines.lineOf(start),
      endLine: lines.lineOf(Math.max(start, end - 1)),
      above,
      isExported,
      complexity: kind === 'function' || kind === 'method' ? complexityOf(tree, node) : 0,
    })),
    imports: imports.facts,
    calls,
    packages,
    words: Uint32Array.from(words).sort(),
    isEntry: isEntry || file.text.startsWith('#!'),
  };
}

function callFact(
  { tree, names, lines }: SourceFile,
  imports: Imports,
  callees: ReturnType<typeof calleesOf>,
  byNode: ReadonlyMap<number, number>,
  node: number,
  from: number,
): CallFact | undefined {
  const callee = childAs(tree, node, Role.Callee);
  if (callee === NONE) return undefined;
  let last = callee;
  while (tree.kind[last] === Kind.TypeApply) last = childAs(tree, last, Role.Base);
  const isMember = tree.kind[last] === Kind.Member;
  const nameNode = isMember ? childAs(tree, last, Role.Property) : last;
  const name = nameNode === NONE ? undefined : tree.value[nameNode];
  if (name === undefined || tree.kind[nameNode] !== Kind.Name) return undefined;
  const { line, column } = lines.placeOf(tree.start[nameNode]!);
  const about = { from, name, line, column, isMember };
  const direct = callees.at(node, last);
  const symbol = direct && symbolAt(tree, byNode, direct.node);
  if (symbol !== undefined) return { ...about, symbol };
  const made = classNamed(tree, names, last);
  const ofClass = made === NONE ? undefined : byNode.get(made);
  if (ofClass !== undefined) return { ...about, symbol: ofClass };
  const imported = imports.of(last);
  if (imported) return { ...about, imported };
  if (!isMember) return about;
  const type = typeOfExpression(tree, names, childAs(tree, last, Role.Object));
  const given = type && 'node' in type ? imports.of(type.node) : undefined;
  return given ? { ...about, imported: { module: given.module, names: [...given.names, name] } } : about;
}

/** The symbol whose function this is: the function's own, or that of the variable or key it was given to. */
function symbolAt(tree: Tree, byNode: ReadonlyMap<number, number>, node: number): number | undefined {
  for (let at = node, steps = 0; at !== NONE && steps < 4; at = tree.parent[at]!, steps++) {
    const found = byNode.get(at);
    if (found !== undefined) return found;
  }
  return undefined;
}

function classNamed(tree: Tree, names: SourceFile['names'], node: number): number {
  const writer = names.symbolOf[node]?.writes[0];
  return writer !== undefined && tree.kind[writer] === Kind.Class ? writer : NONE;
}
