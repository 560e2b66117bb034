import type { Match } from '../match/match.js';
import { Kind, Role } from '../syntax/kinds.js';
import { childAs, NONE, type Span } from '../syntax/tree.js';
import { read, targetOf, write } from './assignments.js';
import type { Found } from './places.js';
import { holds } from './requirement.js';
import { isSafeType } from './safe-types.js';
import type { PropagatorPart, SanitizerPart, SinkPart, SourcePart } from './taint.js';
import {
  allTaints,
  clean,
  cleanValue,
  type Taint,
  type Taints,
  union,
  type Value,
  withTaints,
} from './values/values.js';
import type { Walk } from './walk.js';

/** The label of sources that name none. */
const PLAIN = '__SOURCE__';

/** What the rule says of the nodes of a file: these are clean, tainted, moved on, reported. */
export class Marks {
  readonly #propagated = new Map<number, Taints>();
  /** What the nodes were worth that sinks ask of one by one. */
  readonly #asked = new Map<number, Taints>();

  constructor(readonly walk: Walk) {}

  /** What a node is worth by the rule, after what it is worth by itself. */
  of(node: number, plain: Value): Value {
    const { places, options } = this.walk;
    let value = plain;
    const moved = places.to.get(node);
    if (moved) for (const { id } of moved) value = withTaints(value, this.#propagated.get(id) ?? clean);
    const sanitizers = places.sanitizers.get(node);
    if (sanitizers && this.#sanitizes(node, sanitizers)) return cleanValue;
    const sources = places.sources.get(node);
    if (sources) for (const source of sources) value = this.#taint(node, source, value);
    if (options.taint_assume_safe_numbers || options.taint_assume_safe_booleans) {
      if (allTaints(value).size > 0 && isSafeType(this.walk, node)) value = cleanValue;
    }
    const from = places.from.get(node);
    if (from) for (const each of from) this.#propagate(each, value);
    if (places.asked.has(node)) this.#asked.set(node, allTaints(value));
    const sinks = places.sinks.get(node);
    if (sinks) for (const sink of sinks) this.#sink(node, sink, this.#sinkTaints(node, sink, value));
    return value;
  }

  #isWhole(node: number, { match }: Found<unknown>): boolean {
    return this.walk.tree.start[node] === match.start && this.walk.tree.end[node] === match.end;
  }

  #sanitizes(node: number, found: readonly Found<SanitizerPart>[]): boolean {
    let cleans = false;
    for (const each of found) {
      if (each.part.bySideEffect && this.#isWhole(node, each)) {
        const target = targetOf(this.walk, node);
        if (target) write(this.walk, target, cleanValue);
      }
      if (each.part.bySideEffect !== 'only') cleans = true;
    }
    return cleans;
  }

  #taint(node: number, found: Found<SourcePart>, value: Value): Value {
    const { part, match, id } = found;
    if (part.requires && !holds(part.requires, labelsOf(allTaints(value)))) return value;
    const label = part.label ?? PLAIN;
    const taint: Taint = {
      key: `${id} ${label}`,
      label,
      bindings: match.bindings,
      source: { start: match.start, end: match.end },
      way: { span: this.#shown(node, match), note: 'comes in here', before: undefined },
    };
    const one = new Map([[taint.key, taint]]);
    if (part.control) {
      this.walk.state.control = union(this.walk.state.control, one);
      return value;
    }
    const more = withTaints(value, one);
    if (part.bySideEffect && this.#isWhole(node, found)) {
      const target = targetOf(this.walk, node);
      if (target) write(this.walk, target, more);
    }
    return part.bySideEffect === 'only' ? value : more;
  }

  /** What is shown as the source: the whole of it, or where that is long the expression in it. */
  #shown(node: number, { start, end }: Span): Span {
    return end - start <= 200 ? { start, end } : this.walk.spanOf(node);
  }

  #propagate({ part, id }: Found<PropagatorPart>, value: Value): void {
    let taints = allTaints(value);
    if (taints.size === 0) {
      this.#propagated.delete(id);
      return;
    }
    if (part.requires && !holds(part.requires, labelsOf(taints))) return;
    if (part.label !== undefined) {
      const relabelled = new Map<string, Taint>();
      for (const taint of taints.values()) {
        if (part.replaceLabels && !part.replaceLabels.includes(taint.label)) continue;
        const key = `${taint.key.split(' ')[0]} ${part.label}`;
        relabelled.set(key, { ...taint, key, label: part.label });
      }
      taints = relabelled;
    }
    this.#propagated.set(id, taints);
    // What it moves to may have been seen already: then the variable gets it at once.
    if (part.bySideEffect === false) return;
    for (const node of this.walk.places.targets.get(id) ?? []) {
      const target = targetOf(this.walk, node);
      if (target) write(this.walk, { ...target, weak: false }, withTaints(read(this.walk, target), taints));
    }
  }

  /** What a sink sees of a call: all that goes into it. A value that the sink is given counts only for what it is worth. */
  #sinkTaints(node: number, { match }: Found<SinkPart>, value: Value): Taints {
    const { tree, inputs, state } = this.walk;
    let taints = allTaints(value);
    if (isGiven(match)) return union(taints, state.control);
    const kind = tree.kind[node];
    if (kind === Kind.Call || kind === Kind.New) taints = union(taints, inputs.get(node) ?? clean);
    if (kind === Kind.Assign) taints = union(taints, inputs.get(childAs(tree, node, Role.Right)) ?? clean);
    return union(taints, state.control);
  }

  /** Whether each metavariable of a sink has the labels that are asked of it. */
  #holdAll(all: NonNullable<SinkPart['multiRequires']>, match: Match): boolean {
    return all.every(({ metavariable, requires }) => {
      const nodes = this.walk.places.nodesOf(match, metavariable);
      const taints = nodes.reduce((found, node) => union(found, this.#asked.get(node) ?? clean), clean);
      return holds(requires, labelsOf(taints));
    });
  }

  #sink(node: number, { part, match, id }: Found<SinkPart>, taints: Taints): void {
    if (taints.size === 0) return;
    const { flows, options } = this.walk;
    if (part.atExit && !isAtExit(this.walk, node)) return;
    if (part.multiRequires) {
      if (!this.#holdAll(part.multiRequires, match)) return;
    } else if (!holds(part.requires ?? { label: PLAIN }, labelsOf(taints))) return;
    for (const taint of taints.values()) {
      if (options.taint_unify_mvars && !agree(taint, match.bindings)) continue;
      if (!part.requires && !part.multiRequires && taint.label !== PLAIN) continue;
      const place = options.taint_focus_on === 'source' ? taint.source : match;
      const key = `${place.start} ${place.end} ${id}`;
      if (flows.has(key)) return;
      const bindings = new Map(taint.bindings);
      for (const [name, binding] of match.bindings) bindings.set(name, binding);
      const steps = [{ ...this.walk.spanOf(node), note: 'is used here' }];
      for (let step = taint.way; step; step = step.before) steps.unshift({ ...step.span, note: step.note });
      flows.set(key, { start: place.start, end: place.end, bindings, steps });
      return;
    }
  }
}

/** Whether what matched is one of its metavariables: the rule is about what stands there, and not about what is done with it. */
function isGiven({ start, end, bindings }: Match): boolean {
  for (const binding of bindings.values()) if (binding.start === start && binding.end === end) return true;
  return false;
}

/** Whether a function ends where a node is: what it returns, or the last of its statements. */
function isAtExit({ tree }: Walk, node: number): boolean {
  for (let at = node; at !== NONE; at = tree.parent[at]!) {
    const above = tree.parent[at]!;
    if (tree.kind[at] === Kind.Return || tree.kind[at] === Kind.Throw) return true;
    if (tree.kind[at] === Kind.Function) return true;
    const isList = above !== NONE && (tree.kind[above] === Kind.Block || tree.kind[above] === Kind.Program);
    if (isList && tree.next[at] !== NONE) return false;
    if (isList && LOOPS.has(tree.kind[tree.parent[above]!]!)) return false;
  }
  return true;
}

const LOOPS: ReadonlySet<number> = new Set([Kind.For, Kind.ForEach, Kind.While, Kind.DoWhile]);

function labelsOf(taints: Taints): Set<string> {
  return new Set([...taints.values()].map(taint => taint.label));
}

function agree(taint: Taint, bindings: ReadonlyMap<string, { readonly text: string }>): boolean {
  for (const [name, { text }] of bindings) {
    const there = taint.bindings.get(name);
    if (there && there.text !== text) return false;
  }
  return true;
}
