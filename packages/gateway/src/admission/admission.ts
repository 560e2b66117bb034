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
import { ANYBODY, ownerOf } from '../identity/owner.js';
import { type IdempotencyKey, keyFurther, keyIn, keyName } from '../ledger/idempotency.js';
import type { Ledger } from '../ledger/ledger.js';
import { contextIn, spanFor, traceparentOf } from '../telemetry/trace.js';
import type { Quotas, Share } from './quotas.js';
import type { Scope } from './scope.js';

export interface AdmissionOptions {
  readonly quotas: Quotas;
  readonly ledger: Ledger;
  /** Whether each call is a span of its own in a trace. */
  readonly traces: boolean;
  /** Told of calls that are let run, and of their ends. */
  readonly running: { began(): void; ended(): void };
  /** Why a call that may change something cannot run now, because its record could not be kept. */
  readonly unrecorded?: (() => undefined | Promise<Problem | undefined>) | undefined;
  /** What is there for callers without an account. */
  readonly sight: Sight;
  /** Whether something belongs to the gateway itself, which is there for every caller. */
  readonly isOwn: (server: string) => boolean;
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
    const { quotas, unrecorded } = this.#options;
    const { operation, isTool, server = '', caller, call } = applicant;
    const account = accountIn(caller.account);
    const followed = this.#follow(call);
    const hidden = this.#hiddenFrom(account, applicant);
    if (hidden) return { by: 'refusal', problem: hidden, notes: followed.notes };
    const key = isTool ? keyIn(call.meta, operation as Tool) : undefined;
    if (key && 'kind' in key) return { by: 'refusal', problem: key, notes: followed.notes };
    const tool = isTool ? (operation as Tool) : undefined;
    const scopes = quotas.scopesOf(account, ANYBODY, server, tool && ownNameOf(tool));
    const unkept = tool && tool.annotations?.readOnlyHint !== true ? unrecorded?.() : undefined;
    if (key === undefined && scopes.length === 0 && unkept === undefined)
      return { by: 'permit', permit: new CallPermit(this.#options, followed) };
    return this.#decide(applicant, key, scopes, followed, unkept);
  }

  /** Where the call is in a trace, for its record and for the next hop. */
  #follow({ meta, budget }: Call): Followed {
    const granted = budget && { budget: { ...budget } };
    if (!this.#options.traces) {
      const given = meta?.traceparent === undefined ? undefined : contextIn(meta);
      if (given === undefined && granted === undefined) return UNFOLLOWED;
      return { notes: { record: { ...(given && { traceId: given.traceId }), ...granted } }, handsOn: undefined };
    }
    const context = spanFor(meta);
    return { notes: { record: { ...context, ...granted } }, handsOn: { traceparent: traceparentOf(context) } };
  }

  /** What is not there for its caller does not exist: neither look-up nor limit may tell it from that. */
  #hiddenFrom(account: CallerAccount | undefined, { operation, isTool, server = '' }: Applicant): Problem | undefined {
    if (this.#options.isOwn(server)) return undefined;
    const sight = account?.sight ?? this.#options.sight;
    const own = isTool ? ownNameOf(operation as Tool) : operation.name;
    if (isTool ? sight.tool(server, { ...(operation as Tool), name: own }) : sight.rest(server)) return undefined;
    return problem('not_found', isTool ? `Unknown tool: ${operation.name}` : `'${server}' has none of that name`);
  }

  async #decide(
    applicant: Applicant,
    key: IdempotencyKey | undefined,
    scopes: readonly Scope[],
    followed: Followed,
    unkept: undefined | Promise<Problem | undefined>,
  ): Promise<Verdict> {
    const { quotas, ledger } = this.#options;
    const refused = (why: Problem, more: AdmissionNotes = {}): Verdict => ({
      by: 'refusal',
      problem: why,
      notes: { ...followed.notes, ...(why.kind === 'limited' && { result: { limit: why.details! } }), ...more },
    });
    const unrecorded = await unkept;
    if (unrecorded) return refused(unrecorded);
    const over = await quotas.takeRates(scopes);
    if (over) return refused(over);
    const entered = key && (await ledger.enter(key, applicant, ownerOf(applicant.caller)));
    const waits = entered && entered.waitedMs > 0 ? { waits: { ledger: entered.waitedMs } } : {};
    if (entered?.by === 'refusal') return { ...refused(entered.problem, waits), state: entered.state } as Verdict;
    if (entered?.by === 'replay') {
      const { outcome, state } = entered;
      const replayed = { replayed: true };
      const record = { ...followed.notes.record, ...replayed };
      return { by: 'replay', outcome, state, notes: { ...followed.notes, record, result: replayed, ...waits } };
    }
    const share = scopes.length === 0 ? undefined : await quotas.takePlaces(scopes);
    if (share && 'kind' in share) {
      if (entered) await ledger.end(entered.entry, neverBegan(share));
      return refused(share, waits);
    }
    // A key belongs to its caller: the server behind this one has all of them for one, so that each gets a key of its own there.
    const further = key && {
      ...followed.handsOn,
      [keyName]: keyFurther(key.key, applicant, ownerOf(applicant.caller)),
    };
    const handed = further ? { ...followed, handsOn: further } : followed;
    return { by: 'permit', permit: new CallPermit(this.#options, handed, share, entered?.entry, waits) };
  }
}

/** What is noted of a call for those who follow it. */
interface Followed {
  readonly notes: AdmissionNotes;
  readonly handsOn: JsonObject | undefined;
}

const UNFOLLOWED: Followed = { notes: {}, handsOn: undefined };

function neverBegan(why: Problem): CallEnd {
  return { outcome: { ok: false, problems: [why], exitCode: -1 }, state: 'not_started', bytes: 0, durationMs: 0 };
}

const accountIn = (account: Account | undefined) => (account instanceof CallerAccount ? account : undefined);

/** The name of a tool at its server. */
const ownNameOf = ({ name, ownName = name }: Tool) => ownName;

class CallPermit implements Permit {
  readonly notes: AdmissionNotes;
  readonly handsOn: JsonObject | undefined;
  readonly #options: AdmissionOptions;
  readonly #share: Share | undefined;
  readonly #entry: string | undefined;

  constructor(
    options: AdmissionOptions,
    { notes, handsOn }: Followed,
    share?: Share,
    entry?: string,
    more: Pick<AdmissionNotes, 'waits'> = {},
  ) {
    this.#options = options;
    this.#share = share;
    this.#entry = entry;
    this.handsOn = handsOn;
    const met = share && share.met.length > 0 ? { limits: share.met } : undefined;
    this.notes = { ...notes, ...more, ...(met && { record: { ...notes.record, ...met } }) };
    options.running.began();
  }

  ended(end: CallEnd): undefined | Promise<Unkept | undefined> {
    this.#options.running.ended();
    this.#share?.release(end.bytes);
    return this.#entry === undefined ? undefined : this.#options.ledger.end(this.#entry, end);
  }
}
