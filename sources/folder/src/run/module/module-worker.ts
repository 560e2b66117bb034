import { parentPort, workerData } from 'node:worker_threads';
import type { Json, JsonObject } from '@concord/contract';
import { hookModules } from './hook-modules.js';
import { isolate } from './isolation.js';
import type { FromThread, Task, ToThread } from './messages.js';

const task = workerData as Task;
const port = parentPort!;
const say = (message: FromThread): void => port.postMessage(message);
const { stringify } = JSON;

type Run = (args: JsonObject, context: object) => unknown;

let stop = new AbortController();
let questions = 0;
const waiting = new Map<number, (answer: JsonObject) => void>();
let run: Run | undefined;

isolate(text => say({ type: 'printed', text }));
port.on('message', (message: ToThread) => {
  switch (message.type) {
    case 'call':
      void serve(message);
      return;
    case 'stop':
      stop.abort(new DOMException('The call was ended', 'AbortError'));
      return;
    case 'answer':
      waiting.get(message.key)?.(message.answer);
      waiting.delete(message.key);
  }
});
await load();

async function load(): Promise<void> {
  try {
    hookModules(task.authors);
    const { default: exported } = (await import(task.module)) as { default?: unknown };
    const given = exported as { run?: unknown; meta?: unknown } | undefined;
    const found = typeof exported === 'function' ? exported : given?.run;
    if (typeof found !== 'function')
      return say({ type: 'unusable', message: 'its default export is neither a function nor {run}' });
    run =
      typeof exported === 'function' ? (exported as Run) : (args, context) => (found as Run).call(given, args, context);
    const meta = given?.meta === undefined ? undefined : (JSON.parse(stringify(given.meta)) as JsonObject);
    say({ type: 'loaded', ...(meta && { meta }) });
  } catch (error) {
    say({ type: 'unusable', message: sentence(error) });
  }
}

async function serve({ name, requestId, args, meta, roots }: Extract<ToThread, { type: 'call' }>): Promise<void> {
  stop = new AbortController();
  const context = {
    name,
    requestId,
    signal: stop.signal,
    meta,
    projectRoot: task.projectRoot,
    roots,
    progress: (value: number, total?: number, message?: string) =>
      say({
        type: 'progress',
        value: Number(value),
        ...(total !== undefined && { total: Number(total) }),
        ...(message !== undefined && { message: String(message) }),
      }),
    log: (level: string, data: Json, logger?: string) =>
      say({
        type: 'log',
        level: String(level),
        data: plain(data),
        ...(logger !== undefined && { logger: String(logger) }),
      }),
    elicit: (message: string, schema: JsonObject) => ask({ message, schema }),
    elicitUrl: (message: string, url: string) => ask({ message, url, mode: 'url' }),
    resource: (path: string, { mimeType, uri }: { mimeType?: string; uri?: string } = {}) =>
      say({
        type: 'resource',
        path: String(path),
        ...(mimeType !== undefined && { mimeType }),
        ...(uri !== undefined && { uri }),
      }),
  };
  try {
    say(written(await run!(args, context)));
  } catch (error) {
    say(thrown(error));
  }
}

function ask(question: object): Promise<JsonObject> {
  const key = questions++;
  return new Promise(resolve => {
    waiting.set(key, resolve);
    say({ type: 'question', key, question: plain(question as Json) as JsonObject });
  });
}

/** The result as JSON; what JSON cannot carry is told. */
function written(value: unknown): FromThread {
  if (value === undefined) return { type: 'result' };
  try {
    const json = stringify(value, (key, each: unknown) => {
      if (typeof each === 'function' || typeof each === 'symbol' || typeof each === 'bigint')
        throw new TypeError(`it holds a ${typeof each}${key === '' ? '' : ` at ${key}`}`);
      return each;
    });
    return { type: 'result', json };
  } catch (error) {
    return { type: 'malformed', reason: sentence(error) };
  }
}

function thrown(error: unknown): FromThread {
  const own = error as { name?: unknown; code?: unknown; message?: unknown; data?: unknown } | undefined;
  if (own?.name === 'ToolError' && Number.isInteger(own.code) && typeof own.message === 'string') {
    const data = own.data === undefined ? undefined : plain(own.data as Json);
    return {
      type: 'error',
      code: own.code as number,
      message: own.message,
      ...(data !== undefined && { json: stringify(data) }),
    };
  }
  const stack = task.debugErrors && error instanceof Error ? error.stack : undefined;
  return { type: 'failed', message: stack ?? sentence(error) };
}

function sentence(error: unknown): string {
  const message: unknown = error instanceof Error ? error.message : error;
  return typeof message === 'string' && message !== '' ? message.slice(0, 10_000) : 'it failed without saying why';
}

function plain(data: Json): Json {
  try {
    return JSON.parse(stringify(data) ?? 'null') as Json;
  } catch {
    return String(data);
  }
}
