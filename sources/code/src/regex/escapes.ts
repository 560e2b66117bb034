/** Sets of characters that JavaScript has no short name for, as they stand inside brackets. */
export const setEscapes: Readonly<Record<string, string>> = {
  h: '\\t \\xa0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000',
  v: '\\n\\v\\f\\r\\x85\\u2028\\u2029',
  R: '\\n\\v\\f\\r\\x85\\u2028\\u2029',
};

export const posixSets: Readonly<Record<string, string>> = {
  alpha: 'A-Za-z',
  digit: '0-9',
  alnum: 'A-Za-z0-9',
  upper: 'A-Z',
  lower: 'a-z',
  space: '\\t-\\r ',
  blank: '\\t ',
  punct: '!-\\/:-@\\[-`\\{-~',
  xdigit: '0-9A-Fa-f',
  word: '\\w',
  cntrl: '\\x00-\\x1f\\x7f',
  print: ' -~',
  graph: '!-~',
  ascii: '\\x00-\\x7f',
};

/** The complement of a POSIX set, as ranges of ASCII and all that is not ASCII. */
export function complementOf(set: string): string {
  const inside = new RegExp(`[${set}]`);
  let found = '';
  for (let code = 0; code < 128; code++)
    if (!inside.test(String.fromCharCode(code))) found += `\\x${code.toString(16).padStart(2, '0')}`;
  return `${found}\\x80-\\uffff`;
}

/** A character as it may stand anywhere in an expression of either mode. */
export function literal(code: number): string {
  const character = String.fromCodePoint(code);
  if (/[\w \t]/.test(character) && code !== 9) return character;
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, '0')}`;
  if (code < 0x1_0000) return `\\u${code.toString(16).padStart(4, '0')}`;
  return character;
}

/** Both cases of a letter, as they stand inside brackets. */
export function bothCases(code: number): string {
  const character = String.fromCodePoint(code);
  const other = character === character.toLowerCase() ? character.toUpperCase() : character.toLowerCase();
  return other === character || [...other].length !== 1
    ? literal(code)
    : `${literal(code)}${literal(other.codePointAt(0)!)}`;
}
