import { failure, type Json, type JsonObject, type Outcome, problem } from '@concord/contract';
import type { Call, LogLevel } from '@concord/engine';
import { askFor } from '../../call/elicitation.js';
import { rootsOf } from '../../call/roots.js';
import type { RunContext } from '../../call/run-context.js';
import type { ToolItem } from '../../project/items.js';
import { interruptedBy, tooLarge, unusableFile } from '../../result/failures.js';
import { readValue } from '../../result/output.js';
import { ownError } from '../../result/own-error.js';
import { settleRun } from '../../result/settle-run.js';
import { type AfterCall, readyUnlessStopped } from '../pool/pool.js';
import { CannotRun } from '../pool/tool-command.js';
import type { WarmLine } from './lines.js';
import type { WarmPool } from './warm-pool.js';
import type { WarmEnd, WarmListener, WarmProcess } from './warm-process.js';

const GRACE_MS = 1_000;

/** Runs one call of a program that is kept between calls. */
export async function runWarm(
  item: ToolItem,
  args: JsonObject,
  call: Call,
  context: RunContext,
  pool: WarmPool,
): Promise<Outcome> {
  try {
    while (!call.stopped) {
      const { refusal } = pool;
      if (refusal) return refusal;
      const process = pool.takeNow() ?? (await pool.take(call.onStop));
      const outcome = await serve(process, item, args, call, context, pool);
      if (outcome) return outcome;
    }
  } catch (error) {
    if (error instanceof CannotRun) return error.outcome;
    if (!call.stopped) return unusableFile('io', item.name, error instanceof Error ? error.message : 'unknown reason');
  }
  return interruptedBy(call, item, context.settings, '', false);
}

/** Undefined when the program was started from an older file: nothing was run, and the program is not used again. */
async function serve(
  process: WarmProcess,
  item: ToolItem,
  args: JsonObject,
  call: Call,
  context: RunContext,
  pool: WarmPool,
): Promise<Outcome | undefined> {
  const serving = new WarmCall(item, call, context, process);
  let afterCall: AfterCall = 'discarded';
  try {
    if (!process.isReady) await readyUnlessStopped(call, process.ready, () => process.abandon());
    afterCall = 'dismissed';
    if (!pool.isCurrent(process)) return undefined;
    const last = await serving.run(args);
    afterCall = isAnswer(last) ? 'kept' : 'discarded';
    return serving.settle(last);
  } catch (error) {
    if (!call.stopped) throw error;
    return interruptedBy(call, item, context.settings, process.lastStderr, false);
  } finally {
    pool.giveBack(process, afterCall);
  }
}

/** What ended a call. */
type CallEnd = WarmLine | WarmEnd | { readonly tooLong: 'stdout' | 'stderr' } | 'invalid line' | 'late';

/** Whether the program answered by the protocol, so that it can serve again. */
function isAnswer(last: CallEnd): last is WarmLine {
  return typeof last === 'object' && 'kind' in last;
}

/** One call of a warm program: gets its lines until the call ends. */
class WarmCall implements WarmListener {
  readonly #item: ToolItem;
  readonly #call: Call;
  readonly #context: RunContext;
  readonly #process: WarmProcess;
  readonly #id: string;
  #stderr = '';
  #stderrBytes = 0;
  #sawProgress = false;
  #questions = 0;
  #over: (last: CallEnd) => void = () => {};
  #stopListening = () => {};
  #grace: NodeJS.Timeout | undefined;

  constructor(item: ToolItem, call: Call, context: RunContext, process: WarmProcess) {
    this.#item = item;
    this.#call = call;
    this.#context = context;
    this.#process = process;
    this.#id = call.requestId;
  }

  /** Sends the call to the program. Resolves to what ended the call. */
  run(args: JsonObject): Promise<CallEnd> {
    return new Promise(resolve => {
      this.#over = resolve;
      this.#stopListening = this.#call.onStop(() => {
        this.#process.send({ id: this.#id, cancel: true });
        this.#grace = setTimeout(() => {
          this.#process.abandon();
          this.#end('late');
        }, GRACE_MS);
      });
      this.#process.listen(this);
      const { meta = {}, roots, timeoutMs, wantsProgress } = this.#call;
      this.#process.send({
        id: this.#id,
        name: this.#item.writtenName,
        args,
        meta,
        roots: rootsOf(roots, this.#context.roots),
        progressToken: wantsProgress ? meta.progressToken : undefined,
        timeoutMs,
      });
    });
  }

  line(line: WarmLine): void {
    if (line.id === this.#id) this.#receive(line);
    else this.invalidLine();
  }

  invalidLine(): void {
    this.#end('invalid line');
  }

  tooLong(): void {
    this.#end({ tooLong: 'stdout' });
  }

  stderr(text: string): void {
    this.#stderrBytes += Buffer.byteLength(text);
    if (this.#stderrBytes > this.#context.settings.maxStderrBytes) this.#end({ tooLong: 'stderr' });
    else this.#stderr += text;
  }

  ended(end: WarmEnd): void {
    this.#end(end);
  }

  /** The outcome of the call. */
  settle(last: CallEnd): Outcome {
    const { settings } = this.#context;
    if (this.#call.stopped) return interruptedBy(this.#call, this.#item, settings, this.#stderr, this.#sawProgress);
    if (last === 'invalid line' || last === 'late') return malformed(this.#item.name);
    if ('tooLong' in last) return tooLarge(this.#item.name, last.tooLong, settings);
    if (!isAnswer(last)) return this.#valued(undefined, last.exitCode || 1, this.#stderr);
    return this.#outcomeOf(last);
  }

  #end(last: CallEnd): void {
    clearTimeout(this.#grace);
    this.#stopListening();
    // What it printed on stderr before its answer comes through another pipe, and may be read later.
    setImmediate(this.#over, last);
  }

  #receive(line: WarmLine): void {
    const { kind, line: whole } = line;
    const member = whole[kind] as JsonObject;
    switch (kind) {
      case 'progress':
        this.#sawProgress = true;
        this.#call.progress(Number(member.progress), numberIn(member.total), textIn(member.message));
        return;
      case 'log':
        this.#call.log(String(member.level ?? 'info') as LogLevel, member.data ?? null, textIn(member.logger));
        return;
      case 'elicit':
        void askFor(member, `elicitation-${this.#questions++}`, this.#call)
          .catch((): JsonObject => ({ action: 'error' }))
          .then(elicitResult => this.#process.send({ id: this.#id, elicitResult }));
        return;
      default:
        this.#end(line);
    }
  }

  #outcomeOf({ kind, line }: WarmLine): Outcome {
    if (kind === 'error') return ownError(line.error, 1) ?? malformed(this.#item.name);
    const exitCode = kind === 'exitCode' ? (line.exitCode as number) : 0;
    const said = typeof line.stderr === 'string' ? this.#stderr + line.stderr : this.#stderr;
    return this.#valued(line.result, exitCode, said);
  }

  #valued(value: Json | undefined, exitCode: number, stderr: string): Outcome {
    const { settings } = this.#context;
    const output = readValue(value);
    if (Buffer.byteLength(output.text) > settings.maxOutputBytes) return tooLarge(this.#item.name, 'stdout', settings);
    return settleRun({ exitCode, output, printed: true, stderr }, this.#item, settings);
  }
}

function malformed(name: string): Outcome {
  const message = `Tool '${name}' printed a line that is no answer to its call`;
  return failure(problem('malformed_output', message), { exitCode: 1 });
}

const numberIn = (value: Json | undefined) => (typeof value === 'number' ? value : undefined);
const textIn = (value: Json | undefined) => (typeof value === 'string' ? value : undefined);
