/** Classes of ASCII characters, one bit each; characters beyond ASCII belong to none. */
export const DIGIT = 1;
export const LOWER = 2;
export const UPPER = 4;
/** Lower-case hexadecimal digits. */
export const HEX_LOWER = 8;
export const UNDERSCORE = 16;
export const HYPHEN = 32;
export const DOT = 64;
/** `+`, `/` and `=`, which only standard base64 has. */
export const BASE64_EXTRA = 128;
export const TILDE = 256;

export const LETTER = LOWER | UPPER;
export const ALNUM = DIGIT | LETTER;
export const WORD = ALNUM | UNDERSCORE;
export const BASE64URL = WORD | HYPHEN;
export const BASE64 = ALNUM | BASE64_EXTRA;

const classes = /* @__PURE__ */ buildClasses();

function buildClasses(): Uint16Array {
  const table = new Uint16Array(128);
  const add = (characters: string, bit: number) => {
    for (let i = 0; i < characters.length; i++) table[characters.charCodeAt(i)]! |= bit;
  };
  add('0123456789', DIGIT | HEX_LOWER);
  add('abcdefghijklmnopqrstuvwxyz', LOWER);
  add('abcdef', HEX_LOWER);
  add('ABCDEFGHIJKLMNOPQRSTUVWXYZ', UPPER);
  add('_', UNDERSCORE);
  add('-', HYPHEN);
  add('.', DOT);
  add('+/=', BASE64_EXTRA);
  add('~', TILDE);
  return table;
}

/** True when the character code belongs to one of the classes. False for codes outside ASCII, -1 included. */
export function isOf(code: number, classBits: number): boolean {
  return code >= 0 && code < 128 && (classes[code]! & classBits) !== 0;
}

/** Character codes that checks compare with. */
export const TAB = 9;
export const NEWLINE = 10;
export const RETURN = 13;
export const ESCAPE = 27;
export const SPACE = 32;
export const DOUBLE_QUOTE = 34;
export const SINGLE_QUOTE = 39;
export const BACKTICK = 96;
export const BACKSLASH = 92;
export const SLASH = 47;
export const COLON = 58;
export const SEMICOLON = 59;
export const COMMA = 44;
export const EQUALS = 61;
export const PERCENT = 37;
export const AMPERSAND = 38;
export const AT_SIGN = 64;
export const LESS = 60;
export const GREATER = 62;

export const isQuote = (code: number) => code === DOUBLE_QUOTE || code === SINGLE_QUOTE || code === BACKTICK;
export const isBlank = (code: number) => code === SPACE || code === TAB;
/** True for controls, the space and the end of the text. */
export const endsWord = (code: number) => code <= SPACE || code === 127;

/** A table of the ASCII characters that a test picks, for `Subject.seek`. */
export function markCharacters(test: (code: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) => (test(code) ? 1 : 0));
}
