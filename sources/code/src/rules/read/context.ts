import type { LineAndColumn } from '../../text/lines.js';
import type { Fault, RuleText } from '../rule.js';
import type { Located, LocatedMap, LocatedText } from './located.js';

/** What is wrong with one rule; the rest of its file is read all the same. */
export class RuleFault extends Error {
  constructor(
    readonly kind: Fault['kind'],
    message: string,
    readonly place: LineAndColumn,
    /** The file it stands in, where that is not the rule's own. */
    readonly path?: string,
  ) {
    super(message);
  }
}

export function syntaxFault(message: string, { place }: { readonly place: LineAndColumn }): RuleFault {
  return new RuleFault('rule_syntax', message, place);
}

export function unsupported(message: string, { place }: { readonly place: LineAndColumn }): RuleFault {
  return new RuleFault('unsupported', message, place);
}

export function expectMap(value: Located, what: string): LocatedMap {
  if (value.is !== 'map') throw syntaxFault(`${what} must be a mapping`, value);
  return value;
}

export function expectList(value: Located, what: string): readonly Located[] {
  if (value.is !== 'list') throw syntaxFault(`${what} must be a list`, value);
  return value.items;
}

export function expectText(value: Located, what: string): LocatedText {
  if (value.is !== 'text') throw syntaxFault(`${what} must be text`, value);
  if (value.value === null && value.text === '') throw syntaxFault(`${what} is empty`, value);
  return value;
}

/** One text, or a list of texts. */
export function expectTexts(value: Located, what: string): readonly LocatedText[] {
  return value.is === 'list' ? value.items.map(each => expectText(each, what)) : [expectText(value, what)];
}

export function expectBoolean(value: Located, what: string): boolean {
  const { value: given } = expectText(value, what);
  if (typeof given === 'boolean') return given;
  if (given === 'true' || given === 'false') return given === 'true';
  throw syntaxFault(`${what} must be true or false`, value);
}

export function ruleText({ text, place, indent }: LocatedText): RuleText {
  return indent === undefined ? { text, place } : { text, place, indent };
}

const metavariable = /^\$(?:\.\.\.)?[A-Z_][A-Z_0-9]*$|^\$\d+$/;

/** The name of a metavariable. */
export function expectMetavariable(value: Located, what: string): string {
  const { text } = expectText(value, what);
  const name = text.trim();
  if (!metavariable.test(name))
    throw syntaxFault(`${what} must name a metavariable such as $X, not '${name.slice(0, 40)}'`, value);
  return name;
}

/** A key that a mapping must have. */
export function required(map: LocatedMap, key: string, what: string): Located {
  const value = map.entries.get(key);
  if (!value) throw syntaxFault(`${what} has no '${key}'`, map);
  return value;
}

/** Refuses keys that are not known. */
export function refuseOthers(map: LocatedMap, known: readonly string[], what: string): void {
  for (const [key, place] of map.keys)
    if (!known.includes(key)) throw syntaxFault(`${what} has no key '${key.slice(0, 40)}'`, { place });
}
