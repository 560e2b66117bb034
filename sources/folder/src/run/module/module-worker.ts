import { readlinkSync } from 'node:fs';
import { getHeapStatistics } from 'node:v8';
import workerThreads from 'node:worker_threads';
import type { JsonObject } from '@concord/contract';
import { plain } from './call/bounded-json.js';
import { CallContext } from './call/call-context.js';
import { sentence, thrown, written } from './call/call-end.js';
import { voiceOf } from './call/call-output.js';
import { LateSignal } from './call/lazy-signal.js';
import type { CallMessage, FromThread, Surroundings, Task, ToThread } from './channel/messages.js';
import { awaitPermission } from './channel/start-permission.js';
import { countSaid, weightOf } from './channel/unread-messages.js';
import { isolate } from './isolation/isolation.js';
import { hookModules } from './loading/import-hooks.js';
import { exhaustion, MOST_BUFFER_BYTES } from './memory-watch.js';

const task = workerThreads.workerData as Task;
const { port, maxBytes } = task;
const shared = new Int32Array(task.shared);
const MOST_QUESTIONS = 64;

type Run = (args: JsonObject, context: object) => unknown;

/** The call that runs. What is said beside it, or in one that is over, is for nobody: the next call must not hear it. */
let current: LateSignal | undefined;
let surroundings: Surroundings = { name: '', roots: [] };
let questions = 0;
const waiting = new Map<number, (answer: JsonObject) => void>();
let run: Run | undefined;

Atomics.store(shared, 1, systemId());
// A module speaks by its context, not in the place of its thread.
Object.assign(workerThreads, { workerData: null });
isolate(text => {
  if (current) say(text.length > maxBytes ? { type: 'too_large', stream: 'stderr' } : { type: 'printed', text });
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

function say(message: FromThread): void {
  countSaid(shared, weightOf(message));
  port.postMessage(message);
}

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
    const meta = given?.meta === undefined ? undefined : (plain(given.meta, maxBytes).data as JsonObject);
    say({ type: 'loaded', ...(meta && { meta }) });
  } catch (error) {
    say({ type: 'unusable', message: sentence(error) });
  }
}

async function serve(call: CallMessage): Promise<void> {
  const stop = new LateSignal();
  const isOver = () => current !== stop;
  const end = (last: FromThread) => {
    if (isOver()) return;
    say(last);
    current = undefined;
  };
  const voice = voiceOf({
    say: message => isOver() || say(message),
    ask: question => ask(question, isOver()),
    maxBytes,
  });
  current = stop;
  surroundings = call.surroundings ?? surroundings;
  try {
    const context = new CallContext(call, surroundings, task.projectRoot, voice, stop);
    awaitPermission(shared);
    const value = await run!(call.args, context);
    // Memory that was asked for and not used yet is seen by nobody else. Not caught by anybody, it ends the thread.
    if (getHeapStatistics().external_memory > MOST_BUFFER_BYTES) setImmediate(giveUp);
    else end(written(value, maxBytes));
  } catch (error) {
    end(thrown(error, maxBytes, task.debugErrors));
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

async function ask(question: JsonObject, isLate: boolean): Promise<JsonObject> {
  if (isLate || waiting.size >= MOST_QUESTIONS) return { action: 'error' };
  return new Promise(resolve => {
    const key = questions++;
    waiting.set(key, resolve);
    say({ type: 'question', key, question });
  });
}
