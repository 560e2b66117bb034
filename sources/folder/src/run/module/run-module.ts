import { availableParallelism } from 'node:os';
import { failure, type Json, type JsonObject, type Outcome, problem } from '@concord/contract';
import type { Call, LogLevel } from '@concord/engine';
import { askFor } from '../../call/elicitation.js';
import { type Root, rootsOf } from '../../call/roots.js';
import type { RunContext } from '../../call/run-context.js';
import type { ToolItem } from '../../project/items.js';
import { type EmbeddedFile, embed } from '../../result/embedded.js';
import { interruptedBy, tooLarge, unusableFile } from '../../result/failures.js';
import { readValue } from '../../result/output.js';
import { ownError } from '../../result/own-error.js';
import { settleRun } from '../../result/settle-run.js';
import { readyUnlessStopped } from '../pool/pool.js';
import { CannotRun } from '../pool/tool-command.js';
import { endings, type FromThread } from './channel/messages.js';
import type { ModulePool } from './module-pool.js';
import type { ModuleThread, ThreadEnd, ThreadListener } from './module-thread.js';

const hasCoreToSpare = availableParallelism() > 1;

/** What ends a call: a message of its thread, or the end of the thread. */
type CallEnd = FromThread | ThreadEnd;

/** Runs a module for one call, in a thread of its pool that has it as it is now. */
export async function runModule(
  item: ToolItem,
  args: JsonObject,
  call: Call,
  context: RunContext,
  pool: ModulePool,
): Promise<Outcome> {
  try {
    while (!call.stopped) {
      const thread = pool.takeNow() ?? (await pool.take(call.onStop));
      const outcome = await serve(thread, item, args, call, context, pool);
      if (outcome) return outcome;
    }
  } catch (error) {
    if (!call.stopped) return error instanceof CannotRun ? error.outcome : cannotLoad(item, error);
  }
  return interruptedBy(call, item, context.settings, '', false);
}

/** Undefined when the thread has an older module or has ended: nothing was run, and the thread is not used again. */
async function serve(
  thread: ModuleThread,
  item: ToolItem,
  args: JsonObject,
  call: Call,
  context: RunContext,
  pool: ModulePool,
): Promise<Outcome | undefined> {
  const serving = new ModuleCall(item, call, context, thread);
  try {
    if (!thread.isLoaded) await readyUnlessStopped(call, thread.loaded, () => thread.end());
    // With a second core the thread wakes up while its file is checked; it begins only when permitted.
    const ended = hasCoreToSpare ? serving.run(args) : undefined;
    if (!pool.isCurrent(thread)) return undefined;
    thread.permit();
    const last = await (ended ?? serving.run(args));
    return 'exitCode' in last && thread.endedBeforeCall ? undefined : await serving.settle(last);
  } finally {
    serving.release();
    pool.giveBack(thread, serving.endedByItself ? 'kept' : 'discarded');
  }
}

function cannotLoad({ name }: ToolItem, error: unknown): Outcome {
  return unusableFile('io', name, error instanceof Error ? error.message : 'unknown reason');
}

/** One call of a module: gets the messages of its thread until the call ends. */
class ModuleCall implements ThreadListener {
  endedByItself = false;
  readonly #item: ToolItem;
  readonly #call: Call;
  readonly #context: RunContext;
  readonly #thread: ModuleThread;
  readonly #roots: readonly Root[];
  readonly #embeddedFiles: EmbeddedFile[] = [];
  #printed = '';
  #printedBytes = 0;
  #sawProgress = false;
  #over: (last: CallEnd) => void = () => {};
  #stopListening = () => {};
  #callOff = () => {};

  constructor(item: ToolItem, call: Call, context: RunContext, thread: ModuleThread) {
    this.#item = item;
    this.#call = call;
    this.#context = context;
    this.#thread = thread;
    this.#roots = rootsOf(call.roots, context.roots);
  }

  /** Hands the call to the thread, which begins when permitted. Resolves to what ended the call. */
  run(args: JsonObject): Promise<CallEnd> {
    return new Promise(resolve => {
      this.#over = resolve;
      this.#stopListening = this.#call.onStop(() => {
        this.#callOff = this.#thread.stop(() => this.ended({ exitCode: 1 }));
      });
      this.#thread.listen(this);
      const scope = { name: this.#item.writtenName, roots: this.#roots };
      this.#thread.call(args, this.#call.requestId, scope, this.#call.meta);
    });
  }

  message(message: FromThread): void {
    if (endings.has(message.type)) this.#end(message);
    else this.#receive(message);
  }

  ended(end: ThreadEnd): void {
    this.#end(end);
  }

  #end(last: CallEnd): void {
    this.release();
    this.#over(last);
  }

  /** Stops listening to the call, whether it began or not. */
  release(): void {
    this.#callOff();
    this.#stopListening();
  }

  /** The outcome of the call. */
  settle(last: CallEnd): Outcome | Promise<Outcome> {
    const { settings } = this.#context;
    if (this.#call.stopped) return interruptedBy(this.#call, this.#item, settings, this.#printed, this.#sawProgress);
    if (this.#printedBytes > settings.maxStderrBytes) return tooLarge(this.#item.name, 'stderr', settings);
    if ('exitCode' in last) return this.#outcomeOf(undefined, last.exitCode || 1, last.message);
    this.endedByItself = last.type !== 'too_large';
    switch (last.type) {
      case 'result':
        if (last.json !== undefined && Buffer.byteLength(last.json) > settings.maxOutputBytes)
          return tooLarge(this.#item.name, 'stdout', settings);
        return this.#outcomeOf(last.json === undefined ? undefined : (JSON.parse(last.json) as Json), 0);
      case 'too_large':
        return tooLarge(this.#item.name, last.stream, settings);
      case 'malformed': {
        const message = `The result of tool '${this.#item.name}' is not JSON: ${last.reason}`;
        return failure(problem('malformed_output', message), { exitCode: 1 });
      }
      case 'error': {
        const { code, message, json } = last;
        const own = { code, message, ...(json !== undefined && { data: JSON.parse(json) as Json }) };
        return ownError(own, 1) ?? this.#outcomeOf(undefined, 1);
      }
      case 'failed':
        return this.#outcomeOf(last.message, 1);
      default:
        return failure(problem('internal', 'The module ended without a word'), { exitCode: 1 });
    }
  }

  #receive(message: FromThread): void {
    switch (message.type) {
      case 'printed':
        this.#printedBytes += Buffer.byteLength(message.text);
        if (this.#printedBytes > this.#context.settings.maxStderrBytes) this.#thread.end();
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
        if (this.#embeddedFiles.length < 1_000) this.#embeddedFiles.push(message);
        return;
      case 'question':
        void askFor(message.question, `elicitation-${message.key}`, this.#call)
          .catch((): JsonObject => ({ action: 'error' }))
          .then(answer => this.#thread.send({ type: 'answer', key: message.key, answer }));
    }
  }

  #outcomeOf(value: Json | undefined, exitCode: number, complaint?: string): Outcome | Promise<Outcome> {
    const stderr = complaint === undefined ? this.#printed : `${this.#printed}${complaint}\n`;
    const run = { exitCode, output: readValue(value), printed: false, stderr };
    const { settings } = this.#context;
    if (this.#embeddedFiles.length === 0) return settleRun(run, this.#item, settings);
    return this.#embedded().then(embedded => settleRun({ ...run, embedded }, this.#item, settings));
  }

  #embedded(): Promise<readonly JsonObject[]> {
    const { settings, project } = this.#context;
    const warn = (message: string) => this.#call.log('warning', message);
    return embed(this.#embeddedFiles, this.#roots, project.root, settings.maxResourceBytes, warn);
  }
}
