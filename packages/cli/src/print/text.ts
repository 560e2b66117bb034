const controls = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;

/** Text of a server as a terminal may show it: control characters are escaped there, and left alone everywhere else. */
export function visible(text: string, terminal: boolean): string {
  if (!terminal) return text;
  return text.replace(controls, character => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

/** A text cut to a width, at a character. */
export function fitted(text: string, width: number): string {
  const line = text
    .slice(0, 4_000)
    .split(/[\r\n]/, 1)[0]!
    .trim();
  const characters = [...line];
  return characters.length <= width ? line : `${characters.slice(0, Math.max(1, width - 1)).join('')}…`;
}
