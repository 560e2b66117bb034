import { createInterface } from 'node:readline';
import type { Answer, CallContext, Json, JsonObject, Root } from '../call/tool-context.js';
import { ToolError } from './tool-error.js';

/** What a warm program does for each call. Returns as a module does: text, JSON, a whole result, or nothing. */
export type Serve<Args> = (args: Args, context: CallContext) => unknown;

interface CallLine {
  readonly id: string;
  readonly name: string;
  readonly args: JsonObject;
  readonly meta: JsonObject;
  readonly roots: readonly Root[];
}

type Line =
  | CallLine
  | { readonly id: string; readonly cancel: true }
  | { readonly id: string; readonly elicitResult: Answer };

/** The call that is being served. There is one at a time. */
interface Serving {
  readonly id: string;
  readonly stop: AbortController;
  answer?: (answer: Answer) => void;
}

/**
 * Serves the calls of a warm program until its input ends. Standard output belongs to the protocol from here on: what the program
 * prints goes to its stderr. A ToolError is the tool's own error, anything else that is thrown fails the call.
 */
export function serve<Args = JsonObject>(run: Serve<Args>): void {
  const print = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof process.stdout.write;
  const say = (line: object): void => void print(`${JSON.stringify(line)}\n`);
  let serving: Serving | undefined;
  let isEnding = false;

  const answer = async (call: CallLine): Promise<void> => {
    const current: Serving = { id: call.id, stop: new AbortController() };
    serving = current;
    const last = await answerOf(() => run(call.args as Args, contextOf(call, current, say)));
    serving = undefined;
    say({ id: call.id, ...last });
    if (isEnding) process.exit(0);
  };

  createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })
    .on('line', text => {
      const line = JSON.parse(text) as Line;
      if ('args' in line) void answer(line);
      else if (line.id !== serving?.id) return;
      else if ('cancel' in line) serving.stop.abort(new DOMException('The call was ended', 'AbortError'));
      else serving.answer?.(line.elicitResult);
    })
    .on('close', () => {
      isEnding = true;
      if (!serving) process.exit(0);
    });
  say({ ready: true });
}

function contextOf({ id, name, meta, roots }: CallLine, serving: Serving, say: (line: object) => void): CallContext {
  let last: Promise<unknown> = Promise.resolve();
  const ask = (elicit: object): Promise<Answer> => {
    const answered = last.then(
      () =>
        new Promise<Answer>(resolve => {
          serving.answer = resolve;
          say({ id, elicit });
        }),
    );
    last = answered;
    return answered;
  };
  return {
    name,
    requestId: id,
    signal: serving.stop.signal,
    meta,
    projectRoot: process.env.MCPBASH_PROJECT_ROOT ?? process.cwd(),
    roots,
    progress: (progress, total, message) => say({ id, progress: { progress, total, message } }),
    log: (level, data, logger) => say({ id, log: { level, data, logger } }),
    elicit: (message, schema) => ask({ message, schema }),
    elicitUrl: (message, url) => ask({ message, url }),
  };
}

/** The members of the line that ends a call. */
async function answerOf(run: () => unknown): Promise<object> {
  try {
    const value = await run();
    const result = JSON.stringify(value === undefined ? '' : value) as string | undefined;
    if (result === undefined) throw new TypeError('The result is not JSON');
    return { result: JSON.parse(result) as Json };
  } catch (error) {
    if (error instanceof ToolError) {
      const { code, message, data } = error;
      return { error: { code, message, ...(data !== undefined && { data }) } };
    }
    return { exitCode: 1, result: error instanceof Error && error.message !== '' ? error.message : String(error) };
  }
}
