export const BASE64_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

const sextets = /* @__PURE__ */ buildSextets();

function buildSextets(): Int8Array {
  const table = new Int8Array(128).fill(-1);
  for (let i = 0; i < 64; i++) table[BASE64_ALPHABET.charCodeAt(i)] = i;
  table['-'.charCodeAt(0)] = 62;
  table['_'.charCodeAt(0)] = 63;
  return table;
}

/** The six bits that a character of base64 or base64url stands for; -1 for any other. */
export function sextetOf(code: number): number {
  return code >= 0 && code < 128 ? sextets[code]! : -1;
}
