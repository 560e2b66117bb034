/** Quotes a text as one word of a shell. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]{1,4096}$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
