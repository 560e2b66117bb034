/** How many bytes of a script's first line Linux reads. */
export const LONGEST_LINE = 256;

/** The program that a script's first line names, and at most one argument: everything after it, unsplit. */
export type InterpreterLine =
  | { readonly command: string; readonly args: readonly string[] }
  | { readonly fault: string };

/** Reads the `#!` line the way Linux does; undefined when there is none. */
export function interpreterLine(head: Buffer): InterpreterLine | undefined {
  if (head[0] !== HASH || head[1] !== BANG) return undefined;
  const read = head.subarray(0, LONGEST_LINE);
  const end = read.indexOf(NEWLINE);
  if (end < 0 && read.length === LONGEST_LINE) return { fault: `its \`#!\` line is longer than ${LONGEST_LINE} bytes` };
  const line = read.subarray(2, end < 0 ? undefined : end).toString();
  // The system would look for a program whose name ends in a carriage return.
  if (line.endsWith('\r')) return { fault: 'its `#!` line ends as on Windows; save it with LF line ends' };
  const text = line.split('\0', 1)[0]!.replace(/^[ \t]{1,256}/, '');
  const [command = '', rest = ''] = splitOnce(text);
  if (command === '') return { fault: 'its `#!` line names no program' };
  return { command, args: rest === '' ? [] : [rest] };
}

/** The program that `env` would look for; undefined when another program runs the script. */
export function lookedForByEnv({ command, args }: { command: string; args: readonly string[] }): string | undefined {
  if (!command.endsWith('/env')) return undefined;
  // Options of `env` and variable assignments come before the program's name.
  return (args[0] ?? '').split(/[ \t]/).find(word => word !== '' && !word.startsWith('-') && !word.includes('='));
}

function splitOnce(text: string): [string, string] {
  const gap = text.search(/[ \t]/);
  if (gap < 0) return [text, ''];
  return [text.slice(0, gap), text.slice(gap).replace(/^[ \t]{1,256}|[ \t]{1,256}$/g, '')];
}

const HASH = 0x23;
const BANG = 0x21;
const NEWLINE = 0x0a;
