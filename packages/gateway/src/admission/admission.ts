import { type JsonObject, type Problem, problem } from '@concord/contract';
import type {
  Account,
  Admission,
  AdmissionNotes,
  Applicant,
  Call,
  CallEnd,
  Permit,
  Resolved,
  Tool,
  Unkept,
  Verdict,
} from '@concord/engine';
import { CallerAccount } from '../callers/account.js';
import type { Sight } from '../callers/sight.js';
import { type IdempotencyKey, keyIn } from '../ledger/idempotency.js';
import type { Ledger } from '../ledger/ledger.js';
import type { Observer, Span } from '../telemetry/observer.js';
import type { Quotas, Share } from './quotas.js';
import type { Scope } from './scope.js';

/** Callers nobody has asked who they are count as one. */
export const ANYBODY = 'local';

export interface AdmissionOptions {
  readonly quotas: Quotas;
  readonly ledger: Ledger;
  readonly observer: Observer;
  /** What is there for callers without an account. */
  readonly sight: Sight;
  /** Puts what arguments refer to in their place. */
  readonly resolve?: (args: JsonObject, tool: Tool, call: Call) => undefined | Promise<Resolved>;
}

/** Decides over the calls of a gateway: by the rights of the caller, by what was answered before, and by limits. */
export class GatewayAdmission implements Admission {
  readonly resolve?: NonNullable<Admission['resolve']>;
  readonly #options: AdmissionOptions;

  constructor(options: AdmissionOptions) {
    this.#options = options;
    if (options.resolve) this.resolve = options.resolve;
  }

  /** At once for most calls: those without a key that nothing limits. */
  admit(applicant: Applicant): Verdict | Promise<Verdict> {
    const { quotas, observer } = this.#options;
    const { operation, isTool, server = '', caller, call } = applicant;
    const account = accountIn(caller.account);
    const hidden = this.#hiddenFrom(account, applicant);
    if (hidden) return { by: 'refusal', problem: hidden };
    const key = isTool ? keyIn(call.meta) : undefined;
    if (key && 'kind' in key) return { by: 'refusal', problem: key };
    const tool = isTool ? ownNameOf(operation as Tool) : undefined;
    const scopes = quotas.scopesOf(account, ANYBODY, server, tool);
    const span = observer.begin(applicant);
    if (key === undefined && scopes.length === 0) return { by: 'permit', permit: new CallPermit(this.#options, span) };
    return this.#decide(applicant, account, key, scopes, span);
  }

  /** What is not there for its caller does not exist: neither look-up nor limit may tell it from that. */
  #hiddenFrom(account: CallerAccount | undefined, { operation, isTool, server = '' }: Applicant): Problem | undefined {
    const sight = account?.sight ?? this.#options.sight;
    const own = isTool ? ownNameOf(operation as Tool) : operation.name;
    if (isTool ? sight.tool(server, { ...(operation as Tool), name: own }) : sight.rest(server)) return undefined;
    return problem('not_found', isTool ? `Unknown tool: ${operation.name}` : `'${server}' has none of that name`);
  }

  async #decide(
    applicant: Applicant,
    account: CallerAccount | undefined,
    key: IdempotencyKey | undefined,
    scopes: readonly Scope[],
    span: Span,
  ): Promise<Verdict> {
    const { quotas, ledger } = this.#options;
    const over = await quotas.takeRates(scopes);
    if (over) return refused(over, span);
    const entered = key && (await ledger.enter(key, applicant, account?.id ?? ANYBODY));
    const waits = entered && entered.waitedMs > 0 ? { waits: { ledger: entered.waitedMs } } : {};
    if (entered?.by === 'refusal') {
      const { problem: why, state } = entered;
      return { ...refused(why, span), state, notes: { ...span.notes, ...waits } };
    }
    if (entered?.by === 'replay') {
      const { outcome, state } = entered;
      const notes = {
        ...span.notes,
        record: { ...span.notes.record, replayed: true },
        result: { replayed: true },
        ...waits,
      };
      span.replayed();
      return { by: 'replay', outcome, state, notes };
    }
    const share = scopes.length === 0 ? undefined : await quotas.takePlaces(scopes);
    if (share && 'kind' in share) {
      if (entered) await ledger.end(entered.entry, neverBegan(share));
      return { ...refused(share, span), notes: { ...span.notes, ...waits } };
    }
    return { by: 'permit', permit: new CallPermit(this.#options, span, share, entered?.entry, waits) };
  }
}

function refused(why: Problem, span: Span): Extract<Verdict, { by: 'refusal' }> {
  span.refused(why);
  return { by: 'refusal', problem: why, notes: span.notes };
}

function neverBegan(why: Problem): CallEnd {
  return { outcome: { ok: false, problems: [why], exitCode: -1 }, state: 'not_started', bytes: 0, durationMs: 0 };
}

const accountIn = (account: Account | undefined) => (account instanceof CallerAccount ? account : undefined);

/** The name of a tool at its server. */
const ownNameOf = ({ name, ownName = name }: Tool) => ownName;

class CallPermit implements Permit {
  readonly notes: AdmissionNotes;
  readonly trace: JsonObject | undefined;
  readonly #ledger: Ledger;
  readonly #span: Span;
  readonly #share: Share | undefined;
  readonly #entry: string | undefined;

  constructor(
    { ledger }: AdmissionOptions,
    span: Span,
    share?: Share,
    entry?: string,
    more: Pick<AdmissionNotes, 'waits'> = {},
  ) {
    this.#ledger = ledger;
    this.#span = span;
    this.#share = share;
    this.#entry = entry;
    this.trace = span.trace;
    const met = share && share.met.length > 0 ? { limits: share.met } : undefined;
    this.notes = { ...span.notes, ...more, ...(met && { record: { ...span.notes.record, ...met } }) };
  }

  ended(end: CallEnd): undefined | Promise<Unkept | undefined> {
    this.#share?.release(end.bytes);
    this.#span.ended(end);
    return this.#entry === undefined ? undefined : this.#ledger.end(this.#entry, end);
  }
}
