import { NONE } from '../syntax/tree.js';
import type { CallFact, FileFacts } from './facts.js';
import { plainName } from './outline.js';
import type { Project } from './workspace.js';

/** A function of the project, or one of another that it calls. */
export interface GraphNode {
  /** `path#Outer.inner`; the name alone for what is not in the project. */
  readonly id: string;
  readonly name: string;
  readonly file?: FileFacts;
  readonly line?: number;
  readonly endLine?: number;
  readonly isEntry: boolean;
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /** 1 by scope and imports, less where only names agree. */
  readonly confidence: number;
  readonly line: number;
}

/** Which function of a project calls which. */
export class CallGraph {
  readonly nodes = new Map<string, GraphNode>();
  readonly edges: GraphEdge[] = [];
  readonly out = new Map<string, GraphEdge[]>();
  readonly into = new Map<string, GraphEdge[]>();

  constructor(
    readonly project: Project,
    private readonly withForeign = false,
  ) {
    const named = new Map<string, string[]>();
    for (const file of project.files)
      for (const symbol of file.symbols) {
        if (symbol.kind === 'variable' || symbol.kind === 'module') continue;
        const id = idOf(file, symbol.name);
        const isEntry =
          file.isEntry && (symbol.above === NONE || /main$/i.test(symbol.name)) && /main$/i.test(symbol.name);
        this.nodes.set(id, { id, name: symbol.name, file, line: symbol.line, endLine: symbol.endLine, isEntry });
        const list = named.get(plainName(symbol.name));
        if (list) list.push(id);
        else named.set(plainName(symbol.name), [id]);
      }
    for (const file of project.files) for (const call of file.calls) this.#add(file, call, named);
  }

  #add(file: FileFacts, call: CallFact, named: ReadonlyMap<string, readonly string[]>): void {
    const from = this.#holder(file, call);
    const found = this.#target(file, call, named);
    if (!found) return;
    const edge = { from, to: found.id, confidence: found.confidence, line: call.line };
    const before = this.out.get(from)?.some(each => each.to === edge.to);
    if (before) return;
    this.edges.push(edge);
    push(this.out, from, edge);
    push(this.into, found.id, edge);
  }

  /** The function a call stands in; the file where it stands in none. */
  #holder(file: FileFacts, { from }: CallFact): string {
    let at = from;
    while (at !== NONE && !this.nodes.has(idOf(file, file.symbols[at]!.name))) at = file.symbols[at]!.above;
    if (at !== NONE) return idOf(file, file.symbols[at]!.name);
    const id = idOf(file, '');
    if (!this.nodes.has(id))
      this.nodes.set(id, { id, name: '(file)', file, line: 1, endLine: file.lines, isEntry: file.isEntry });
    return id;
  }

  #target(
    file: FileFacts,
    { name, symbol, imported, isMember }: CallFact,
    named: ReadonlyMap<string, readonly string[]>,
  ): { id: string; confidence: number } | undefined {
    if (symbol !== undefined) {
      const id = idOf(file, file.symbols[symbol]!.name);
      return this.nodes.has(id) ? { id, confidence: 1 } : undefined;
    }
    if (imported) {
      const found = resolveImport(this.project, file, imported);
      if (found) return { id: idOf(found.file, found.name), confidence: 1 };
      return this.withForeign ? this.#foreign([imported.module, ...imported.names].join('.')) : undefined;
    }
    const all = named.get(name) ?? [];
    if (!isMember) {
      const beside = this.project.modules.besides(file);
      const near = all.filter(id => beside.includes(this.nodes.get(id)!.file!));
      if (near.length === 1) return { id: near[0]!, confidence: 0.9 };
    }
    if (all.length === 1) return { id: all[0]!, confidence: isMember ? 0.5 : 0.3 };
    return this.withForeign ? this.#foreign(name) : undefined;
  }

  #foreign(name: string): { id: string; confidence: number } {
    const id = `external:${name}`;
    if (!this.nodes.has(id)) this.nodes.set(id, { id, name, isEntry: false });
    return { id, confidence: 1 };
  }
}

const MOST_REEXPORTS = 6;

/** The symbol that an import means, also through files that only pass it on. */
export function resolveImport(
  project: Project,
  from: FileFacts,
  imported: { readonly module: string; readonly names: readonly string[] },
  depth = 0,
): { readonly file: FileFacts; readonly name: string } | undefined {
  const found = project.modules.find(from, imported);
  if (!found || depth > MOST_REEXPORTS) return undefined;
  const wanted = found.names.filter(name => name !== 'default' && name !== '*');
  for (const file of found.files) {
    const name = wanted.join('.');
    if (file.symbols.some(symbol => symbol.name === name)) return { file, name };
    if (wanted.length > 0) {
      const first = wanted[0]!;
      for (const { module, names } of file.imports) {
        if (!names.includes(first) && !names.includes('*')) continue;
        const further = resolveImport(project, file, { module, names: wanted }, depth + 1);
        if (further) return further;
      }
    } else if (found.names.includes('default')) {
      const only = file.symbols.filter(
        ({ above, isExported, kind }) => above === NONE && isExported && kind !== 'variable',
      );
      if (only.length === 1) return { file, name: only[0]!.name };
    }
  }
  return undefined;
}

export const idOf = ({ path }: FileFacts, name: string): string => `${path}#${name}`;

function push(map: Map<string, GraphEdge[]>, key: string, edge: GraphEdge): void {
  const list = map.get(key);
  if (list) list.push(edge);
  else map.set(key, [edge]);
}

/** Which file imports which, by their paths. */
export function fileGraph(project: Project): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const file of project.files) {
    const targets = new Set<string>();
    for (const { module, names } of file.imports) {
      const all = names.length === 0 ? [[]] : names.map(name => (name === '*' ? [] : [name]));
      for (const each of all)
        for (const target of project.modules.find(file, { module, names: each })?.files ?? [])
          if (target !== file) targets.add(target.path);
    }
    graph.set(file.path, targets);
  }
  return graph;
}

const ROUNDS = 30;
const DAMPING = 0.85;

/** How much leads to each of some things, directly and through others: the rank of a page in a web of links. */
export function rank(graph: ReadonlyMap<string, ReadonlySet<string>>): Map<string, number> {
  const names = [...graph.keys()];
  const base = 1 / Math.max(1, names.length);
  let ranks = new Map(names.map(name => [name, base]));
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Map(names.map(name => [name, (1 - DAMPING) * base]));
    let loose = 0;
    for (const name of names) {
      const targets = graph.get(name)!;
      const own = ranks.get(name)!;
      if (targets.size === 0) loose += own;
      else
        for (const target of targets)
          if (next.has(target)) next.set(target, next.get(target)! + (DAMPING * own) / targets.size);
    }
    const share = (DAMPING * loose) / Math.max(1, names.length);
    for (const name of names) next.set(name, next.get(name)! + share);
    ranks = next;
  }
  return ranks;
}

const MOST_CIRCLES = 100;

/** Groups of files that import each other in circles, the largest first. */
export function circlesIn(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  // Tarjan's walk, with a stack of its own: projects are deeper than the stack of a program.
  const number = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const circles: string[][] = [];
  for (const start of graph.keys()) {
    if (number.has(start)) continue;
    const work: { readonly node: string; readonly rest: string[] }[] = [];
    const enter = (node: string) => {
      number.set(node, number.size);
      low.set(node, number.get(node)!);
      stack.push(node);
      onStack.add(node);
      work.push({ node, rest: [...(graph.get(node) ?? [])] });
    };
    enter(start);
    while (work.length > 0) {
      const { node, rest } = work.at(-1)!;
      const next = rest.pop();
      if (next !== undefined) {
        if (!number.has(next)) enter(next);
        else if (onStack.has(next)) low.set(node, Math.min(low.get(node)!, number.get(next)!));
        continue;
      }
      work.pop();
      const above = work.at(-1);
      if (above) low.set(above.node, Math.min(low.get(above.node)!, low.get(node)!));
      if (low.get(node) !== number.get(node)) continue;
      const group: string[] = [];
      for (let last = ''; last !== node; ) {
        last = stack.pop()!;
        onStack.delete(last);
        group.push(last);
      }
      if (group.length > 1) circles.push(group.sort());
    }
  }
  return circles
    .sort((one, other) => other.length - one.length || (one[0]! < other[0]! ? -1 : 1))
    .slice(0, MOST_CIRCLES);
}
