import { basename, extname } from 'node:path';
import {
  cancelled,
  isJsonObject,
  type Json,
  type JsonObject,
  type Problem,
  problem,
  rpcCodes,
} from '@concord/contract';
import { type Call, Semaphore } from '@concord/engine';
import type { RunContext } from '../call/run-context.js';
import { fileStamp } from '../files/file-stamp.js';
import { unsafe } from '../files/safety.js';
import type { ToolItem } from '../project/items.js';
import { ModuleRule } from './module-rule.js';
import { blocked, type Decision, type PolicyHook } from './policy.js';
import { RuleFile } from './rule-file.js';
import { ShellRule } from './shell-rule.js';

/** The call that a rule decides about. */
export interface Question {
  readonly name: string;
  readonly metadata: JsonObject;
  readonly args: JsonObject;
  readonly caller: JsonObject;
}

/** A loaded rule, which decides about one call at a time. `decide` rejects with the reason when it cannot. */
export interface Rule {
  /** Whether its thread or process has ended, so that it must be loaded again. */
  readonly isGone: boolean;
  decide(question: Question, signal: AbortSignal): Promise<Json | undefined>;
  close(): void;
}

const TIMEOUT_MS = 5_000;

/** Asks the project's own rule about calls, always in its current version. A rule that cannot decide denies the call. */
export class ProjectRule implements PolicyHook {
  readonly #context: RunContext;
  readonly #file: RuleFile;
  /** Calls are decided one after the other. A call that waits its turn does not use up its own time. */
  readonly #places = new Semaphore(1);
  #loaded: { readonly rule: Rule; readonly stamp: string } | undefined;

  constructor(context: RunContext) {
    this.#context = context;
    this.#file = new RuleFile(context.project.server);
  }

  decide(item: ToolItem, args: JsonObject, call: Call): Decision {
    try {
      const file = this.#file.find();
      return file === undefined ? undefined : this.#inTurn(file, item, args, call);
    } catch (error) {
      const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
      return this.#deniesAll('server.d', `it cannot be looked at (${code})`);
    }
  }

  async #inTurn(file: string, item: ToolItem, args: JsonObject, call: Call): Promise<Problem | undefined> {
    try {
      await this.#places.acquire(call.onStop);
    } catch {
      return cancelled();
    }
    try {
      return await this.#ask(file, item, args, call);
    } finally {
      this.#places.release();
    }
  }

  async #ask(file: string, item: ToolItem, args: JsonObject, call: Call): Promise<Problem | undefined> {
    const { project } = this.#context;
    const timeout = new AbortController();
    const giveUp = () => timeout.abort();
    // A timer of its own: AbortSignal.timeout may be garbage-collected and then never fires.
    const timer = setTimeout(giveUp, TIMEOUT_MS);
    const stopListening = call.onStop(giveUp);
    try {
      const reason = unsafe(file, project.server, project.root, { strict: true });
      if (reason !== undefined) throw new Error(`it ${reason}`);
      const { account, ...caller } = call.caller;
      const asking = { ...caller, ...(account && { account: account.name }) };
      const question = { name: item.writtenName, metadata: item.entry, args, caller: asking };
      return readDecision(await this.#rule(file).decide(question, timeout.signal), item);
    } catch (error) {
      this.#drop();
      if (call.stopped) return cancelled();
      return this.#deniesAll(`server.d/${basename(file)}`, error instanceof Error ? error.message : 'unknown reason');
    } finally {
      clearTimeout(timer);
      stopListening();
    }
  }

  #deniesAll(place: string, why: string): Problem {
    const message = `${place} denies every call: ${why}`;
    this.#context.report({ level: 'error', logger: 'tools.policy', message });
    return problem('forbidden', message);
  }

  async close(): Promise<void> {
    this.#drop();
  }

  #rule(file: string): Rule {
    const stamp = `${file} ${fileStamp(file)}`;
    if (this.#loaded?.stamp !== stamp || this.#loaded.rule.isGone) {
      this.#drop();
      const Kind = extname(file) === '.sh' ? ShellRule : ModuleRule;
      this.#loaded = { rule: new Kind(file, this.#context), stamp };
    }
    return this.#loaded!.rule;
  }

  #drop(): void {
    this.#loaded?.rule.close();
    this.#loaded = undefined;
  }
}

/** Reads the decision of a rule. A number may be a string, and data may be left out. */
function readDecision(given: Json | undefined, item: ToolItem): Problem | undefined {
  if (given === true) return undefined;
  if (given === false) return problem('forbidden', blocked(item));
  if (!isJsonObject(given) || typeof given.allow !== 'boolean')
    throw new Error('it gave neither true, false nor {allow}');
  if (given.allow) return undefined;
  const { code, message, data } = given;
  const chosen =
    Number.isInteger(Number(code)) && code !== '' && code !== undefined && code !== null ? Number(code) : undefined;
  const text = typeof message === 'string' && message !== '' ? message : blocked(item);
  const hasData = data !== undefined && data !== null && data !== '';
  if (chosen === undefined && !hasData) return problem('forbidden', text);
  return problem('forbidden', text, { rpc: { code: chosen ?? rpcCodes.internalError, ...(hasData && { data }) } });
}
