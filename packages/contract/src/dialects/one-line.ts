const MAX_LENGTH = 2000;
const colours = /\x1b\[[0-9;:?]{0,32}[ -/]{0,4}[@-~]/g;
const breaks = /[\r\n\v\f\x85\u2028\u2029]/;

/** A text on one line: line breaks become spaces, terminal colours go, and 2,000 characters are enough. */
export function oneLine(text: string): string {
  const parts = text
    .slice(0, MAX_LENGTH * 8)
    .replace(colours, '')
    .split(breaks);
  const line = parts.map(part => part.trim()).filter(part => part !== '');
  return cut(line.join(' '));
}

/** Never between the two halves of a character. */
function cut(text: string): string {
  if (text.length <= MAX_LENGTH) return text;
  const last = text.charCodeAt(MAX_LENGTH - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? MAX_LENGTH - 1 : MAX_LENGTH);
}
