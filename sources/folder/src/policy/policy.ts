import { type JsonObject, type Problem, problem } from '@concord/contract';
import type { Call, SourceReport } from '@concord/engine';
import type { ToolItem } from '../project/items.js';
import type { AllowList } from './allow-list.js';

/** Decides about calls: the operator's allow-list first, then the project's own rule. */
export class Policy {
  readonly #list: AllowList;
  readonly #hook: PolicyHook | undefined;
  readonly #hint: string;
  readonly #report: (report: SourceReport) => void;

  constructor(
    list: AllowList,
    hook: PolicyHook | undefined,
    report: (report: SourceReport) => void,
    hint = `Add it to ${list.variable}`,
  ) {
    this.#list = list;
    this.#hook = hook;
    this.#report = report;
    this.#hint = hint;
  }

  /** Whether a tool is shown. The project's own rule decides about calls only. */
  lists({ name, writtenName }: ToolItem): boolean {
    return this.#list.allows(name) || this.#list.allows(writtenName);
  }

  /** Why a call is denied; undefined when it is allowed. Not a Promise where the project has no rule. */
  admit(item: ToolItem, args: JsonObject, call: Call): Decision {
    if (!this.lists(item))
      return this.#denied(
        item,
        problem('forbidden', blocked(item), { hint: this.#hint, details: { hint: this.#hint } }),
      );
    const refusal = this.#hook?.decide(item, args, call);
    return refusal instanceof Promise
      ? refusal.then(late => this.#reported(item, late))
      : this.#reported(item, refusal);
  }

  /** Reports a denial. A cancelled call was not denied. */
  #reported(item: ToolItem, refusal: Problem | undefined): Problem | undefined {
    return refusal && refusal.kind !== 'cancelled' ? this.#denied(item, refusal) : refusal;
  }

  #denied({ name }: ToolItem, why: Problem): Problem {
    this.#report({ level: 'warning', logger: 'tools.policy', message: `A call of ${name} was denied` });
    return why;
  }
}

/** Why a call is denied; undefined when it is not. */
export type Decision = Problem | undefined | Promise<Problem | undefined>;

/** The project's own rule. It fails closed: when it cannot decide, the call is denied. */
export interface PolicyHook {
  decide(item: ToolItem, args: JsonObject, call: Call): Decision;
  close(): Promise<void>;
}

/** The default message of a denied call. */
export function blocked({ name }: ToolItem): string {
  return `Tool '${name}' is blocked by policy`;
}
