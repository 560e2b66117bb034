import type { Json } from '@concord/contract';

/** The value as a token when it is a non-empty string or a number. */
export function value(given: Json | undefined): readonly string[] {
  if (typeof given === 'number') return [String(given)];
  return typeof given === 'string' && given.trim() !== '' ? [given] : [];
}

/** An option and its value, two tokens; nothing when the value is not set. */
export function option(name: string, given: Json | undefined): readonly string[] {
  return value(given).flatMap(token => [name, token]);
}

/** Like `option`, but a value that begins with `-` or `@` is joined to the name. */
export function freeOption(name: string, given: Json | undefined): readonly string[] {
  return value(given).flatMap(token => (/^[-@]/.test(token) ? [`${name}=${token}`] : [name, token]));
}

/** The option when the parameter is true. */
export function flag(name: string, given: Json | undefined): readonly string[] {
  return given === true ? [name] : [];
}

/** The strings of an array, one token each. */
export function each(given: Json | undefined): readonly string[] {
  return Array.isArray(given) ? given.flatMap(value) : [];
}

/** The pieces of a list in one string, without the blank ones. */
export function pieces(given: Json | undefined, separator: RegExp): readonly string[] {
  const text = typeof given === 'string' ? given : '';
  return text
    .split(separator)
    .map(piece => piece.trim())
    .filter(piece => piece !== '');
}

/** An option followed by all its values; nothing when there are none. */
export function optionList(name: string, values: readonly string[]): readonly string[] {
  return values.length === 0 ? [] : [name, ...values];
}
