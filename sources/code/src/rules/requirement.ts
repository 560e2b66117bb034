import type { Requirement } from '../flow/taint.js';

/** Reads a formula over labels: `A and not (B or C)`. Throws an Error that says what is wrong. */
export function readRequirement(text: string): Requirement {
  const words = text.match(/[A-Za-z_$][\w$]*|[()]|\S/g) ?? [];
  let at = 0;
  const either = (): Requirement => {
    const parts = [both()];
    while (words[at] === 'or') {
      at++;
      parts.push(both());
    }
    return parts.length === 1 ? parts[0]! : { or: parts };
  };
  const both = (): Requirement => {
    const parts = [one()];
    while (words[at] === 'and') {
      at++;
      parts.push(one());
    }
    return parts.length === 1 ? parts[0]! : { and: parts };
  };
  const one = (): Requirement => {
    const word = words[at++];
    if (word === 'not') return { not: one() };
    if (word === '(') {
      const inner = either();
      if (words[at++] !== ')') throw new Error(`')' is missing in '${text}'`);
      return inner;
    }
    if (word === undefined || !/^[A-Za-z_$]/.test(word) || word === 'and' || word === 'or')
      throw new Error(`expected a label in '${text}'`);
    if (word === 'True' || word === 'true') return { and: [] };
    if (word === 'False' || word === 'false') return { or: [] };
    return { label: word };
  };
  if (words.length > 500) throw new Error('the requirement is too long');
  const read = either();
  if (at < words.length) throw new Error(`'${words[at]}' is not expected in '${text}'`);
  return read;
}
