import { failure, type Json, type JsonObject, type Outcome, problem } from '@concord/contract';
import type { Call, LogLevel } from '@concord/engine';
import type { ToolItem } from '../../items.js';
import { embed, type Wanted } from '../../result/embedded.js';
import { interruptedBy, tooLarge, unusableFile } from '../../result/failures.js';
import { readValue } from '../../result/output.js';
import { ownError } from '../../result/own-error.js';
import { settleRun } from '../../result/settle-run.js';
import { dangerOf } from '../command-of.js';
import { askFor } from '../elicitation.js';
import { type Root, rootsOf } from '../roots.js';
import type { World } from '../world.js';
import { endings, type FromThread } from './messages.js';
import type { ModulePool } from './module-pool.js';
import type { ModuleThread, ThreadEnd } from './module-thread.js';

/** Runs a module for one call, in a thread of its pool. */
export async function runModule(
  item: ToolItem,
  args: JsonObject,
  call: Call,
  world: World,
  pool: ModulePool,
): Promise<Outcome> {
  const danger = dangerOf(item, world);
  if (danger) return danger;
  let thread: ModuleThread;
  try {
    thread = await pool.take(call.onStop);
  } catch (error) {
    return call.stopped ? interruptedBy(call, item, world.settings, '', false) : cannotLoad(item, error);
  }
  const serving = new ModuleCall(item, call, world, thread);
  try {
    await loadedBy(thread, call);
    return await serving.run(args);
  } catch (error) {
    return call.stopped ? interruptedBy(call, item, world.settings, '', false) : cannotLoad(item, error);
  } finally {
    pool.giveBack(thread, serving.endedByItself);
  }
}

/** Waits for a module, which may take for ever to load, while anybody waits for the call. */
async function loadedBy(thread: ModuleThread, call: Call): Promise<void> {
  const stopListening = call.onStop(() => thread.end());
  try {
    await thread.loaded;
  } finally {
    stopListening();
  }
}

function cannotLoad({ name }: ToolItem, error: unknown): Outcome {
  return unusableFile('io', name, error instanceof Error ? error.message : 'unknown reason');
}

/** One call of a module: hears what its thread says until that is over. */
class ModuleCall {
  endedByItself = false;
  readonly #item: ToolItem;
  readonly #call: Call;
  readonly #world: World;
  readonly #thread: ModuleThread;
  readonly #roots: readonly Root[];
  readonly #wanted: Wanted[] = [];
  #printed = '';
  #printedBytes = 0;
  #sawProgress = false;

  constructor(item: ToolItem, call: Call, world: World, thread: ModuleThread) {
    this.#item = item;
    this.#call = call;
    this.#world = world;
    this.#thread = thread;
    this.#roots = rootsOf(call.roots, world.roots);
  }

  async run(args: JsonObject): Promise<Outcome> {
    const last = await this.#lastWord(args);
    const { settings } = this.#world;
    if (this.#call.stopped) return interruptedBy(this.#call, this.#item, settings, this.#printed, this.#sawProgress);
    if (this.#printedBytes > settings.maxStderrBytes) return tooLarge(this.#item.name, 'stderr', settings);
    if ('exitCode' in last) return this.#settle(undefined, last.exitCode || 1, last.message);
    this.endedByItself = last.type !== 'too_large';
    return this.#outcomeOf(last);
  }

  /** What ended the call: a message of the thread, or its end. */
  #lastWord(args: JsonObject): Promise<FromThread | ThreadEnd> {
    const { requestId, meta = {}, onStop } = this.#call;
    return new Promise(resolve => {
      let callOff = () => {};
      const stopListening = onStop(() => {
        callOff = this.#thread.stop(() => finish({ exitCode: 1 }));
      });
      const finish = (last: FromThread | ThreadEnd) => {
        callOff();
        stopListening();
        resolve(last);
      };
      this.#thread.listen({
        said: message => (endings.has(message.type) ? finish(message) : this.#hear(message)),
        ended: finish,
      });
      this.#thread.tell({
        type: 'call',
        name: this.#item.writtenName,
        requestId,
        args,
        meta,
        roots: this.#roots,
      });
    });
  }

  #hear(message: FromThread): void {
    switch (message.type) {
      case 'printed':
        this.#printedBytes += Buffer.byteLength(message.text);
        if (this.#printedBytes > this.#world.settings.maxStderrBytes) this.#thread.end();
        else this.#printed += message.text;
        return;
      case 'progress':
        this.#sawProgress = true;
        this.#call.progress(message.value, message.total, message.message);
        return;
      case 'log':
        this.#call.log(message.level as LogLevel, message.data, message.logger);
        return;
      case 'resource':
        if (this.#wanted.length < 1_000) this.#wanted.push(message);
        return;
      case 'question':
        void askFor(message.question, `elicitation-${message.key}`, this.#call)
          .catch((): JsonObject => ({ action: 'error' }))
          .then(answer => this.#thread.tell({ type: 'answer', key: message.key, answer }));
    }
  }

  async #outcomeOf(last: FromThread): Promise<Outcome> {
    switch (last.type) {
      case 'result':
        if (last.json !== undefined && Buffer.byteLength(last.json) > this.#world.settings.maxOutputBytes)
          return tooLarge(this.#item.name, 'stdout', this.#world.settings);
        return this.#settle(last.json === undefined ? undefined : (JSON.parse(last.json) as Json), 0);
      case 'too_large':
        return tooLarge(this.#item.name, last.stream, this.#world.settings);
      case 'malformed': {
        const message = `The result of tool '${this.#item.name}' is not JSON: ${last.reason}`;
        return failure(problem('malformed_output', message), { exitCode: 1 });
      }
      case 'error': {
        const { code, message, json } = last;
        return ownError({ code, message, ...(json !== undefined && { data: JSON.parse(json) as Json }) }, 1)!;
      }
      case 'failed':
        return this.#settle(last.message, 1);
      default:
        return failure(problem('internal', 'The module ended without a word'), { exitCode: 1 });
    }
  }

  async #settle(value: Json | undefined, exitCode: number, complaint?: string): Promise<Outcome> {
    const { settings, project } = this.#world;
    const warn = (message: string) => this.#call.log('warning', message);
    const embedded =
      this.#wanted.length === 0
        ? []
        : await embed(this.#wanted, this.#roots, project.root, settings.maxResourceBytes, warn);
    const stderr = complaint === undefined ? this.#printed : `${this.#printed}${complaint}\n`;
    return settleRun({ exitCode, output: readValue(value), printed: false, stderr, embedded }, this.#item, settings);
  }
}
