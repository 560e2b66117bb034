const controls = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;

/** Text of a server as a terminal may show it: control characters are escaped there, and left alone everywhere else. */
export function visible(text: string, terminal: boolean): string {
  if (!terminal) return text;
  return text.replace(controls, character => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
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
