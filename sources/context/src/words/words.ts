import { isWhiteSpace } from './white-space.js';

/** The words of a text in order: lower case, split at white space, punctuation kept. */
export function words(text: string): string[] {
  const found: string[] = [];
  eachWord(text.toLowerCase(), (lower, start, end) => {
    found.push(lower.slice(start, end));
  });
  return found;
}

/** Tells where each word of a text in lower case begins and ends. */
export function eachWord(lower: string, tell: (lower: string, start: number, end: number) => void): void {
  let start = -1;
  for (let at = 0; at < lower.length; at++) {
    if (!isWhiteSpace(lower.charCodeAt(at))) {
      if (start < 0) start = at;
    } else if (start >= 0) {
      tell(lower, start, at);
      start = -1;
    }
  }
  if (start >= 0) tell(lower, start, lower.length);
}
