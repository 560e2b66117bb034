import { isExpression } from '../match/equivalences.js';
import type { Match } from '../match/match.js';
import { Kind, Role } from '../syntax/kinds.js';
import { NONE, type Tree } from '../syntax/tree.js';
import type { GuardPart, PropagatorPart, SanitizerPart, SinkPart, SourcePart, TaintPart, TaintQuery } from './taint.js';

export interface Found<P> {
  readonly part: P;
  readonly match: Match;
  /** The place of the part and match among all, for keys. */
  readonly id: number;
}

/** What the parts of a query say of each node of a file. */
export interface Places {
  readonly sources: ReadonlyMap<number, readonly Found<SourcePart>[]>;
  readonly sinks: ReadonlyMap<number, readonly Found<SinkPart>[]>;
  readonly sanitizers: ReadonlyMap<number, readonly Found<SanitizerPart>[]>;
  readonly from: ReadonlyMap<number, readonly Found<PropagatorPart>[]>;
  readonly to: ReadonlyMap<number, readonly Found<PropagatorPart>[]>;
  /** The nodes that a propagator moves taint to, by its id. */
  readonly targets: ReadonlyMap<number, readonly number[]>;
  readonly guards: ReadonlyMap<number, readonly Found<GuardPart>[]>;
  /** The nodes of metavariables that sinks ask of one by one. */
  readonly asked: ReadonlySet<number>;
  /** The nodes that a metavariable of a match stands for. */
  readonly nodesOf: (match: Match, metavariable: string) => readonly number[];
}

const known = new WeakMap<Tree, NodesByPlace>();

/** Finds for each match the nodes it is about. */
export function placesOf(query: TaintQuery, tree: Tree): Places {
  const at = known.get(tree) ?? new NodesByPlace(tree);
  known.set(tree, at);
  const ids = new Map<object, Map<Match, number>>();
  let count = 0;
  // A propagator has one id for where taint comes from and where it goes.
  const idOf = (part: object, match: Match): number => {
    const known = ids.get(part) ?? new Map<Match, number>();
    ids.set(part, known);
    const id = known.get(match) ?? ++count;
    known.set(match, id);
    return id;
  };
  const collect = <P extends Pick<TaintPart, 'matches'>>(
    parts: readonly P[],
    nodesOf: (part: P, match: Match) => readonly number[],
  ): Map<number, Found<P>[]> => {
    const found = new Map<number, Found<P>[]>();
    for (const part of parts) {
      for (const match of part.matches) {
        const id = idOf(part, match);
        for (const node of nodesOf(part, match)) {
          const list = found.get(node);
          if (list) list.push({ part, match, id });
          else found.set(node, [{ part, match, id }]);
        }
      }
    }
    return found;
  };
  const bound = (match: Match, name: string): readonly number[] => {
    const binding = match.bindings.get(name);
    return binding ? at.outermost(binding.start, binding.end) : [];
  };
  // A sanitizer may yield to the sources and sinks it would make pointless.
  const conflicts = new Set(
    [...query.sources, ...query.sinks].flatMap(part => part.matches.map(match => `${match.start} ${match.end}`)),
  );
  const to = collect(query.propagators, (part, match) => bound(match, part.to));
  const targets = new Map<number, number[]>();
  for (const [node, found] of to) {
    for (const { id } of found) {
      const nodes = targets.get(id);
      if (nodes) nodes.push(node);
      else targets.set(id, [node]);
    }
  }
  const asked = new Set(
    query.sinks.flatMap(({ matches, multiRequires = [] }) =>
      multiRequires.flatMap(({ metavariable }) => matches.flatMap(match => bound(match, metavariable))),
    ),
  );
  return {
    sources: collect(query.sources, (part, match) =>
      part.exact ? at.outermost(match.start, match.end) : at.all(match.start, match.end),
    ),
    sinks: collect(query.sinks, (part, match) =>
      part.exact === false ? at.all(match.start, match.end) : at.outermost(match.start, match.end),
    ),
    sanitizers: collect(query.sanitizers, (part, match) =>
      part.notConflicting && conflicts.has(`${match.start} ${match.end}`)
        ? []
        : part.exact
          ? at.outermost(match.start, match.end)
          : at.all(match.start, match.end),
    ),
    from: collect(query.propagators, (part, match) => bound(match, part.from)),
    to,
    targets,
    guards: collect(query.guards ?? [], (_, match) => at.outermost(match.start, match.end)),
    asked,
    nodesOf: bound,
  };
}

/** The expressions of a file by where they are. */
class NodesByPlace {
  readonly #nodes: number[] = [];

  constructor(readonly tree: Tree) {
    for (let node = 0; node < tree.size; node++) {
      if (isPlace(tree, node)) this.#nodes.push(node);
    }
  }

  /** All expressions within a span. */
  all(start: number, end: number): number[] {
    const { tree } = this;
    const found: number[] = [];
    for (let i = this.#firstFrom(start); i < this.#nodes.length; i++) {
      const node = this.#nodes[i]!;
      if (tree.start[node]! >= end) break;
      if (tree.end[node]! <= end) found.push(node);
    }
    return found;
  }

  /** Those of them that lie in no other. */
  outermost(start: number, end: number): number[] {
    const found: number[] = [];
    let last = NONE;
    for (const node of this.all(start, end)) {
      if (last !== NONE && node < this.tree.last[last]!) continue;
      found.push(node);
      last = node;
    }
    return found;
  }

  #firstFrom(start: number): number {
    let low = 0;
    let high = this.#nodes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.tree.start[this.#nodes[middle]!]! < start) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Whether a node has a value: expressions, and the names that parameters and variables declare. */
function isPlace(tree: Tree, node: number): boolean {
  const kind = tree.kind[node]! as Kind;
  if (kind === Kind.Parameter) return true;
  if (!isExpression(kind)) return false;
  if (kind === Kind.Function || kind === Kind.Class)
    return tree.role[node] !== Role.None || tree.kind[tree.parent[node]!] === Kind.Arguments;
  switch (tree.role[node]) {
    case Role.Property:
    case Role.Module:
    case Role.Type:
    case Role.Super:
      return false;
    case Role.Name: {
      const above = tree.kind[tree.parent[node]!];
      return above === Kind.Parameter || above === Kind.Var || above === Kind.WithItem || above === Kind.Catch;
    }
    default:
      return true;
  }
}
