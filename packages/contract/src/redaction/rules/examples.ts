/** Puts an example together at run time, so that no scanner takes this source for a leak. */
export function join(...pieces: readonly string[]): string {
  return pieces.join('');
}

/** `length` characters of an alphabet that look random and are always the same. */
export function filler(length: number, alphabet = 'k7Qz2Wm9Xb4Rt6Yc1Vn8Hd3Lp5JsGf0'): string {
  let text = '';
  for (let i = 0; i < length; i++) text += alphabet[(i * 7 + ((i * i) >> 3)) % alphabet.length];
  return text;
}

export const HEX = '7e1c94b06fa2d853';
export const UPPER_DIGITS = 'K7QZ2WM9XB4RT6YC';
