import type { Entity } from '../names/scopes.js';
import { clean, cleanValue, joinValues, sameValues, type Taints, union, type Value } from './values.js';

/** A variable: what its name stands for, or the name where it is declared nowhere. */
export type Variable = Entity | string;

/** What is known at one point of a function. */
export class State {
  /** Whether this point can be reached. */
  reached = true;
  /** Taints of sources that say what runs after them, whatever it works on. */
  control: Taints = clean;
  readonly #values: Map<Variable, Value>;

  constructor(values: ReadonlyMap<Variable, Value> = new Map()) {
    this.#values = new Map(values);
  }

  get(variable: Variable): Value {
    return this.#values.get(variable) ?? cleanValue;
  }

  set(variable: Variable, value: Value): void {
    this.#values.set(variable, value);
  }

  copy(): State {
    const state = new State(this.#values);
    state.reached = this.reached;
    state.control = this.control;
    return state;
  }

  /** Becomes what is known where this way and another meet. */
  join(other: State): void {
    if (!other.reached) return;
    if (!this.reached) {
      this.become(other);
      return;
    }
    this.control = union(this.control, other.control);
    for (const [variable, value] of other.#values) {
      const here = this.#values.get(variable);
      if (here !== value) this.#values.set(variable, joinValues(here ?? cleanValue, value));
    }
  }

  become(other: State): void {
    this.reached = other.reached;
    this.control = other.control;
    this.#values.clear();
    for (const [variable, value] of other.#values) this.#values.set(variable, value);
  }

  /** Whether the same is known here as there. */
  same(other: State): boolean {
    if (this.reached !== other.reached) return false;
    for (const variable of new Set([...this.#values.keys(), ...other.#values.keys()])) {
      if (!sameValues(this.get(variable), other.get(variable))) return false;
    }
    return true;
  }
}
