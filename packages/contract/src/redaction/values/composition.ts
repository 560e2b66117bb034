/** What a value is made of, one bit for each kind of character it holds: most patterns need a kind that most values lack. */
export const LETTERS = 1;
export const DIGITS = 2;
/** Blanks and controls, and all characters beyond ASCII, which may be blanks. */
export const BLANKS = 4;
/** `.,:;!?)]}>`, which may stand behind a value without belonging to it. */
export const MARKS = 8;
export const DOTS = 16;
export const COLONS = 32;
/** `/` and `\`. */
export const SLASHES = 64;
/** `(`, `[` and `<`. */
export const OPENERS = 128;
/** `$`. */
export const DOLLARS = 256;
/** `->` needs it. */
export const ARROWS = 512;
/** ASCII characters that no word has, nor anything between or around words. */
export const FOREIGN_TO_WORDS = 1024;
/** Everything else. */
const REST = 2048;
const BEYOND_ASCII = BLANKS | REST;

const kinds = /* @__PURE__ */ buildKinds();

function buildKinds(): Uint16Array {
  return Uint16Array.from({ length: 128 }, (_, code) => {
    const character = String.fromCharCode(code);
    const of = (characters: string, bit: number) => (characters.includes(character) ? bit : 0);
    if (/[A-Za-z]/.test(character)) return LETTERS;
    if (/[0-9]/.test(character)) return DIGITS;
    if (code <= 32 || code === 127) return BLANKS | FOREIGN_TO_WORDS;
    return (
      of('.,:;!?)]}>', MARKS) |
        of('.', DOTS) |
        of(':', COLONS) |
        of('/\\', SLASHES) |
        of('([<', OPENERS) |
        of('$', DOLLARS) |
        of('>', ARROWS) |
        of('=%&*^~([{<"`\\', FOREIGN_TO_WORDS) || REST
    );
  });
}

/** The kinds of characters a value holds. */
export function compositionOf(value: string): number {
  let held = 0;
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i);
    held |= code < 128 ? kinds[code]! : BEYOND_ASCII;
  }
  return held;
}
