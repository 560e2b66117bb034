import { failure, type Json, type JsonObject, type Outcome, problem } from '@concord/contract';
import type { Call, LogLevel } from '@concord/engine';
import { askFor } from '../../call/elicitation.js';
import { rootsOf } from '../../call/roots.js';
import type { World } from '../../call/run-context.js';
import type { ToolItem } from '../../project/items.js';
import { interruptedBy, tooLarge, unusableFile } from '../../result/failures.js';
import { readValue } from '../../result/output.js';
import { ownError } from '../../result/own-error.js';
import { settleRun } from '../../result/settle-run.js';
import { type Fate, readyUnlessStopped } from '../pool/pool.js';
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
  world: World,
  pool: WarmPool,
): Promise<Outcome> {
  try {
    while (!call.stopped) {
      const { refusal } = pool;
      if (refusal) return refusal;
      const process = pool.takeNow() ?? (await pool.take(call.onStop));
      const outcome = await serve(process, item, args, call, world, pool);
      if (outcome) return outcome;
    }
  } catch (error) {
    if (error instanceof CannotRun) return error.outcome;
    if (!call.stopped) return unusableFile('io', item.name, error instanceof Error ? error.message : 'unknown reason');
  }
  return interruptedBy(call, item, world.settings, '', false);
}

/** Undefined when the program turned out to be started from an older file: nothing was run, and it is not used again. */
async function serve(
  process: WarmProcess,
  item: ToolItem,
  args: JsonObject,
  call: Call,
  world: World,
  pool: WarmPool,
): Promise<Outcome | undefined> {
  const serving = new WarmCall(item, call, world, process);
  let fate: Fate = 'discarded';
  try {
    if (!process.isReady) await readyUnlessStopped(call, process.ready, () => process.abandon());
    fate = 'dismissed';
    if (!pool.isCurrent(process)) return undefined;
    const last = await serving.run(args);
    fate = isByTheRules(last) ? 'kept' : 'discarded';
    return serving.settle(last);
  } catch (error) {
    if (!call.stopped) throw error;
    return interruptedBy(call, item, world.settings, process.lastComplaint, false);
  } finally {
    pool.giveBack(process, fate);
  }
}

/** How a call came to its end. */
type Last = WarmLine | WarmEnd | { readonly flood: 'stdout' | 'stderr' } | 'junk' | 'late';

/** Whether a program that ended a call so can serve again. */
function isByTheRules(last: Last): last is WarmLine {
  return typeof last === 'object' && 'kind' in last;
}

/** One call of a warm program: hears what it says until that is over. */
class WarmCall implements WarmListener {
  readonly #item: ToolItem;
  readonly #call: Call;
  readonly #world: World;
  readonly #process: WarmProcess;
  readonly #id: string;
  #stderr = '';
  #stderrBytes = 0;
  #sawProgress = false;
  #questions = 0;
  #over: (last: Last) => void = () => {};
  #stopListening = () => {};
  #grace: NodeJS.Timeout | undefined;

  constructor(item: ToolItem, call: Call, world: World, process: WarmProcess) {
    this.#item = item;
    this.#call = call;
    this.#world = world;
    this.#process = process;
    this.#id = call.requestId;
  }

  /** Has the program do it. Resolves to what ended the call. */
  run(args: JsonObject): Promise<Last> {
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
        roots: rootsOf(roots, this.#world.roots),
        progressToken: wantsProgress ? meta.progressToken : undefined,
        timeoutMs,
      });
    });
  }

  line(line: WarmLine): void {
    if (line.id === this.#id) this.#hear(line);
    else this.junk();
  }

  junk(): void {
    this.#end('junk');
  }

  flood(): void {
    this.#end({ flood: 'stdout' });
  }

  stderr(text: string): void {
    this.#stderrBytes += Buffer.byteLength(text);
    if (this.#stderrBytes > this.#world.settings.maxStderrBytes) this.#end({ flood: 'stderr' });
    else this.#stderr += text;
  }

  ended(end: WarmEnd): void {
    this.#end(end);
  }

  /** What the call came to. */
  settle(last: Last): Outcome {
    const { settings } = this.#world;
    if (this.#call.stopped) return interruptedBy(this.#call, this.#item, settings, this.#stderr, this.#sawProgress);
    if (last === 'junk' || last === 'late') return malformed(this.#item.name);
    if ('flood' in last) return tooLarge(this.#item.name, last.flood, settings);
    if (!isByTheRules(last)) return this.#valued(undefined, last.exitCode || 1, this.#stderr);
    return this.#outcomeOf(last);
  }

  #end(last: Last): void {
    clearTimeout(this.#grace);
    this.#stopListening();
    // What it said on stderr before it answered comes by another way, and may be read after.
    setImmediate(this.#over, last);
  }

  #hear(line: WarmLine): void {
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
    const { settings } = this.#world;
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
