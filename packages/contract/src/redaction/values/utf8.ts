/** The UTF-8 bytes of a text; lone surrogates become U+FFFD, as encoders do. */
export function utf8(text: string): number[] {
  const bytes: number[] = [];
  for (const character of text) {
    const scalar = character.codePointAt(0)!;
    const code = scalar >= 0xd800 && scalar <= 0xdfff ? 0xfffd : scalar;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), continuation(code));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), continuation(code >> 6), continuation(code));
    else bytes.push(0xf0 | (code >> 18), continuation(code >> 12), continuation(code >> 6), continuation(code));
  }
  return bytes;
}

const continuation = (bits: number) => 0x80 | (bits & 0x3f);
