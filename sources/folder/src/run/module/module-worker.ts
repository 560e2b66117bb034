import { readlinkSync } from 'node:fs';
import { getHeapStatistics } from 'node:v8';
import { workerData } from 'node:worker_threads';
import type { Json, JsonObject } from '@concord/contract';
import type { Answer } from '../../helpers/context.js';
import { CallContext, type Voice } from './call-context.js';
import { hookModules } from './hook-modules.js';
import { isolate } from './isolation.js';
import { LateSignal } from './late-signal.js';
import { exhaustion, MOST_BUFFER_BYTES } from './memory-watch.js';
import type { FromThread, Surroundings, Task, ToThread } from './messages.js';
import { awaitPermission } from './permission.js';
import { countSaid, weightOf } from './unheard.js';

const task = workerData as Task;
const { port } = task;
const shared = new Int32Array(task.shared);
const { parse, stringify } = JSON;
const MOST_QUESTIONS = 64;
const tooLong = new Error('it is too long');

function say(message: FromThread): void {
  countSaid(shared, weightOf(message));
  port.postMessage(message);
}

/** What every call can say, whichever it is: a thread serves one at a time. */
const voice: Voice = {
  progress: (value, total, message) =>
    say({
      type: 'progress',
      value: Number(value),
      ...(total !== undefined && { total: Number(total) }),
      ...(message !== undefined && { message: String(message) }),
    }),
  log: (level, data, logger) =>
    say({
      type: 'log',
      level: String(level),
      ...plain(data),
      ...(logger !== undefined && { logger: String(logger) }),
    }),
  elicit: (message, schema) => ask({ message, schema }),
  elicitUrl: (message, url) => ask({ message, url, mode: 'url' }),
  resource: (path, { mimeType, uri } = {}) =>
    say({
      type: 'resource',
      path: String(path),
      ...(mimeType !== undefined && { mimeType }),
      ...(uri !== undefined && { uri }),
    }),
};

type Run = (args: JsonObject, context: object) => unknown;

let stop = new LateSignal();
let surroundings: Surroundings = { name: '', roots: [] };
let questions = 0;
const waiting = new Map<number, (answer: JsonObject) => void>();
let run: Run | undefined;

Atomics.store(shared, 1, systemId());
isolate(text => say(text.length > task.maxBytes ? { type: 'too_large', stream: 'stderr' } : { type: 'printed', text }));
port.on('message', (message: ToThread) => {
  switch (message.type) {
    case 'call':
      awaitPermission(shared);
      void serve(message);
      return;
    case 'stop':
      stop.stop();
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
    const meta = given?.meta === undefined ? undefined : (plain(given.meta as Json).data as JsonObject);
    say({ type: 'loaded', ...(meta && { meta }) });
  } catch (error) {
    say({ type: 'unusable', message: sentence(error) });
  }
}

async function serve(call: Extract<ToThread, { type: 'call' }>): Promise<void> {
  stop = new LateSignal();
  surroundings = call.surroundings ?? surroundings;
  try {
    const context = new CallContext(call, surroundings, task.projectRoot, voice, stop);
    const value = await run!(call.args, context);
    // Memory that was asked for and not used yet is seen by nobody else. Not caught by anybody, it ends the thread.
    if (getHeapStatistics().external_memory > MOST_BUFFER_BYTES) setImmediate(giveUp);
    else say(written(value));
  } catch (error) {
    say(thrown(error));
  }
}

function giveUp(): never {
  throw new Error(exhaustion);
}

/** The number by which the system tells of this thread; 0 where it tells nothing. */
function systemId(): number {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1)) || 0;
  } catch {
    return 0;
  }
}

function ask(question: object): Promise<Answer> {
  const answer = new Promise<JsonObject>(resolve => {
    if (waiting.size >= MOST_QUESTIONS) return resolve({ action: 'error' });
    const key = questions++;
    waiting.set(key, resolve);
    say({ type: 'question', key, question: plain(question as Json).data as JsonObject });
  });
  return answer as Promise<unknown> as Promise<Answer>;
}

/** The result as JSON; what JSON cannot carry is told. */
function written(value: unknown): FromThread {
  if (value === undefined) return { type: 'result' };
  try {
    return { type: 'result', json: bounded(value, isJson) };
  } catch (error) {
    return error === tooLong ? { type: 'too_large', stream: 'stdout' } : { type: 'malformed', reason: sentence(error) };
  }
}

/** JSON of a value. Made up to the limit only: a thread that runs out of memory while it writes takes the process with it. */
function bounded(value: unknown, check: (key: string, each: unknown) => void = () => {}): string {
  if (typeof value === 'string' && value.length <= task.maxBytes) return stringify(value);
  let length = 0;
  return stringify(value, (key, each: unknown) => {
    check(key, each);
    length += key.length + (typeof each === 'string' ? each.length : 1);
    if (length > task.maxBytes) throw tooLong;
    return each;
  });
}

function isJson(key: string, each: unknown): void {
  if (typeof each === 'function' || typeof each === 'symbol' || typeof each === 'bigint')
    throw new TypeError(`it holds a ${typeof each}${key === '' ? '' : ` at ${key}`}`);
}

function thrown(error: unknown): FromThread {
  const own = error as { name?: unknown; code?: unknown; message?: unknown; data?: unknown } | undefined;
  if (own?.name === 'ToolError' && Number.isInteger(own.code) && typeof own.message === 'string') {
    const data = own.data === undefined ? undefined : plain(own.data as Json).data;
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

/** What JSON can carry of a value, and how long that is. */
function plain(given: Json): { data: Json; size: number } {
  try {
    const json = bounded(given) ?? 'null';
    return { data: parse(json) as Json, size: json.length };
  } catch (error) {
    const data = error === tooLong ? tooLong.message : String(given).slice(0, 10_000);
    return { data, size: data.length };
  }
}
