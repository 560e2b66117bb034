/** What a server name may not hold: the separator of targets, blanks, and characters that do not show. */
const UNFIT = /[/\s\p{Cc}\u200B-\u200F\u202A-\u202E\u2060-\u2069]/gu;

/** True for a name that a target can carry. */
export function isFitName(name: string): boolean {
  return name !== '' && name.search(UNFIT) < 0;
}

/** The name with `-` for what it may not hold. */
export function cleanName(name: string): string {
  return name === '' ? '-' : name.replace(UNFIT, '-');
}
