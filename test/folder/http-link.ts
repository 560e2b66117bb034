import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Id, Message } from '../server/wire.js';

export type Headers = Readonly<Record<string, string>>;

/** The client's end of Streamable HTTP: messages go out by POST, and what any response brings is handed on, message by message. */
export class HttpLink {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #requests = new Map<Id, Promise<ClientRequest>>();
  readonly #url: Promise<string>;
  readonly #take: (message: Message) => void;
  #session: Headers = {};
  /** What others may not overtake: an initialize, or a notification. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(url: Promise<string>, take: (message: Message) => void) {
    this.#url = url;
    this.#take = take;
  }

  post(message: Message, headers: Headers): void {
    const { id, method } = message;
    const sent = [...this.#requests.values()];
    const turn = id === undefined ? this.#turn.then(() => Promise.allSettled(sent.map(whole))) : this.#turn;
    const posted = turn.then(() => this.#begin('POST', JSON.stringify(message), headers));
    const answered = posted.then(begun => this.#read(begun)).catch(() => {});
    if (method === 'initialize' || id === undefined) this.#turn = answered;
    if (method === undefined || id == null) return;
    this.#requests.set(id, posted);
    posted.catch(() => {});
    void answered.then(() => this.#requests.delete(id));
  }

  /** Sends what may be no message at all. */
  async postRaw(body: string, headers: Headers): Promise<void> {
    await this.#turn;
    await this.#read(await this.#begin('POST', body, headers));
  }

  /** Opens the stream of a session, on which the server speaks by itself. */
  async listen(headers: Headers): Promise<void> {
    await this.#turn;
    const stream = await this.#begin('GET', undefined, headers);
    const opened = once(stream, 'response');
    this.#read(stream).catch(() => {});
    await opened;
  }

  /** Closes the connection of a request, which is how the modern era cancels. */
  async drop(id: Id): Promise<void> {
    const posted = await this.#requests.get(id);
    if (!posted) return;
    await whole(Promise.resolve(posted));
    posted.destroy();
  }

  close(): void {
    this.#agent.destroy();
  }

  async #begin(verb: string, body: string | undefined, given: Headers): Promise<ClientRequest> {
    const headers = {
      accept: body === undefined ? 'text/event-stream' : 'application/json, text/event-stream',
      ...(body !== undefined && {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
      }),
      ...this.#session,
      ...given,
    };
    return request(await this.#url, { method: verb, headers, agent: this.#agent }).end(body);
  }

  /** Hands on what comes back, to the end of it. */
  async #read(begun: ClientRequest): Promise<void> {
    const [response] = (await once(begun, 'response')) as [IncomingMessage];
    const session = response.headers['mcp-session-id'];
    if (typeof session === 'string') this.#session = { 'mcp-session-id': session };
    const isStream = response.headers['content-type']?.startsWith('text/event-stream');
    let pieces: string[] = [];
    for await (const chunk of response.setEncoding('utf8') as AsyncIterable<string>) {
      pieces.push(chunk);
      if (!isStream || !chunk.includes('\n')) continue;
      const lines = pieces.join('').split('\n');
      pieces = [lines.pop()!];
      for (const line of lines) if (line.startsWith('data: ')) this.#take(JSON.parse(line.slice(6)) as Message);
    }
    const rest = pieces.join('');
    if (!isStream && rest !== '') for (const each of [JSON.parse(rest) as Message].flat()) this.#take(each);
  }
}

/** Waits until a request has left as a whole. */
async function whole(posted: Promise<ClientRequest>): Promise<void> {
  const begun = await posted;
  if (!begun.writableFinished && !begun.destroyed) await once(begun, 'finish');
}
