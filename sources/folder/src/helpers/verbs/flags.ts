/** The flags of a shell function, taken apart: each one's values in order, and everything else. */
export interface Flags {
  readonly values: Readonly<Record<string, readonly string[]>>;
  readonly words: readonly string[];
  /** A flag that is not known, or has no value. */
  readonly fault?: string;
}

/** Reads `--name value` for the names that are known. */
export function readFlags(given: readonly string[], names: readonly string[]): Flags {
  const values: Record<string, string[]> = {};
  const words: string[] = [];
  for (let at = 0; at < given.length; at += 1) {
    const word = given[at]!;
    const name = word.slice(2);
    if (!word.startsWith('--')) words.push(word);
    else if (!names.includes(name)) return { values, words, fault: `Unknown option: ${word.slice(0, 100)}` };
    else if (given[at + 1] === undefined) return { values, words, fault: `${word} needs a value` };
    else {
      at += 1;
      values[name] = [...(values[name] ?? []), given[at]!];
    }
  }
  return { values, words };
}
