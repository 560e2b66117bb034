import { test } from 'vitest';
import {
  type Id,
  type Message,
  modernMeta,
  type Result,
  type ServeOptions,
  type Starting,
  starting,
  Wire,
} from '../server/wire.js';
import { HttpLink } from './http-link.js';
import { isModern, overHttp } from './route.js';

export type { Message } from '../server/wire.js';

/** What a person answers to a question of a tool. */
export type Person = (question: Record<string, unknown>) => { action: string; content?: object };

export interface RoutedOptions extends ServeOptions {
  /** What every request shows; the server has it from its environment. */
  readonly token?: string;
  /** Asks for no log lines with its requests: in the modern era most do not, and have a shorter way. */
  readonly quiet?: boolean;
  /** Who answers questions; without one the client cannot be asked. */
  readonly person?: Person;
}

const subscriptionKey = 'io.modelcontextprotocol/subscriptionId';
const lists = { toolsListChanged: true, resourcesListChanged: true, promptsListChanged: true };

/** A server and a client of it on the route of this run: a test says what it wants, this says it as transport and era do. */
export class RoutedWire extends Wire {
  /** What the person was asked, in the order it came. */
  readonly questions: Record<string, unknown>[] = [];
  readonly #options: RoutedOptions;
  readonly #sent = new Map<Id, Message>();
  /** A call that goes on after a question has a new id, but is the same to the test. */
  readonly #continued = new Map<Id, Id>();
  readonly #http: HttpLink | undefined;
  #announced: (url: string) => void = () => {};

  constructor(options: RoutedOptions) {
    super({ ...options, source: [options.source ?? []].flat().concat(overHttp ? ['--http=0'] : []) });
    this.#options = options;
    if (overHttp)
      this.#http = new HttpLink(
        new Promise(resolve => {
          this.#announced = resolve;
        }),
        message => this.take(message),
      );
  }

  override send(...messages: readonly unknown[]): void {
    for (const given of messages as Message[]) {
      const message = this.#dressed(given);
      if (message.method !== undefined && message.id != null) this.#sent.set(message.id, message);
      if (this.#http) this.#http.post(message, this.#headersOf(message));
      else super.send(message);
    }
  }

  /** Sends what may be no message at all. */
  override write(bytes: string): void {
    if (this.#http) void this.#http.postRaw(bytes, this.#headersOf({ method: 'ping' }));
    else super.write(bytes);
  }

  /** Opens a session; in the modern era, which has none, it learns what there is and listens for changes of the lists. */
  override async handshake(version?: string): Promise<Message> {
    if (!isModern) {
      const answer = await super.handshake(version, this.#capabilities());
      await this.#http?.listen(this.#headersOf({}));
      return answer;
    }
    const answer = await this.request('server/discover');
    if (answer.error === undefined) await this.#listen(lists);
    return answer;
  }

  /** Whether it still answers. */
  async isAlive(): Promise<boolean> {
    const { error } = await this.request(isModern ? 'server/discover' : 'ping');
    return error === undefined;
  }

  /** Withdraws a request. Gives the answer where there is one: the modern era has none. */
  async cancel(id: Id): Promise<Message | undefined> {
    if (isModern && this.#http) await this.#http.drop(id);
    else this.notify('notifications/cancelled', { requestId: id });
    return isModern ? undefined : this.answer(id);
  }

  /** Hears of changes to a resource until the returned function is called. */
  async subscribe(uri: string): Promise<() => Promise<unknown>> {
    if (!isModern) {
      const { error } = await this.request('resources/subscribe', { uri });
      if (error) throw new Error(error.message);
      return () => this.request('resources/unsubscribe', { uri });
    }
    const id = await this.#listen({ resourceSubscriptions: [uri] });
    return () => this.cancel(id);
  }

  /** What the server itself logged at a level. Where it can tell nobody, because no request of the modern era is under way, its log has it. */
  logged(level: 'warning' | 'error'): unknown[] {
    if (!isModern)
      return this.noticesOf('notifications/message').flatMap(({ params }) =>
        params?.level === level ? [params.data] : [],
      );
    const number = { warning: 40, error: 50 }[level];
    const lines = this.stderr.map(line => JSON.parse(line) as { level: number; msg?: unknown; data?: unknown });
    return lines.flatMap(line => (line.level === number ? [line.msg ?? line.data] : []));
  }

  /** Ends it as its transport does: with the end of input, or, where there is none, with a signal. */
  async finish(): Promise<number | null> {
    if (this.#http) this.signal('SIGTERM');
    else this.endInput();
    return (await this.exited).code;
  }

  override async end(): Promise<void> {
    this.#http?.close();
    await super.end();
  }

  protected override receive(line: string): void {
    if (this.#http && line.startsWith('http://')) this.#announced(line);
    else if (this.#http) this.refuse(line);
    else super.receive(line);
  }

  protected override take(message: Message): void {
    const { id, method, params, result } = message;
    if (method === 'elicitation/create') this.send({ jsonrpc: '2.0', id, result: this.#ask(params!) });
    else if (result?.resultType === 'input_required') this.#continue(id!, result);
    else super.take(isModern ? this.#undressed(message) : message);
  }

  #ask(params: Record<string, unknown>) {
    this.questions.push(params);
    return this.#options.person!(params);
  }

  #continue(id: Id, { inputRequests, requestState }: Result): void {
    const { method, params } = this.#sent.get(id)!;
    const asked = Object.entries(inputRequests as Record<string, { params: Record<string, unknown> }>);
    const inputResponses = Object.fromEntries(asked.map(([key, question]) => [key, this.#ask(question.params)]));
    const next = this.newId();
    this.#continued.set(next, this.#continued.get(id) ?? id);
    this.start(method!, { ...params, inputResponses, requestState }, next);
  }

  async #listen(notifications: object): Promise<Id> {
    const id = this.start('subscriptions/listen', { notifications });
    const isOurs = ({ params }: Message) =>
      (params?._meta as Record<string, unknown> | undefined)?.[subscriptionKey] === id;
    await this.until(
      message => message.method === 'notifications/subscriptions/acknowledged' && isOurs(message),
      'the acknowledgement',
    );
    return id;
  }

  #capabilities(): Record<string, unknown> {
    return this.#options.person ? { elicitation: {} } : {};
  }

  /** What era and token want in each request. */
  #dressed(message: Message): Message {
    if (message.method === undefined || (message.id === undefined && !this.#options.token)) return message;
    const _meta = {
      ...(isModern && {
        ...modernMeta,
        'io.modelcontextprotocol/clientCapabilities': this.#capabilities(),
        ...(!this.#options.quiet && { 'io.modelcontextprotocol/logLevel': 'info' }),
      }),
      ...(this.#options.token && !this.#http && { 'mcpbash/remoteToken': this.#options.token }),
      ...(message.params?._meta as object | undefined),
    };
    return Object.keys(_meta).length === 0 ? message : { ...message, params: { ...message.params, _meta } };
  }

  /** Sees that a result has what its era puts on each, and gives what the test is about. */
  #undressed(message: Message): Message {
    const id = this.#continued.get(message.id!) ?? message.id;
    if (!message.result) return 'id' in message ? { ...message, id: id! } : message;
    const { resultType, ttlMs: _ttl, cacheScope: _scope, _meta, ...result } = message.result;
    const { 'io.modelcontextprotocol/serverInfo': info, ...meta } = _meta ?? {};
    if (resultType !== 'complete' || info === undefined)
      this.refuse(`an incomplete result: ${JSON.stringify(message)}`);
    return { ...message, id: id!, result: { ...result, ...(Object.keys(meta).length > 0 && { _meta: meta }) } };
  }

  #headersOf({ method, params }: Message): Record<string, string> {
    const name = params?.name ?? params?.uri;
    return {
      ...(this.#options.token && { authorization: `Bearer ${this.#options.token}` }),
      ...(isModern && {
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method!,
        ...(typeof name === 'string' && { 'mcp-name': name }),
      }),
    };
  }
}

const routed = test.extend<Starting<RoutedOptions, RoutedWire>>(starting(options => new RoutedWire(options ?? {})));

/** A test on the route of this run that may start servers, which are ended when it is over. Several run at once. */
export const it = routed.concurrent;

/** The same, with a server that the tests of a file share: for those that look at nothing but the answers to their own requests. */
export function itWith(options: RoutedOptions) {
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from the pattern
  const shared = async ({}: object, use: (wire: RoutedWire) => Promise<void>) => {
    const wire = new RoutedWire({ ...options, quiet: true });
    await wire.handshake();
    await use(wire);
    await wire.end();
  };
  return routed.extend<{ shared: RoutedWire }>({ shared: [shared, { scope: 'file' }] }).concurrent;
}
