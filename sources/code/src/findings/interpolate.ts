import type { Bindings } from '../match/match.js';

/** Metavariables in a text of a rule, and what they are worth. */
const places = /value\((\$(?:\.\.\.)?[A-Z_][A-Z_0-9]*)\)|(\$(?:\.\.\.)?[A-Z_][A-Z_0-9]*|\$\d+)/g;

/** The text of a rule with what its metavariables stand for; those that stand for nothing stay. */
export function interpolate(text: string, bindings: Bindings): string {
  return text.replace(places, (whole, value: string | undefined, name: string | undefined) => {
    if (value !== undefined) {
      const binding = bindings.get(value);
      return binding ? String(binding.constant ?? binding.text) : whole;
    }
    // `$X` is a metavariable where `$XY` is none.
    for (let length = name!.length; length > 1; length--) {
      const binding = bindings.get(name!.slice(0, length));
      if (binding) return binding.text + name!.slice(length);
    }
    return whole;
  });
}
