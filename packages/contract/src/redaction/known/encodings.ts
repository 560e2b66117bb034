import { utf8 } from '../values/utf8.js';

const STANDARD = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const HEX = '0123456789abcdef';

export function hex(bytes: readonly number[]): string {
  return bytes.map(byte => HEX[byte >> 4]! + HEX[byte & 15]!).join('');
}

/** The characters that are certain when bytes stand in a longer text that is written in base64. */
export interface Base64Form {
  readonly text: string;
  /** Whether a character before and one after hold some of the bits too. */
  readonly before: boolean;
  readonly after: boolean;
}

/** The three ways bytes can come out in base64, by how many bytes stand before them modulo three. */
export function base64Forms(bytes: readonly number[]): Base64Form[] {
  return [0, 1, 2].map(offset => {
    const padded = [...new Array<number>(offset).fill(0), ...bytes];
    const bits = padded.length * 8;
    let text = '';
    for (let bit = Math.ceil((offset * 8) / 6) * 6; bit + 6 <= bits; bit += 6) text += STANDARD[sextet(padded, bit)]!;
    return { text, before: offset > 0, after: bits % 6 !== 0 };
  });
}

function sextet(bytes: readonly number[], bit: number): number {
  const index = bit >> 3;
  const pair = (bytes[index]! << 8) | (bytes[index + 1] ?? 0);
  return (pair >> (10 - (bit & 7))) & 0x3f;
}

export const base64Url = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_');

/** The ways a text is percent-encoded: encoders differ in what they leave alone, in the case of digits, and in the blank. */
export function percentForms(text: string): string[] {
  const forms: string[] = [];
  for (const kept of [
    /[A-Za-z0-9_.~-]/,
    /[A-Za-z0-9_.~!*'()-]/,
    /[A-Za-z0-9_.*-]/,
    /[A-Za-z0-9_.~!*'()\-;,/?:@&=+$#]/,
  ]) {
    const upper = Array.from(text, character => (kept.test(character) ? character : percent(character))).join('');
    forms.push(
      upper,
      upper.replace(/%[0-9A-F]{2}/g, sequence => sequence.toLowerCase()),
      upper.replaceAll('%20', '+'),
    );
  }
  return forms;
}

const percent = (character: string) =>
  utf8(character)
    .map(byte => `%${hex([byte]).toUpperCase()}`)
    .join('');

/** The ways a text stands inside JSON: escaped once, escaped to ASCII, and once more for JSON inside JSON. */
export function jsonForms(text: string): string[] {
  const escaped = JSON.stringify(text).slice(1, -1);
  const ascii = escaped.replace(/[^\0-\x7f]/g, unicode);
  const upper = escaped.replace(/[^\0-\x7f]/g, upperUnicode);
  const careful = escaped.replace(/\\"/g, '\\u0022').replace(/[^\0-\x7f]|[<>&'+`]/g, upperUnicode);
  const slashes = escaped.replaceAll('/', '\\/');
  return [
    escaped,
    ascii,
    upper,
    careful,
    slashes,
    JSON.stringify(escaped).slice(1, -1),
    JSON.stringify(ascii).slice(1, -1),
  ];
}

const unicode = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
const upperUnicode = (character: string) => unicode(character).toUpperCase().replace('\\U', '\\u');
