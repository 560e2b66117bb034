/** The line in place of omitted output. */
export const TRUNCATED = '[Output truncated]';

/** A text of at most so many characters: its first and its last half, with a line between them, and how much is missing. */
export function cut(text: string, limit: number): { readonly text: string; readonly omitted: number } {
  if (text.length <= limit) return { text, omitted: 0 };
  const head = wholeEnd(text.slice(0, Math.ceil(limit / 2)));
  const tail = wholeStart(text.slice(text.length - Math.floor(limit / 2)));
  return { text: `${head}\n${TRUNCATED}\n${tail}`, omitted: text.length - head.length - tail.length };
}

/** The beginning of a text, with a mark where it was cut. */
export function clipped(text: string, limit: number, mark: string): string {
  return text.length <= limit ? text : `${wholeEnd(text.slice(0, limit))}${mark}`;
}

/** Drops half of a surrogate pair at the cut. */
const wholeEnd = (text: string) => (/[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text);
const wholeStart = (text: string) => (/^[\uDC00-\uDFFF]/.test(text) ? text.slice(1) : text);
