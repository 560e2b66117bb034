import { randomUUID } from 'node:crypto';
import { isJsonObject, type JsonObject } from '@concord/contract';
import type {
  CallOptions,
  Connection,
  ConnectionProblem,
  RequestOptions,
  ServerCatalog,
  ServerFacts,
} from '../connection/connection.js';
import { Deadline } from '../connection/deadline.js';
import { annotationFault, paramHeaders } from '../http/param-headers.js';
import type { Target } from './dial.js';
import { answeredParams, asksForInput, inputRequired, mostRounds } from './input-required.js';
import { LastingSession, type RequestPlan } from './lasting-session.js';
import { questionHandlers } from './open-requests.js';
import { allPages, listings } from './pages.js';
import type { Session } from './session.js';
import { Subscriptions } from './subscriptions.js';

type Kind = keyof ServerCatalog;

const methodNotFound = -32601;
/** Under which key a call takes effect once, and what a server announces that sees to that. */
const keyName = 'io.concord/idempotencyKey';
const ledgerCapability = 'io.concord/ledger';

/** An open connection: every request a client can make, in either era. */
export class LiveConnection implements Connection {
  readonly ended: Promise<ConnectionProblem | undefined>;
  readonly #target: Target;
  readonly #session: LastingSession;
  readonly #retryCount: () => number;
  readonly #listeners = new Set<(kinds: readonly Kind[]) => void>();
  readonly #tools = new Map<string, JsonObject>();
  readonly #ttls = new Map<Kind, number | undefined>();
  readonly #updateListeners = new Set<(uri: string) => void>();
  readonly #subscriptions: Subscriptions;

  constructor(session: Session, target: Target, retryCount: () => number) {
    this.#target = target;
    this.#retryCount = retryCount;
    this.#subscriptions = new Subscriptions(session);
    this.#session = new LastingSession(session, target, next => this.#subscriptions.moveTo(next));
    this.ended = this.#session.ended;
  }

  get facts(): ServerFacts {
    return this.#session.facts;
  }

  get retryCount(): number {
    return this.#retryCount();
  }

  async list(kind: Kind, options: RequestOptions = {}): Promise<readonly JsonObject[]> {
    const { method, capability } = listings[kind];
    if (this.facts.capabilities[capability] === undefined) return [];
    try {
      const { entries, ttlMs } = await this.#within(options, deadline =>
        allPages(kind, this.#target.problems, params => this.#ask(method, params, deadline, this.#repeatable(options))),
      );
      this.#ttls.set(kind, ttlMs);
      return kind === 'tools' ? this.#usable(entries) : entries;
    } catch (error) {
      // Many servers with resources have no templates, and answer so only when asked.
      if (kind === 'resourceTemplates' && (error as ConnectionProblem).details?.code === methodNotFound) return [];
      throw error;
    }
  }

  ttlMs(kind: Kind): number | undefined {
    return this.#ttls.get(kind);
  }

  async snapshot(options?: RequestOptions): Promise<ServerCatalog> {
    const [tools, resources, resourceTemplates, prompts] = await Promise.all([
      this.list('tools', options),
      this.list('resources', options),
      this.list('resourceTemplates', options),
      this.list('prompts', options),
    ]);
    return { tools, resources, resourceTemplates, prompts };
  }

  call(name: string, args: JsonObject, options: CallOptions = {}): Promise<JsonObject> {
    const tool = options.tool ?? this.#tools.get(name);
    const most = options.mostRetries ?? this.#session.retries;
    const isRepeatable = mayRepeat(tool);
    const meta = isRepeatable || most === 0 ? options.meta : this.#withKey(options.meta);
    const isOnce = meta?.[keyName] !== undefined && this.#keepsLedger;
    const plan: RequestPlan = {
      retries: most,
      ...options,
      repeats: options.retries ?? (isRepeatable || isOnce ? most : 0),
      headers: session => (session.carriesHeaders ? paramHeaders(tool, args) : {}),
    };
    const params = withMeta({ name, arguments: args }, { meta });
    return this.#within(options, deadline => this.#ask('tools/call', params, deadline, plan));
  }

  /** Whether the server sees to it that a call under a key takes effect once. */
  get #keepsLedger(): boolean {
    const { experimental } = this.facts.capabilities;
    return isJsonObject(experimental) && experimental[ledgerCapability] !== undefined;
  }

  /** A call that may not be repeated by itself gets a key where that makes it safe to. */
  #withKey(meta: JsonObject | undefined): JsonObject | undefined {
    if (meta?.[keyName] !== undefined || !this.#keepsLedger) return meta;
    return { ...meta, [keyName]: randomUUID() };
  }

  read(uri: string, options: RequestOptions = {}): Promise<JsonObject> {
    const params = withMeta({ uri }, options);
    return this.#within(options, deadline => this.#ask('resources/read', params, deadline, this.#repeatable(options)));
  }

  prompt(name: string, args: Readonly<Record<string, string>>, options: RequestOptions = {}): Promise<JsonObject> {
    const params = withMeta({ name, arguments: args }, options);
    return this.#within(options, deadline => this.#ask('prompts/get', params, deadline, this.#repeatable(options)));
  }

  complete(given: JsonObject, options: RequestOptions = {}): Promise<JsonObject> {
    const params = withMeta(given, options);
    return this.#within(options, deadline =>
      this.#ask('completion/complete', params, deadline, this.#repeatable(options)),
    );
  }

  onChange(listener: (kinds: readonly Kind[]) => void): () => void {
    this.#listeners.add(listener);
    this.#subscriptions.watchLists();
    return () => void this.#listeners.delete(listener);
  }

  watch(uri: string): () => void {
    return this.#subscriptions.watch(uri);
  }

  onUpdated(listener: (uri: string) => void): () => void {
    this.#updateListeners.add(listener);
    return () => void this.#updateListeners.delete(listener);
  }

  /** Tells the listeners that a notification is for. */
  notified(method: string, { uri }: JsonObject): void {
    if (method === 'notifications/subscriptions/acknowledged') this.#subscriptions.acknowledged();
    if (method === 'notifications/resources/updated' && typeof uri === 'string')
      for (const listener of this.#updateListeners) listener(uri);
    const kinds = (Object.keys(listings) as Kind[]).filter(kind => listings[kind].changed === method);
    if (kinds.length > 0) for (const listener of this.#listeners) listener(kinds);
  }

  stderrTail(most?: number): readonly string[] {
    return this.#session.session.stderrTail(most);
  }

  get pid(): number | undefined {
    return this.#session.session.pid;
  }

  get inFlight(): number {
    return this.#session.inFlight;
  }

  get secrets(): readonly string[] {
    return this.#target.problems.secrets;
  }

  close(): Promise<void> {
    this.#subscriptions.close();
    return this.#session.close();
  }

  release(): Promise<void> {
    this.#subscriptions.close();
    return this.#session.release();
  }

  /** Requests other than tool calls only read, so they may be repeated. */
  #repeatable(options: RequestOptions): RequestPlan {
    const most = options.mostRetries ?? this.#session.retries;
    return { retries: most, ...options, repeats: most };
  }

  async #within<T>(options: RequestOptions, work: (deadline: Deadline) => Promise<T>): Promise<T> {
    const deadline = new Deadline(options.timeoutMs, options.signal);
    try {
      return await work(deadline);
    } finally {
      deadline.dispose();
    }
  }

  /** Sends a request until it has a result, and answers input the server asks for. */
  async #ask(method: string, params: JsonObject, deadline: Deadline, plan: RequestPlan): Promise<JsonObject> {
    const { problems, options } = this.#target;
    let next = params;
    for (let round = 0; ; round += 1) {
      const result = await this.#session.send(method, next, deadline, plan);
      if (this.facts.era !== 'modern') return result;
      if (!asksForInput(result)) return completed(result, method, problems);
      if (round === mostRounds) throw inputRequired(problems, result);
      const asked = plan.onAsked ? questionHandlers(options, plan.onAsked) : {};
      next = await answeredParams(params, result, { ...options.handlers, ...asked }, problems);
    }
  }

  /** The tools that can be called over this session: over HTTP, not those whose header annotations break the rules. */
  #usable(tools: readonly JsonObject[]): readonly JsonObject[] {
    const { problems, options } = this.#target;
    const isUsable = (tool: JsonObject): boolean => {
      const fault = this.#session.session.carriesHeaders ? annotationFault(tool) : undefined;
      if (fault === undefined) return true;
      options.onWarning?.(problems.redacted(`${problems.server}: tool ${String(tool.name)} is left out: ${fault}`));
      return false;
    };
    const usable = tools.filter(isUsable);
    this.#tools.clear();
    for (const tool of usable) if (typeof tool.name === 'string') this.#tools.set(tool.name, tool);
    return usable;
  }
}

function withMeta(params: JsonObject, { meta }: RequestOptions): JsonObject {
  return meta === undefined ? params : { ...params, _meta: meta };
}

/** Hints of the server. They only decide whether a call is sent again. */
function mayRepeat(tool: JsonObject | undefined): boolean {
  const annotations = tool?.annotations;
  return isJsonObject(annotations) && (annotations.readOnlyHint === true || annotations.idempotentHint === true);
}

/** A result of the modern era without its `resultType`. */
function completed(result: JsonObject, method: string, problems: Target['problems']): JsonObject {
  const { resultType, ...rest } = result;
  if (resultType === undefined || resultType === 'complete') return rest;
  const message = `${problems.server}: ${method} gave a result of unknown type ${JSON.stringify(resultType)}`;
  throw problems.make('protocol', message, { phase: 'call', sent: true });
}
