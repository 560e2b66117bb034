import type { Entity } from '../names/scopes.js';
import { Kind } from '../syntax/kinds.js';
import type { Callees } from './callees.js';

/** Which variables of others a function may see or write, by itself or by what it calls. */
export interface Reach {
  readonly entities: ReadonlySet<Entity>;
  /** Whether it speaks of its object. */
  readonly self: boolean;
}

interface Direct extends Reach {
  readonly calls: ReadonlySet<number>;
}

const MOST_FUNCTIONS = 200;

const known = new WeakMap<Callees, Reaches>();

/** What the functions of a file may see; found once, whatever number of rules ask. */
export function reachesOf(callees: Callees): Reaches {
  const reaches = known.get(callees) ?? new Reaches(callees);
  known.set(callees, reaches);
  return reaches;
}

export class Reaches {
  readonly #direct = new Map<number, Direct>();
  readonly #all = new Map<number, Reach>();
  #callers: ReadonlyMap<number, readonly number[]> | undefined;

  constructor(readonly callees: Callees) {}

  of(node: number): Reach {
    let reach = this.#all.get(node);
    if (reach) return reach;
    const entities = new Set<Entity>();
    let self = false;
    const seen = new Set([node]);
    for (const at of seen) {
      const direct = this.#directly(at);
      for (const entity of direct.entities) if (!isInside(this.callees, entity, node)) entities.add(entity);
      self ||= direct.self;
      // Past so many functions nothing of value is left to see.
      if (seen.size < MOST_FUNCTIONS) for (const next of direct.calls) seen.add(next);
    }
    reach = { entities, self };
    this.#all.set(node, reach);
    return reach;
  }

  /** The functions that hold for a test, and all that may run one of them. */
  leadingTo(holds: (node: number) => boolean): ReadonlySet<number> {
    this.#callers ??= this.#findCallers();
    const found = new Set(this.callees.inOrder.filter(holds));
    for (const node of found) for (const caller of this.#callers.get(node) ?? []) found.add(caller);
    return found;
  }

  #findCallers(): ReadonlyMap<number, readonly number[]> {
    const callers = new Map<number, number[]>();
    for (const node of this.callees.inOrder) {
      for (const called of this.#directly(node).calls) {
        const list = callers.get(called);
        if (list) list.push(node);
        else callers.set(called, [node]);
      }
    }
    return callers;
  }

  #directly(node: number): Direct {
    const known = this.#direct.get(node);
    if (known) return known;
    const { tree, names } = this.callees;
    const entities = new Set<Entity>();
    const calls = new Set<number>();
    let self = false;
    for (let at = node + 1; at < tree.last[node]!; at++) {
      if (tree.kind[at] !== Kind.Name) continue;
      const text = tree.value[at]!;
      for (const each of this.callees.named(text)) calls.add(each);
      const symbol = names.symbolOf[at];
      if (!symbol) self ||= text === 'this';
      else if (tree.kind[symbol.scope.node] === Kind.Class) self = true;
      else if (!isInside(this.callees, symbol, node) && isVariable(this.callees, symbol)) entities.add(symbol);
    }
    const direct = { entities, self, calls };
    this.#direct.set(node, direct);
    return direct;
  }
}

function isInside({ tree }: Callees, entity: Entity, node: number): boolean {
  const at = entity.scope.node;
  return at >= node && at < tree.last[node]!;
}

function isVariable({ tree }: Callees, entity: Entity): boolean {
  return entity.writes.some(writer => {
    const kind = tree.kind[writer];
    return kind !== Kind.Function && kind !== Kind.Class && kind !== Kind.Import;
  });
}
