import * as nodeModule from 'node:module';

/** TypeScript without its types, or the first construct that cannot be removed. */
export type Stripped =
  | { readonly code: string }
  | { readonly fault: string; readonly line: number; readonly column: number };

type Strip = (code: string) => string;

/** What is used of the package of that name. */
interface Amaro {
  transformSync(code: string, options: { readonly mode: 'strip-only' }): { readonly code: string };
}

let strip: Strip | undefined;

/** Removes the types, with Node itself where it can. Lines and columns stay the same. */
export async function stripTypes(code: string): Promise<Stripped> {
  strip ??= await stripper();
  try {
    return { code: strip(code) };
  } catch (error) {
    return faultOf(error);
  }
}

async function stripper(): Promise<Strip> {
  const { stripTypeScriptTypes } = nodeModule as { stripTypeScriptTypes?: Strip };
  if (stripTypeScriptTypes) return code => withoutWarning(() => stripTypeScriptTypes(code));
  // Loaded this way it is found from a bundle too, where `import` has nowhere to look.
  const { transformSync } = nodeModule.createRequire(import.meta.url)('amaro') as Amaro;
  return code => transformSync(code, { mode: 'strip-only' }).code;
}

/** Runs `work` without Node's warning that stripping types is experimental. */
function withoutWarning<Value>(work: () => Value): Value {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return work();
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Reads message, line and column: from a code frame with `x <sentence>` and `[line:column]`, or, since Node 24, from above the stack. */
function faultOf(error: unknown): Stripped {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const drawn = /\[(\d{1,9}):(\d{1,9})\]/.exec(message);
  const fault = (drawn && /x (.{1,500})/.exec(message)?.[1]) || message.split('\n', 1)[0]!;
  const [line = '1', column = '1'] = drawn?.slice(1) ?? [
    /^[^\n]{0,4096}:(\d{1,9})\n/.exec(stack)?.[1],
    columnMarked(stack),
  ];
  return { fault: fault.trim(), line: Number(line), column: Number(column) };
}

/** The column, from 1, under which the first marks stand. */
function columnMarked(stack: string): string | undefined {
  const marks = stack.split('\n', 1_000).find(line => /^ {0,4096}\^/.test(line));
  return marks && String(marks.indexOf('^') + 1);
}
