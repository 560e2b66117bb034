import { type Closure, cleanValue, type Taints, type Value } from './values.js';

const DEEPEST = 6;
const DEEPEST_CAPTURED = 3;

/**
 * What values are to a function: the same signature, the same result. A value never changes, so that each is looked at
 * once, and what lies in it has a number in place of its own long signature.
 */
export class Signatures {
  readonly #known: WeakMap<Value, string>[] = [];
  readonly #numbers = new Map<string, number>();

  /** Empty for a value of which nothing is known. */
  of(value: Value, depth = 0): string {
    if (value === cleanValue) return '';
    this.#known[depth] ??= new WeakMap();
    const known = this.#known[depth];
    let text = known.get(value);
    if (text === undefined) {
      text = this.#short(this.#written(value, depth));
      known.set(value, text);
    }
    return text;
  }

  #written({ own, literal, length, functions, rest, parts }: Value, depth: number): string {
    let text = keysOf(own);
    if (literal !== undefined) text += `=${JSON.stringify(literal)}`;
    if (length !== undefined) text += `#${length}`;
    for (const each of functions ?? []) text += this.#function(each, depth);
    if (rest) text += `?${keysOf(rest)}`;
    if (!parts || parts.size === 0 || depth > DEEPEST) return text;
    const inside = [...parts].map(([name, part]) => `${name}:${this.of(part, depth + 1)}`).sort();
    return `${text}{${inside.join(';')}}`;
  }

  #function({ node, captured }: Closure, depth: number): string {
    if (!captured || depth >= DEEPEST_CAPTURED) return `@${node}`;
    const held = [...captured].map(([entity, value]) => `${entity.id}:${this.of(value, depth + 1)}`);
    return `@${node}(${held.join(';')})`;
  }

  #short(text: string): string {
    if (text.length <= 12) return text;
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(text, number);
    }
    return `~${number}`;
  }
}

const keysOf = (taints: Taints) => (taints.size === 0 ? '' : [...taints.keys()].sort().join(','));
