import { BACKSLASH, DIGIT, ESCAPE, isOf, LETTER, markCharacters, PERCENT, WORD } from './characters.js';
import { PLACEHOLDER } from './rule.js';
import { sextetOf } from './sextets.js';

/** How far behind its trigger a check may look; streams keep this much of what they have released. */
export const LOOKBEHIND = 160;

const CLOSING_BRACKET = 93;
const NO_BYTES = /* @__PURE__ */ new Uint8Array(0);

const ENDS_LINE = /* @__PURE__ */ markCharacters(code => code < 32);

/**
 * The text under examination, as checks see it. It notes when a check looked past the end of what has arrived, so that the
 * same checks serve whole texts and streams; and it hides what is masked already, so that a second pass sees the same.
 */
export class Subject {
  text = '';
  end = 0;
  /** No more text will come. */
  final = true;
  /** Where the last masked range ended. */
  floor = 0;
  /** Something was masked before `floor`. */
  masked = false;
  /** A check wanted more text than there is. */
  starved = false;
  /** Until where URL checks know that no `@` stands before the next stop. */
  noAtUntil = 0;
  /** Until where checks know that no pair belongs to a connection string. */
  noPairUntil = 0;
  /** The last run that was measured: a trigger in the middle of one need not measure it again. */
  private runFrom = 0;
  private runEnd = 0;
  private runClasses = -1;
  /** The same for bytes in base64. */
  private bytesRunFrom = 0;
  private bytesRunEnd = 0;
  private bytesPhase = 0;
  private bytesClasses = -1;
  /** The last stretch that was found to hold no digit. */
  private digitlessFrom = 0;
  private digitlessTo = 0;
  /** Until where unquoted values are judged already: a key inside such a value does not make a value of the rest. */
  judgedUntil = 0;

  /** The bytes of the characters from `bytesFrom` up to `bytesTo`: where there are some they are read, which is quicker than the text. */
  private bytes: Uint8Array = NO_BYTES;
  private bytesFrom = 0;
  private bytesTo = 0;

  reset(text: string, final: boolean, floor: number, masked: boolean): void {
    this.text = text;
    this.end = text.length;
    this.final = final;
    this.floor = floor;
    this.masked = masked;
    this.starved = false;
    this.noAtUntil = 0;
    this.noPairUntil = 0;
    this.runClasses = -1;
    this.bytesClasses = -1;
    this.digitlessTo = 0;
    this.bytesTo = 0;
  }

  /** Gives the bytes of `size` characters from `from` on, all of them ASCII, until the next call; without bytes the text is read. */
  readBytes(bytes: Uint8Array | undefined, from: number, size: number): void {
    this.bytes = bytes ?? NO_BYTES;
    this.bytesFrom = from;
    this.bytesTo = bytes === undefined ? 0 : from + size;
  }

  /** The character code at `index`; -1 outside the text; that of `]` inside what is masked. */
  at(index: number): number {
    if (index < this.floor) return this.masked ? CLOSING_BRACKET : -1;
    if (index < this.bytesTo && index >= this.bytesFrom) return this.bytes[index - this.bytesFrom]!;
    if (index < this.end) return this.text.charCodeAt(index);
    if (!this.final) this.starved = true;
    return -1;
  }

  /** The same under the name that strings have for it. */
  charCodeAt(index: number): number {
    return this.at(index);
  }

  /** How many characters from `from` on belong to the classes, `most` at the most. */
  run(from: number, classBits: number, most: number): number {
    const known = classBits === this.runClasses && from >= this.runFrom && from <= this.runEnd;
    const limit = from + most;
    let at = known ? Math.min(this.runEnd, limit) : from;
    while (at < limit && isOf(this.at(at), classBits)) at++;
    if (!known) this.runFrom = from;
    this.runEnd = known ? Math.max(at, this.runEnd) : at;
    this.runClasses = classBits;
    return at - from;
  }

  /** A byte of the base64 whose groups of four characters begin at `phase`, `phase` + 4 and so on; -1 where none is. */
  byteAt(phase: number, index: number): number {
    const group = Math.floor(index / 3);
    const at = phase + index + group;
    const first = sextetOf(this.at(at));
    const second = first < 0 ? -1 : sextetOf(this.at(at + 1));
    return second < 0 ? -1 : (((first << 6) | second) >> (4 - 2 * (index - 3 * group))) & 0xff;
  }

  /** How many bytes of that base64, from `from` on, belong to the classes, `most` at the most. */
  bytesRun(phase: number, from: number, classBits: number, most: number): number {
    const same = classBits === this.bytesClasses && phase === this.bytesPhase;
    const known = same && from >= this.bytesRunFrom && from <= this.bytesRunEnd;
    const limit = from + most;
    let index = known ? Math.min(this.bytesRunEnd, limit) : from;
    while (index < limit && isOf(this.byteAt(phase, index), classBits)) index++;
    if (!known) this.bytesRunFrom = from;
    this.bytesRunEnd = known ? Math.max(index, this.bytesRunEnd) : index;
    this.bytesPhase = phase;
    this.bytesClasses = classBits;
    return index - from;
  }

  /** True when one of the characters from `from` up to `to` is a digit. What was searched in vain is not searched again. */
  hasDigit(from: number, to: number): boolean {
    const known = from >= this.digitlessFrom && from <= this.digitlessTo;
    let at = known ? this.digitlessTo : from;
    while (at < to && !isOf(this.at(at), DIGIT)) at++;
    if (!known) this.digitlessFrom = from;
    this.digitlessTo = Math.max(at, known ? this.digitlessTo : 0);
    return at < to;
  }

  /** The first position before `limit` whose ASCII character is marked in the table; else the limit, or the end of the text. */
  seek(from: number, limit: number, marked: Uint8Array): number {
    const { text, bytes, bytesFrom } = this;
    const end = Math.min(limit, this.end);
    const bytesEnd = Math.min(end, this.bytesTo);
    let at = from;
    if (at >= bytesFrom) for (; at < bytesEnd; at++) if (marked[bytes[at - bytesFrom]!] === 1) return at;
    for (; at < end; at++) {
      const code = text.charCodeAt(at);
      if (code < 128 && marked[code] === 1) break;
    }
    return at;
  }

  /** The text between two positions, cut at the end. */
  slice(from: number, to: number): string {
    if (to > this.end && !this.final) this.starved = true;
    return this.text.slice(from, to);
  }

  /** The text from `from` to the end of its line, `most` characters at the most. */
  line(from: number, most: number): string {
    const to = this.seek(from, from + most, ENDS_LINE);
    // A stream learns here that it may go on.
    if (to < from + most) this.at(to);
    return this.text.slice(from, to);
  }

  /** True when `literal` stands at `from`. */
  has(literal: string, from: number): boolean {
    for (let i = 0; i < literal.length; i++) if (this.at(from + i) !== literal.charCodeAt(i)) return false;
    return true;
  }

  /** The text of at most `length` characters before `before`, without what is masked. */
  behind(before: number, length: number): string {
    const text = this.text.slice(Math.max(this.floor, before - length), before);
    // What an earlier pass has masked hides as well what this one has.
    const mask = text.lastIndexOf(PLACEHOLDER);
    return mask < 0 ? text : text.slice(mask + PLACEHOLDER.length);
  }

  /**
   * True when a token may begin at `from`: no word character before it, or only the end of a terminal's control sequence, of a
   * JSON escape or of a percent-encoded character.
   */
  opensAt(from: number, classBits: number = WORD): boolean {
    const before = this.at(from - 1);
    if (before === BACKSLASH) return this.at(from - 2) === BACKSLASH;
    if (!isOf(before, classBits)) return true;
    // Within a word the character before that one mostly settles it.
    const second = this.at(from - 2);
    // b, f, n, r, t: the ends of escapes.
    if (second === BACKSLASH)
      return before === 110 || before === 114 || before === 116 || before === 98 || before === 102;
    if (isHex(second) && this.at(from - 3) === PERCENT) return isHex(before);
    return !isOf(second, LETTER) && isOf(before, LETTER) && this.endsSequence(from - 1);
  }

  /** True when the letter at `index` completes `ESC [ 0 ; 3 1 m`, `ESC [ K` and the like, also with the escape spelt `\u001b` or `\x1b`. */
  private endsSequence(index: number): boolean {
    let i = index - 1;
    for (let steps = 0; steps < 20; steps++, i--) {
      const code = this.at(i);
      // Digits, `:`, `;` and `?` are its parameters.
      if ((code >= 48 && code <= 59) || code === 63) continue;
      if (code !== 91) return false;
      const opener = this.at(i - 1);
      if (opener === ESCAPE) return true;
      return (opener === 98 || opener === 66) && this.at(i - 2) === 49;
    }
    return false;
  }
}

const isHex = (code: number) => isOf(code, DIGIT) || ((code | 32) >= 97 && (code | 32) <= 102);
