import { BASE64_ALPHABET, sextetOf } from '../scan/sextets.js';
import { utf8 } from './utf8.js';

interface NodeBuffer {
  from(text: string, encoding: string): { toString(encoding: string): string };
}

/** Native where this runs in Node, because a loop over the characters of an image takes a hundred times as long. */
const { Buffer } = globalThis as { Buffer?: NodeBuffer };
const LONG = 4_096;

/** A text in UTF-8 and base64. */
export function toBase64(text: string): string {
  if (Buffer !== undefined) return Buffer.from(text, 'utf8').toString('base64');
  const bytes = utf8(text);
  let base64 = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const group = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    for (let sextet = 0; sextet < 4; sextet++)
      base64 += i + sextet > bytes.length ? '=' : BASE64_ALPHABET[(group >> (18 - 6 * sextet)) & 63]!;
  }
  return base64;
}

/** The bytes of base64 or base64url, one character each; white space and padding are passed over. Undefined for what is neither. */
export function fromBase64(text: string): string | undefined {
  if (text.length > LONG && Buffer !== undefined) return Buffer.from(text, 'base64').toString('latin1');
  let bytes = '';
  let bits = 0;
  let held = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 61 || code === 32 || (code >= 9 && code <= 13)) continue;
    const sextet = sextetOf(code);
    if (sextet < 0) return undefined;
    held = ((held << 6) | sextet) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += String.fromCharCode((held >> bits) & 0xff);
  }
  return bytes;
}
