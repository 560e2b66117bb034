/** Controls, and characters that hide text or turn its direction around. Those that join letters and emoji stay. */
const controls =
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e007f}]/gu;

/** Text of a server as a terminal may show it: control characters are escaped there, and left alone everywhere else. */
export function visible(text: string, terminal: boolean): string {
  return terminal ? text.replace(controls, escaped) : text;
}

function escaped(character: string): string {
  const code = character.codePointAt(0)!;
  const digits = code.toString(16);
  return code < 256
    ? `\\x${digits.padStart(2, '0')}`
    : code < 65536
      ? `\\u${digits.padStart(4, '0')}`
      : `\\u{${digits}}`;
}

/** The first line of a text, cut to a width at a character. */
export function fitted(text: string, width: number): string {
  const [line = ''] = text
    .slice(0, 4_000)
    .trimStart()
    .split(/[\r\n]/, 1);
  const characters = [...line.trimEnd()];
  return characters.length <= width ? characters.join('') : `${characters.slice(0, Math.max(1, width - 1)).join('')}…`;
}

/** A text on one line: cut to a width on a terminal, whole everywhere else. */
export function oneLine(text: string, width: number, isTerminal: boolean): string {
  if (isTerminal) return fitted(text, width);
  const lines = text.split(/[\r\n]/).map(line => line.trim());
  return lines.filter(line => line !== '').join(' ');
}

/** How many characters a text has, as people count them. */
export function widthOf(text: string): number {
  return [...text].length;
}

/** A text filled up with spaces to a width. */
export function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

/** A time as people read it: `12 ms`, `1.4 s`, `5 min`. */
export function shownTime(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${Number((milliseconds / 1_000).toFixed(1))} s`;
  return `${Number((milliseconds / 60_000).toFixed(1))} min`;
}

/** `1 tool`, `2 tools`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(count)} ${count === 1 ? noun : plural}`;
}

/** A whole number with commas between groups of three digits. The system's own way loads tables for all languages first. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3}){1,5}$)/g, ',');
}
