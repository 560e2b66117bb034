const NATURAL =
  /^(?:[a-z]{1,24}|[A-Z]{1,24}|[A-Z][a-z]{1,24}|[a-z]{1,20}(?:[A-Z][a-z]{1,20}){1,8}|(?:[A-Z][a-z]{1,20}){2,8}|[A-Z]{2,6}(?:[A-Z][a-z]{1,20}){1,8})$/;
const LOWER_CASE = /^[a-z]{1,24}$/;
const BEYOND_ASCII = /[^\0-\x7f]/;
const FOREIGN = /^\p{L}{1,32}$/u;

/** True for a word as people and programs write it: `expected`, `NOTICE`, `CancellationToken`; not for letters at random. */
export function isWord(text: string): boolean {
  if (!LOWER_CASE.test(text)) {
    if (!NATURAL.test(text)) return BEYOND_ASCII.test(text) && FOREIGN.test(text);
    const humps = text.match(/[A-Z][a-z]/g)?.length ?? 0;
    if (humps > 1 && text.length / humps < 3) return false;
  }
  return text.length < 6 || isSpeakable(text, 0, text.length);
}

/** A bit for each of a, e, i, o, u and y. */
const VOWELS = 0b1000100000100000100010001;

/** A string, or whatever else gives the codes of characters. */
export interface Characters {
  charCodeAt(index: number): number;
}

/** True when vowels and consonants of the letters from `from` up to `to` alternate about as they do in languages. */
export function isSpeakable(text: Characters, from: number, to: number): boolean {
  let vowels = 0;
  let consonants = 0;
  for (let i = from; i < to; i++) {
    if (((VOWELS >> ((text.charCodeAt(i) | 32) - 97)) & 1) === 1) {
      vowels++;
      consonants = 0;
    } else if (++consonants === 6) return false;
  }
  const share = vowels / (to - from);
  return share >= 0.15 && share <= 0.75;
}

/** True for words joined by the given separators: `content-type`, `System.Threading`, `std::string`. */
export function areWords(text: string, separator: RegExp): boolean {
  const pieces = text.split(separator);
  return pieces.every(piece => isWord(piece));
}

/** True for several words of a sentence, among them numbers and marks. */
export function isSentence(text: string): boolean {
  const words = text.trim().split(/\s+/);
  return words.length > 1 && words.every(isSentenceWord);
}

function isSentenceWord(word: string): boolean {
  const bare = word.replace(/^[("'`[{<]{1,3}/, '').replace(/[.,:;!?)"'`\]}>…]{1,3}$/, '');
  return bare === '' || /^\d{1,5}$/.test(bare) || areWords(bare, /[-_./'’:]/) || /^[^A-Za-z0-9]{1,3}$/.test(bare);
}
