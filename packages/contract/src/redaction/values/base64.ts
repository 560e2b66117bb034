const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

const sextets = /* @__PURE__ */ buildSextets();

function buildSextets(): Int8Array {
  const table = new Int8Array(128).fill(-1);
  for (let i = 0; i < 64; i++) table[ALPHABET.charCodeAt(i)] = i;
  table['-'.charCodeAt(0)] = 62;
  table['_'.charCodeAt(0)] = 63;
  return table;
}

/** The bytes of base64 or base64url, one character each; line breaks and padding are passed over. Undefined for what is neither. */
export function fromBase64(text: string): string | undefined {
  let bytes = '';
  let bits = 0;
  let held = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 61 || code === 10 || code === 13) continue;
    const sextet = code < 128 ? sextets[code]! : -1;
    if (sextet < 0) return undefined;
    held = ((held << 6) | sextet) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += String.fromCharCode((held >> bits) & 0xff);
  }
  return bytes;
}
