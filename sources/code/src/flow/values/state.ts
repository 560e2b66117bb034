import type { Entity } from '../../names/scopes.js';
import { clean, cleanValue, joinValues, sameValues, type Taints, union, type Value } from './values.js';

/** A variable: what its name stands for, or the name where it is declared nowhere. */
export type Variable = Entity | string;

/** Values that several states share and none changes any more. */
interface Layer {
  readonly values: ReadonlyMap<Variable, Value>;
  readonly below: Layer | undefined;
  readonly depth: number;
}

/**
 * What is known at one point of a function. Copies share what was known before, so that a branch costs what it
 * changes and not what it could see.
 */
export class State {
  /** Whether this point can be reached. */
  reached = true;
  /** Taints of sources that say what runs after them, whatever it works on. */
  control: Taints = clean;
  #values = new Map<Variable, Value>();
  #below: Layer | undefined;

  get(variable: Variable): Value {
    return this.#find(variable) ?? cleanValue;
  }

  has(variable: Variable): boolean {
    return this.#find(variable) !== undefined;
  }

  set(variable: Variable, value: Value): void {
    this.#values.set(variable, value);
  }

  copy(): State {
    const state = new State();
    state.become(this);
    return state;
  }

  become(other: State): void {
    other.#settle();
    this.reached = other.reached;
    this.control = other.control;
    this.#values = new Map();
    this.#below = other.#below;
  }

  /** Becomes what is known where this way and another meet. */
  join(other: State): void {
    if (!other.reached) return;
    if (!this.reached) {
      this.become(other);
      return;
    }
    this.control = union(this.control, other.control);
    for (const variable of this.#changed(other)) {
      const here = this.get(variable);
      const there = other.get(variable);
      if (here !== there) this.#values.set(variable, joinValues(here, there));
    }
  }

  /** Whether the same is known here as there. */
  same(other: State): boolean {
    if (this.reached !== other.reached) return false;
    for (const variable of this.#changed(other)) {
      if (!sameValues(this.get(variable), other.get(variable))) return false;
    }
    return true;
  }

  #find(variable: Variable): Value | undefined {
    const own = this.#values.get(variable);
    if (own) return own;
    for (let layer = this.#below; layer; layer = layer.below) {
      const value = layer.values.get(variable);
      if (value) return value;
    }
    return undefined;
  }

  /** Makes all values shared. Layers of like size become one, so that there are never many. */
  #settle(): void {
    if (this.#values.size === 0) return;
    let values = this.#values;
    let below = this.#below;
    while (below && below.values.size <= values.size * 2) {
      const merged = new Map(below.values);
      for (const [variable, value] of values) merged.set(variable, value);
      values = merged;
      below = below.below;
    }
    this.#below = { values, below, depth: (below?.depth ?? 0) + 1 };
    this.#values = new Map();
  }

  /** The variables that may have other values here than there. */
  #changed(other: State): Set<Variable> {
    const found = new Set<Variable>([...this.#values.keys(), ...other.#values.keys()]);
    let here = this.#below;
    let there = other.#below;
    while (here !== there) {
      const deeper = (here?.depth ?? 0) >= (there?.depth ?? 0) ? here : there;
      for (const variable of deeper!.values.keys()) found.add(variable);
      if (deeper === here) here = here!.below;
      else there = there!.below;
    }
    return found;
  }
}
