import { readlinkSync } from 'node:fs';
import { getHeapStatistics } from 'node:v8';
import workerThreads from 'node:worker_threads';
import type { JsonObject } from '@concord/contract';
import { jsonValue } from './call/bounded-json.js';
import { CallContext } from './call/call-context.js';
import { errorMessage, reasonOf, resultMessage } from './call/call-end.js';
import { callOutput } from './call/call-output.js';
import { LazySignal } from './call/lazy-signal.js';
import type { CallMessage, CallScope, FromThread, Task, ToThread } from './channel/messages.js';
import { awaitPermission } from './channel/start-permission.js';
import { countSent, weightOf } from './channel/unread-messages.js';
import { isolate } from './isolation/isolation.js';
import { addImportHooks } from './loading/import-hooks.js';
import { MOST_BUFFER_BYTES, memoryExhausted } from './memory-watch.js';

const task = workerThreads.workerData as Task;
const { port, maxBytes } = task;
const shared = new Int32Array(task.shared);
const MOST_QUESTIONS = 64;

type Run = (args: JsonObject, context: object) => unknown;

/** The running call. Output of earlier calls, or outside of any, is dropped so that the next call does not get it. */
let current: LazySignal | undefined;
let scope: CallScope = { name: '', roots: [] };
let questions = 0;
const waiting = new Map<number, (answer: JsonObject) => void>();
let run: Run | undefined;

Atomics.store(shared, 1, systemId());
// Modules must not find the port of their thread.
Object.assign(workerThreads, { workerData: null });
isolate(text => {
  if (current) send(text.length > maxBytes ? { type: 'too_large', stream: 'stderr' } : { type: 'printed', text });
});
port.on('message', (message: ToThread) => {
  switch (message.type) {
    case 'call':
      void serve(message);
      return;
    case 'stop':
      current?.stop();
      return;
    case 'answer':
      waiting.get(message.key)?.(message.answer);
      waiting.delete(message.key);
  }
});
await load();

function send(message: FromThread): void {
  countSent(shared, weightOf(message));
  port.postMessage(message);
}

async function load(): Promise<void> {
  try {
    addImportHooks(task.authors);
    const { default: exported } = (await import(task.module)) as { default?: unknown };
    const given = exported as { run?: unknown; meta?: unknown } | undefined;
    const found = typeof exported === 'function' ? exported : given?.run;
    if (typeof found !== 'function')
      return send({ type: 'unusable', message: 'its default export is neither a function nor {run}' });
    run =
      typeof exported === 'function' ? (exported as Run) : (args, context) => (found as Run).call(given, args, context);
    const meta = given?.meta === undefined ? undefined : (jsonValue(given.meta, maxBytes).data as JsonObject);
    send({ type: 'loaded', ...(meta && { meta }) });
  } catch (error) {
    send({ type: 'unusable', message: reasonOf(error) });
  }
}

async function serve(call: CallMessage): Promise<void> {
  const stop = new LazySignal();
  const isOver = () => current !== stop;
  const end = (last: FromThread) => {
    if (isOver()) return;
    send(last);
    current = undefined;
  };
  const output = callOutput({
    send: message => isOver() || send(message),
    ask: question => ask(question, isOver()),
    maxBytes,
  });
  current = stop;
  scope = call.scope ?? scope;
  try {
    const context = new CallContext(call, scope, task.projectRoot, output, stop);
    awaitPermission(shared);
    const value = await run!(call.args, context);
    // Only this thread can see memory that is allocated and not used yet. The uncaught error ends the thread.
    if (getHeapStatistics().external_memory > MOST_BUFFER_BYTES) setImmediate(giveUp);
    else end(resultMessage(value, maxBytes));
  } catch (error) {
    end(errorMessage(error, maxBytes, task.debugErrors));
  }
}

function giveUp(): never {
  throw new Error(memoryExhausted);
}

/** The system's id of this thread; 0 on systems without /proc. */
function systemId(): number {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1)) || 0;
  } catch {
    return 0;
  }
}

async function ask(question: JsonObject, isLate: boolean): Promise<JsonObject> {
  if (isLate || waiting.size >= MOST_QUESTIONS) return { action: 'error' };
  return new Promise(resolve => {
    const key = questions++;
    waiting.set(key, resolve);
    send({ type: 'question', key, question });
  });
}
