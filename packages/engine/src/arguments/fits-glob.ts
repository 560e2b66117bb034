/**
 * True when the whole text fits a pattern of `*` (any characters) and `?` (one). Only the last `*` is ever tried again, so the time is
 * bounded by the product of the lengths whatever the pattern.
 */
export function fitsGlob(pattern: string, text: string): boolean {
  let at = 0;
  let inPattern = 0;
  let star = -1;
  let resume = 0;
  while (at < text.length) {
    if (pattern[inPattern] === '*') {
      star = inPattern++;
      resume = at;
    } else if (inPattern < pattern.length && (pattern[inPattern] === '?' || pattern[inPattern] === text[at])) {
      inPattern++;
      at++;
    } else if (star >= 0) {
      inPattern = star + 1;
      at = ++resume;
    } else return false;
  }
  while (pattern[inPattern] === '*') inPattern++;
  return inPattern === pattern.length;
}
