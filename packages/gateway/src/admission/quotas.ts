import { type JsonObject, limitReached, type Problem } from '@concord/contract';
import { fitsGlob } from '@concord/engine';
import type { Store } from '@concord/store';
import type { CallerAccount } from '../callers/account.js';
import type { Replica } from '../identity/replica.js';
import { rateText, volumeText } from '../limits/amounts.js';
import { type LimitRule, type LimitRules, type Limits, NO_RULES } from '../limits/limits.js';
import { type Clock, processClock } from './rate-limiter.js';
import { Scope, type ScopeName } from './scope.js';
import type { SlotPool } from './slot-pool.js';

/** Scopes that nobody used for so long are forgotten, once there are many. */
const IDLE_MS = 600_000;
const MOST_IDLE = 10_000;
/** When a call comes again that found all places taken: nobody knows how long the others take. */
const PLACE_RETRY_MS = 1_000;
const NO_SCOPES: readonly Scope[] = [];
const NO_LIMITS: Limits = {};

/** What a call took of the limits, to be given back when it ends. */
export interface Share {
  /** The scopes it was counted in, as records name them. */
  readonly met: readonly string[];
  release(bytes: number): void;
}

/** Counts calls against the limits of their caller, their server and their tool. */
export class Quotas {
  readonly #store: Store;
  readonly #replica: Replica;
  readonly #clock: Clock;
  readonly #scopes = new Map<string, Scope>();
  #rules: LimitRules = NO_RULES;
  #ruled = new Map<string, Limits>();

  constructor(store: Store, replica: Replica, clock: Clock = processClock) {
    this.#clock = clock;
    this.#store = store;
    this.#replica = replica;
  }

  /** Other rules hold from the next call on. */
  set rules(rules: LimitRules) {
    this.#rules = rules;
    this.#ruled = new Map();
  }

  /** The limits a call is counted against; none for most. */
  scopesOf(
    account: CallerAccount | undefined,
    callerName: string,
    server: string,
    tool: string | undefined,
  ): readonly Scope[] {
    const { callers, servers, tools } = this.#rules;
    const rights = account?.rights;
    const isLimited = rights !== undefined && (rights.rate ?? rights.concurrent ?? rights.volume) !== undefined;
    if (!isLimited && callers.length === 0 && servers.length === 0 && tools.length === 0) return NO_SCOPES;
    const found: Scope[] = [];
    const add = (kind: ScopeName['kind'], id: string, limits: Limits) => {
      if (limits !== NO_LIMITS) found.push(this.#scope({ kind, id }, limits));
    };
    add(
      'caller',
      account?.id ?? callerName,
      isLimited ? rights : this.#ruledBy('caller', callers, account?.name ?? callerName),
    );
    add('server', server, this.#ruledBy('server', servers, server));
    if (tool !== undefined) add('tool', `${server}/${tool}`, this.#ruledBy('tool', tools, `${server}/${tool}`));
    return found;
  }

  /** Takes one call off the rates of all of them, or says which is used up. */
  async takeRates(scopes: readonly Scope[]): Promise<Problem | undefined> {
    for (const scope of scopes) {
      const wait = (await scope.volume?.wait()) ?? 0;
      if (wait > 0) return overVolume(scope, wait);
      const taken = await scope.rate?.take();
      if (taken && !taken.isGranted) return overRate(scope, taken.retryAfterMs);
    }
    return undefined;
  }

  /** Takes a place in each of them, or in none and says which has no more. */
  async takePlaces(scopes: readonly Scope[]): Promise<Share | Problem> {
    const taken: SlotPool[] = [];
    for (const scope of scopes) {
      const { slots } = scope;
      if (slots === undefined) continue;
      if (await slots.take()) taken.push(slots);
      else {
        for (const place of taken) place.release();
        return overConcurrency(scope);
      }
    }
    return {
      met: scopes.map(({ name }) => `${name.kind} ${name.id}`),
      release: bytes => {
        for (const place of taken) place.release();
        for (const { volume } of scopes) volume?.add(bytes);
      },
    };
  }

  async close(): Promise<void> {
    await Promise.all([...this.#scopes.values()].map(scope => scope.close()));
  }

  #scope(name: ScopeName, limits: Limits): Scope {
    const key = `${name.kind} ${name.id}`;
    const found = this.#scopes.get(key);
    if (found) {
      found.set(limits);
      return found;
    }
    if (this.#scopes.size >= MOST_IDLE) this.#forgetIdle();
    const made = new Scope(name, limits, this.#store, this.#replica, this.#clock);
    this.#scopes.set(key, made);
    return made;
  }

  #forgetIdle(): void {
    const before = performance.now() - IDLE_MS;
    for (const [key, scope] of this.#scopes) {
      if (scope.isInUse || scope.usedAt > before) continue;
      this.#scopes.delete(key);
      void scope.close();
    }
  }

  /** The limits of the first rule that fits a name; the same object each time. */
  #ruledBy(kind: ScopeName['kind'], rules: readonly LimitRule[], name: string): Limits {
    if (rules.length === 0) return NO_LIMITS;
    const key = `${kind} ${name}`;
    const known = this.#ruled.get(key);
    if (known) return known;
    const found = rules.find(({ glob }) => fitsGlob(glob, name))?.limits ?? NO_LIMITS;
    if (this.#ruled.size < MOST_IDLE) this.#ruled.set(key, found);
    return found;
  }
}

const whose = ({ kind, id }: ScopeName) => (kind === 'caller' ? 'this caller' : `${kind} '${id}'`);

/** What programs are told of a limit; `quota` and `window` as HTTP has them in headers. */
function detailsOf({ kind, id }: ScopeName, allowed: string, quota: number, windowMs?: number): JsonObject {
  const window = windowMs === undefined ? {} : { windowSeconds: Math.ceil(windowMs / 1_000) };
  return { scope: kind, ...(kind !== 'caller' && { of: id }), allowed, quota, ...window };
}

function overRate({ name, rate }: Scope, retryAfterMs: number): Problem {
  const { tokens, perMs } = rate!.rate;
  const allowed = rateText(rate!.rate);
  const message = `The rate of ${whose(name)} is used up: ${allowed}`;
  return limitReached('rate', message, retryAfterMs, detailsOf(name, allowed, tokens, perMs));
}

function overVolume({ name, volume }: Scope, retryAfterMs: number): Problem {
  const { bytes, perMs } = volume!.volume;
  const allowed = volumeText(volume!.volume);
  const message = `The bytes of ${whose(name)} are used up: ${allowed}`;
  return limitReached('bytes', message, retryAfterMs, detailsOf(name, allowed, bytes, perMs));
}

function overConcurrency({ name, slots }: Scope): Problem {
  const { limit } = slots!;
  const message = `All places of ${whose(name)} are taken: ${limit} calls may be under way at once`;
  return limitReached('concurrency', message, PLACE_RETRY_MS, detailsOf(name, String(limit), limit));
}
