import type { IncomingMessage, ServerResponse } from 'node:http';
import { isJsonObject, type Json, type JsonObject, rpcCodes } from '@concord/contract';
import { type AuthInfo, createMcpHandler } from '@modelcontextprotocol/server';
import { FIRST_SNAPSHOT_MS } from '../catalog/catalog.js';
import { timedOut } from '../dispatch/deadline.js';
import { callDirectly, isPlainCall } from '../dispatch/direct.js';
import { cancelledError, methods, nothingServed } from '../dispatch/dispatch.js';
import type { Host } from '../dispatch/host.js';
import { modernError } from '../encode/problem-error.js';
import { responseOf, responseText } from '../encode/response.js';
import { admit, type GateHost, type Verdict } from '../gate/gate.js';
import { isKnown } from '../gate/methods.js';
import { noToken } from '../gate/token.js';
import type { ChangedKind, Listener } from '../notifications/notifier.js';
import type { Request, RequestId } from '../protocol/messages.js';
import { clientInfoKey, hasModernMeta, logLevelKey } from '../protocol/request-meta.js';
import { RpcError } from '../protocol/rpc-error.js';
import { modernVersion } from '../protocol/versions.js';
import { buildServer } from '../sdk/build-server.js';
import { type Admission, newSession, type Session } from '../session/session.js';
import type { Settings } from '../settings/settings.js';
import { refuseParamHeaders } from './param-headers.js';
import { WatchedResources } from './watched-resources.js';
import { answer, answerText, refuse, TOO_MANY } from './wire/answer.js';
import { KEEP_ALIVE_MS } from './wire/options.js';
import { webRequest, writeResponse } from './wire/web.js';

const MOST_LISTENED = 1_024;

/** How long a call waits for the first snapshot, unless it says otherwise. */
const SNAPSHOT_SECONDS = 30;
const noListener: Listener = { changed: () => {}, updated: () => {} };

/** A request that the gate has let through. */
type Admitted = Omit<Extract<Verdict, { kind: 'request' }>, 'kind'>;

/** Serves requests of the modern era: each is independent of the others, and a dropped connection cancels it. */
export class ModernRoute {
  readonly #host: Host;
  readonly #gate: GateHost;
  readonly #handler;
  readonly #watched: WatchedResources;
  readonly #listener: Listener;
  /** Requests that are served, each until its work has ended and its answer has left. */
  readonly #open = new Map<Session, { readonly res: ServerResponse; readonly finished: Promise<unknown> }>();

  constructor(host: Host) {
    this.#host = host;
    this.#gate = { settings: host.settings, token: noToken, onShutdown: () => {}, onExit: () => {} };
    this.#handler = createMcpHandler(({ authInfo }) => buildServer('modern', sessionIn(authInfo), host), {
      legacy: 'reject',
      responseMode: 'auto',
      keepAliveMs: KEEP_ALIVE_MS,
      onerror: error => host.log.debug('rpc', error.message),
    });
    const { notify } = this.#handler;
    const announce: Record<ChangedKind, () => void> = {
      tools: notify.toolsChanged,
      resources: notify.resourcesChanged,
      prompts: notify.promptsChanged,
    };
    this.#listener = {
      changed: kinds => {
        for (const kind of kinds) announce[kind]();
      },
      updated: () => {},
    };
    this.#watched = new WatchedResources(host.notifier, notify.resourceUpdated);
    host.notifier.join(this.#listener);
  }

  cancelAll(reason: string): void {
    for (const { requests } of this.#open.keys()) requests.cancelAll(reason, false);
  }

  async allFinished(): Promise<void> {
    await Promise.all([...this.#open.values()].map(({ finished }) => finished));
  }

  /** Serves a message of the modern era. What is no complete request the SDK refuses in its own words. */
  async serve(req: IncomingMessage, res: ServerResponse, body: Json, by: Admission): Promise<void> {
    const session = this.#session(body, by);
    const verdict = isCompleteRequest(body) ? admit(body, session, this.#gate) : undefined;
    if (verdict?.kind === 'answered') return this.#respond(res, session, verdict.id, verdict.answer);
    const admitted = verdict?.kind === 'request' ? verdict : undefined;
    // A listen stream lasts for as long as its client listens: nobody waits for its end.
    if (admitted?.request.method !== 'subscriptions/listen') this.#attend(session, res);
    if (admitted && (await this.#servedWithoutSdk(req, res, admitted, session))) return;
    const authInfo: AuthInfo = { token: '', clientId: session.principal, scopes: [], extra: { session } };
    const response = await this.#handler.fetch(webRequest(req, res), { authInfo, parsedBody: body });
    await writeResponse(response, res, () => session.limited);
  }

  /** Serves what needs nothing of the SDK. What it leaves is not in progress: the SDK may refuse it before it hands it over. */
  async #servedWithoutSdk(
    req: IncomingMessage,
    res: ServerResponse,
    { request, inProgress }: Admitted,
    session: Session,
  ): Promise<boolean> {
    const answered = await this.#answered(req, res, request, session);
    const direct = !answered && isPlainPost(req, request, session, this.#host.settings);
    if (direct) await this.#callDirectly(req, res, { request, inProgress }, session);
    else session.requests.finish(request.id);
    return answered || direct;
  }

  /** A client that leaves cancels its call. */
  async #callDirectly(
    req: IncomingMessage,
    res: ServerResponse,
    { request, inProgress }: Admitted,
    session: Session,
  ): Promise<void> {
    const { requests } = session;
    res.once('close', () => {
      if (!res.writableFinished) requests.cancel(request.id, 'client', true);
    });
    await callDirectly(request, inProgress, {
      host: this.#host,
      session,
      requestId: headerOf(req, 'x-request-id'),
      header: name => headerOf(req, name),
      notify: () => {},
      respond: (id, given) => {
        requests.finish(id);
        if (!res.headersSent) this.#respond(res, session, id, given, request.method);
      },
    });
  }

  async close(): Promise<void> {
    this.#host.notifier.leave(this.#listener);
    for (const [session, { res }] of this.#open) answerCancelled(session, res);
    await this.#handler.close();
  }

  /** Notes a request until its answer has left and its work has ended, which may be later where the client has left. */
  #attend(session: Session, res: ServerResponse): void {
    const closed = new Promise(resolve => res.once('close', resolve));
    const finished = closed.then(() => session.requests.allFinished()).then(() => this.#open.delete(session));
    this.#open.set(session, { res, finished });
  }

  #respond(
    res: ServerResponse,
    session: Session,
    id: RequestId | undefined,
    given: JsonObject | RpcError,
    method = '',
  ): void {
    const { limited } = session;
    const status = limited ? TOO_MANY : given instanceof RpcError ? (statuses[given.code] ?? 200) : 200;
    answerText(res, responseText(id ?? null, given, method, this.#host.settings, session.log), status, limited);
  }

  /** Answers requests that the SDK would not refuse although they cannot be served, or would refuse in unreadable words. */
  async #answered(
    req: IncomingMessage,
    res: ServerResponse,
    { id, method, params = {} }: Request,
    session: Session,
  ): Promise<boolean> {
    try {
      const { catalog } = this.#host;
      if (method === 'server/discover') await catalog.openedWithin(FIRST_SNAPSHOT_MS);
      if (method === 'subscriptions/listen') this.#watchFor(res, params, session);
      if (method !== 'tools/call') return this.#refuseUnusable(method);
      const { name, arguments: args = {}, timeoutSecs: seconds = SNAPSHOT_SECONDS } = params;
      if (!catalog.hasSnapshot) await catalog.openedWithin((seconds as number) * 1_000);
      this.#refuseUnusable(method);
      if (!catalog.hasSnapshot) throw timedOut(method, seconds as number);
      const tool = this.#host.shownTo(session).tool(name as string)?.item;
      const refusal = tool && refuseParamHeaders(req, tool.inputSchema, args, id);
      if (refusal) refuse(res, refusal);
      return refusal !== undefined;
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      answer(res, responseOf(id, error));
      return true;
    }
  }

  /** Throws the reason when no Source is usable; the SDK would answer that there is no such method. */
  #refuseUnusable(method: string): false {
    const { unusable, kinds } = this.#host.catalog;
    const kind = isKnown(method, 'modern') ? methods[method]?.kind : undefined;
    if (unusable !== undefined && kind && kinds.has(kind)) throw nothingServed(unusable);
    return false;
  }

  /** Watches the resources of a listen stream until it is closed. */
  #watchFor(res: ServerResponse, { notifications }: JsonObject, session: Session): void {
    const wanted = isJsonObject(notifications) ? notifications.resourceSubscriptions : undefined;
    const uris = new Set(Array.isArray(wanted) ? wanted.filter(uri => typeof uri === 'string') : []);
    if (uris.size > MOST_LISTENED)
      throw new RpcError(rpcCodes.internalError, `At most ${MOST_LISTENED} subscriptions per stream`);
    if (uris.size === 0) return;
    const { catalog, log } = this.#host;
    // Which Source a resource belongs to is known from the first snapshot on.
    const known = catalog.opened().catch(() => {});
    const watch = () => {
      if (catalog.hasSnapshot && !res.closed) res.once('close', this.#watched.watch(this.#seen(uris, session)));
    };
    known.then(watch).catch(() => log.error('resources', 'a Source could not watch what a stream listens to'));
  }

  /** Those of some URIs that may be there for who listens. */
  #seen(uris: ReadonlySet<string>, session: Session): ReadonlySet<string> {
    if (this.#host.viewerOf(session).sight === undefined) return uris;
    const shown = this.#host.shownTo(session);
    return new Set([...uris].filter(uri => shown.addressOf(uri) !== undefined));
  }

  #session(body: Json, by: Admission): Session {
    const session = newSession(this.#host, 'http', noListener, by);
    session.era = 'modern';
    session.version = modernVersion;
    session.phase = 'initialized';
    session.clientName = clientNameIn(body) ?? session.clientName;
    return session;
  }
}

/** Answers a cancelled request whose work has not stopped in time. */
function answerCancelled(session: Session, res: ServerResponse): void {
  const late = session.requests.all().find(({ cancelledBy }) => cancelledBy !== undefined);
  if (late && !late.silent && !res.headersSent)
    answer(res, responseOf(late.id, modernError(cancelledError({ ...late, session }))));
}

/** Whether a message is a request with everything the modern era wants to know; anything else is for the SDK to refuse. */
function isCompleteRequest(body: Json): body is JsonObject {
  if (!isJsonObject(body)) return false;
  const { id, method, params } = body;
  const isRequest = (typeof id === 'string' || Number.isSafeInteger(id)) && typeof method === 'string';
  // A client that tries a handshake with modern headers is told by the SDK which of the two is wrong.
  return isRequest && method !== 'initialize' && isJsonObject(params) && hasModernMeta(params);
}

/**
 * Whether a posted call needs nothing of the SDK: its headers say what its body says, and its answer is one document. A call that wants to
 * hear of its progress or of log lines gets a stream; one whose headers are wrong is for the SDK to refuse.
 */
function isPlainPost({ headers }: IncomingMessage, request: Request, session: Session, settings: Settings): boolean {
  const { method, params = {} } = request;
  const meta = params._meta as JsonObject;
  return (
    isPlainCall(request, session, settings) &&
    headers['mcp-method'] === method &&
    headers['mcp-name'] === params.name &&
    headers['mcp-protocol-version'] === modernVersion &&
    meta.progressToken === undefined &&
    meta[logLevelKey] === undefined
  );
}

function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** Errors that the transport tells by its status too. */
const statuses: Readonly<Record<number, number>> = {
  [rpcCodes.invalidRequest]: 400,
  [rpcCodes.methodNotFound]: 404,
  [rpcCodes.missingClientCapability]: 400,
  [rpcCodes.unsupportedProtocolVersion]: 400,
};

function sessionIn(authInfo: AuthInfo | undefined): Session {
  return authInfo!.extra!.session as Session;
}

function clientNameIn(body: Json): string | undefined {
  const params = isJsonObject(body) ? body.params : undefined;
  const meta = isJsonObject(params) ? params._meta : undefined;
  const info = isJsonObject(meta) ? meta[clientInfoKey] : undefined;
  return isJsonObject(info) && typeof info.name === 'string' ? info.name.slice(0, 100) : undefined;
}
