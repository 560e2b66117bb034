import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cancelled, type Json, type JsonObject, type Problem, problem } from '@concord/contract';
import { type Call, Turns } from '@concord/engine';
import type { ToolItem } from '../items.js';
import { fileStamp } from '../run/file-stamp.js';
import type { World } from '../run/world.js';
import { unsafe } from '../scan/safety.js';
import { readDecision } from './decision.js';
import { ModuleRule } from './module-rule.js';
import type { Decision, PolicyHook } from './policy.js';
import { ShellRule } from './shell-rule.js';

/** What a rule is asked about. */
export interface Question {
  readonly name: string;
  readonly metadata: JsonObject;
  readonly args: JsonObject;
  readonly caller: JsonObject;
}

/** A rule that is loaded and can be asked about one call at a time. Rejects with the reason when it cannot decide. */
export interface Rule {
  decide(question: Question, signal: AbortSignal): Promise<Json | undefined>;
  close(): void;
}

const PATIENCE_MS = 5_000;

/** How each file of a project becomes a rule; the first that is there counts. */
const kinds: readonly (readonly [string, (file: string, world: World) => Rule])[] = [
  ['policy.js', (file, world) => new ModuleRule(file, world)],
  ['policy.mjs', (file, world) => new ModuleRule(file, world)],
  ['policy.ts', (file, world) => new ModuleRule(file, world)],
  ['policy.sh', (file, world) => new ShellRule(file, world)],
];

interface Candidate {
  readonly file: string;
  readonly load: (file: string, world: World) => Rule;
}

/** Asks the rule a project has for its own tools, as it is now. Whatever keeps it from deciding denies the call. */
export class ProjectRule implements PolicyHook {
  readonly #world: World;
  readonly #candidates: readonly Candidate[];
  /** Calls are decided one after the other. Whoever waits loses nothing when the one before is withdrawn or takes too long. */
  readonly #turns = new Turns(1);
  #loaded: { readonly rule: Rule; readonly stamp: string } | undefined;

  constructor(world: World) {
    this.#world = world;
    this.#candidates = kinds.map(([name, load]) => ({ file: join(world.project.server, name), load }));
  }

  decide(item: ToolItem, args: JsonObject, call: Call): Decision {
    const found = this.#candidates.find(({ file }) => existsSync(file));
    return found && this.#inTurn(found, item, args, call);
  }

  async #inTurn(found: Candidate, item: ToolItem, args: JsonObject, call: Call): Promise<Problem | undefined> {
    try {
      await this.#turns.take(call.onStop);
    } catch {
      return cancelled();
    }
    try {
      return await this.#ask(found, item, args, call);
    } finally {
      this.#turns.giveBack();
    }
  }

  async #ask(found: Candidate, item: ToolItem, args: JsonObject, call: Call): Promise<Problem | undefined> {
    const { project, report } = this.#world;
    try {
      const reason = unsafe(found.file, project.server, project.root, { strict: true });
      if (reason !== undefined) throw new Error(`it ${reason}`);
      const question = { name: item.writtenName, metadata: item.entry, args, caller: { ...call.caller } };
      const patience = AbortSignal.any([call.signal, AbortSignal.timeout(PATIENCE_MS)]);
      return readDecision(await this.#rule(found).decide(question, patience), item);
    } catch (error) {
      this.#drop();
      if (call.stopped) return cancelled();
      const why = error instanceof Error ? error.message : 'unknown reason';
      const message = `server.d/${basename(found.file)} denies every call: ${why}`;
      report({ level: 'error', logger: 'tools.policy', message });
      return problem('forbidden', message);
    }
  }

  async close(): Promise<void> {
    this.#drop();
  }

  #rule({ file, load }: Candidate): Rule {
    const stamp = `${file} ${fileStamp(file)}`;
    if (this.#loaded?.stamp !== stamp) {
      this.#drop();
      this.#loaded = { rule: load(file, this.#world), stamp };
    }
    return this.#loaded!.rule;
  }

  #drop(): void {
    this.#loaded?.rule.close();
    this.#loaded = undefined;
  }
}
