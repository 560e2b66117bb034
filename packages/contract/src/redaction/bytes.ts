import type { Redacted } from './scan/mask.js';
import type { Tally } from './scan/tally.js';
import { fromBase64, toBase64 } from './values/base64.js';

/** How bytes are searched: as text, and for known values alone where they are no text. */
export interface BytesSearch {
  readonly text: (text: string, tally: Tally) => Redacted;
  /** Whether a known value stands in a text, in any of its forms; undefined where none is known. */
  readonly holdsKnown: ((text: string) => boolean) | undefined;
}

/** What redaction made of bytes in base64; without `base64` they are to be withheld. */
export interface RedactedBytes {
  readonly base64?: string;
  readonly rules: readonly string[];
}

const BASE64_ONLY = /^[A-Za-z0-9+/_\-\s]*(?:={1,2}\s*)?$/;
/** What no text holds but for escape codes of a terminal. */
const NO_TEXT = /[\0-\x07\x0e-\x1a\x1c-\x1f\x7f]/;
/** How much base64 tells most images and sounds from text: a multiple of four. */
const BEGINNING = 4_096;
const KNOWN_ALONE: readonly string[] = ['known-value'];

export const isBase64 = (text: string): boolean => BASE64_ONLY.test(text);

/**
 * Masks bytes that are UTF-8 as text. Other bytes cannot be masked in part: where a known value stands in them they are withheld, and
 * otherwise they are left alone. Undefined where there is nothing to hide; what is hidden is counted in the tally.
 */
export function redactBytes(
  base64: string,
  { text, holdsKnown }: BytesSearch,
  tally: Tally,
): RedactedBytes | undefined {
  const begin = fromBase64(base64.slice(0, BEGINNING));
  const isNoText = begin === undefined || NO_TEXT.test(begin);
  if (isNoText && holdsKnown === undefined) return undefined;
  const bytes = base64.length <= BEGINNING ? begin : fromBase64(base64);
  const told = isNoText || bytes === undefined ? undefined : utf8Text(bytes);
  if (told !== undefined) {
    const { text: masked, count, rules } = text(told, tally);
    if (count > 0) return { base64: toBase64(masked), rules };
  }
  if (holdsKnown === undefined) return undefined;
  // A value of letters and digits looks like base64 itself. Long data of images is spared a second search.
  const isPlain = (base64.length <= BEGINNING || /[-_]/.test(base64)) && holdsKnown(base64);
  const isHeld = isPlain || (told === undefined && bytes !== undefined && holdsKnown(bytes));
  if (!isHeld) return undefined;
  tally.add(base64);
  return { rules: KNOWN_ALONE };
}

interface Decoder {
  decode(bytes: Uint8Array): string;
}
let decoder: Decoder | undefined;

/** The text that bytes are in UTF-8; undefined for what is none. */
function utf8Text(bytes: string): string | undefined {
  if (NO_TEXT.test(bytes)) return undefined;
  if (!/[\x80-\xff]/.test(bytes)) return bytes;
  const { TextDecoder } = globalThis as unknown as { TextDecoder: new (label: string, options: object) => Decoder };
  decoder ??= new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    return decoder.decode(Uint8Array.from(bytes, byte => byte.charCodeAt(0)));
  } catch {
    return undefined;
  }
}
