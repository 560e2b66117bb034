import { flagTable } from '../command/flags.js';

/** The verb of a command line and the other words; `verb` is undefined when there are only flags. */
export interface VerbLine {
  readonly verb?: string;
  readonly rest: readonly string[];
}

/** Finds the verb: the first word that is neither a flag nor the value of one. */
export function splitVerb(argv: readonly string[]): VerbLine {
  for (let at = 0; at < argv.length && argv[at] !== '--'; at++) {
    const word = argv[at]!;
    if (!word.startsWith('-')) return { verb: word, rest: argv.toSpliced(at, 1) };
    if (takesNext(word)) at++;
  }
  return { rest: argv };
}

/** Whether a flag before the verb has its value in the next word. */
function takesNext(word: string): boolean {
  const flag = word.startsWith('--')
    ? flagTable[word.slice(2)]
    : Object.values(flagTable).find(each => each.short !== undefined && word === `-${each.short}`);
  return flag?.value !== undefined;
}
