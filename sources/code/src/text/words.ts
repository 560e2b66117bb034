/** Which of the signs of ASCII names are made of. */
const isNameSign = new Uint8Array(128);
for (const sign of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$')
  isNameSign[sign.charCodeAt(0)] = 1;
const others = new Map<number, boolean>();

/** Every name in a text, whole. One pass finds them all, where asking for each of many words would read the text each time. */
export function namesIn(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  let start = -1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 128 ? isNameSign[code] === 1 : isOther(code)) {
      if (start < 0) start = at;
    } else if (start >= 0) {
      found.add(text.slice(start, at));
      start = -1;
    }
  }
  if (start >= 0) found.add(text.slice(start));
  return found;
}

/** Letters of other alphabets; halves of a pair are taken for such. */
function isOther(code: number): boolean {
  let is = others.get(code);
  if (is === undefined) {
    is = /[\p{L}\p{N}\p{M}]/u.test(String.fromCharCode(code)) || (code >= 0xd800 && code <= 0xdfff);
    others.set(code, is);
  }
  return is;
}
