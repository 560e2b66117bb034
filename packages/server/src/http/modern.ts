import type { IncomingMessage, ServerResponse } from 'node:http';
import { isJsonObject, type Json, type JsonObject, rpcCodes } from '@concord/contract';
import { type AuthInfo, createMcpHandler } from '@modelcontextprotocol/server';
import { FIRST_SNAPSHOT_MS } from '../catalog/catalog.js';
import { cancelledError, methods } from '../dispatch/dispatch.js';
import { modernError } from '../encode/modern-error.js';
import { callFault } from '../gate/call-params.js';
import { isKnown } from '../gate/methods.js';
import type { ChangedKind, Listener } from '../notifications/notifier.js';
import { clientInfoKey, isCompleteClaim } from '../protocol/request-meta.js';
import { RpcError } from '../protocol/rpc-error.js';
import { buildServer } from '../sdk/build-server.js';
import type { Host } from '../session/exchange.js';
import type { RequestId } from '../session/requests-in-progress.js';
import { modernVersion, newSession, type Session } from '../session/session.js';
import { answer, refuse, rpcAnswer } from './answer.js';
import { answerDirectly, isPlainPost, type ModernRequest } from './direct.js';
import { KEEP_ALIVE_MS } from './keep-alive.js';
import { refuseParamHeaders } from './param-headers.js';
import { WatchedResources } from './watched-resources.js';
import { webRequest, writeResponse } from './web.js';

const MOST_LISTENED = 1_024;
/** How long a call waits for the first snapshot, unless it says otherwise. */
const SNAPSHOT_SECONDS = 30;
const deaf: Listener = { changed: () => {}, updated: () => {} };

/** Requests of the modern era: each stands alone, and a dropped connection is its cancel. */
export class ModernRoute {
  readonly #host: Host;
  readonly #handler;
  readonly #watched: WatchedResources;
  readonly #listener: Listener;
  /** Requests at work, each until its work has ended and its answer has left. */
  readonly #open = new Map<Session, { readonly res: ServerResponse; readonly landed: Promise<unknown> }>();

  constructor(host: Host) {
    this.#host = host;
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
    this.#watched = new WatchedResources(host.hub, notify.resourceUpdated);
    host.hub.join(this.#listener);
  }

  cancelAll(reason: string): void {
    for (const { flights } of this.#open.keys()) flights.cancelAll(reason, false);
  }

  async allLanded(): Promise<void> {
    await Promise.all([...this.#open.values()].map(({ landed }) => landed));
  }

  /** Serves a message of the modern era, or has the SDK refuse it in its own words. */
  async serve(req: IncomingMessage, res: ServerResponse, body: Json, principal: string): Promise<void> {
    const request = requestIn(body);
    if (request && (await this.#answered(req, res, request))) return;
    const session = this.#session(body, principal);
    // A listen stream is no work: it lasts for as long as somebody listens.
    if (request?.method !== 'subscriptions/listen') this.#attend(session, res);
    if (request && isPlainPost(req, request, this.#host)) return answerDirectly(req, res, request, session, this.#host);
    const authInfo: AuthInfo = { token: '', clientId: principal, scopes: [], extra: { session } };
    const response = await this.#handler.fetch(webRequest(req, res), { authInfo, parsedBody: body });
    await writeResponse(response, res);
  }

  async close(): Promise<void> {
    this.#host.hub.leave(this.#listener);
    for (const [session, { res }] of this.#open) answerCancelled(session, res);
    await this.#handler.close();
  }

  /** A client may leave before its work has come to an end. */
  #attend(session: Session, res: ServerResponse): void {
    const closed = new Promise(resolve => res.once('close', resolve));
    const landed = closed.then(() => session.flights.allLanded()).then(() => this.#open.delete(session));
    this.#open.set(session, { res, landed });
  }

  /** Answers what the SDK would let pass or word badly. */
  async #answered(req: IncomingMessage, res: ServerResponse, { id, method, params }: ModernRequest): Promise<boolean> {
    try {
      const { surface } = this.#host;
      if (method === 'server/discover') await surface.openedWithin(FIRST_SNAPSHOT_MS);
      if (method === 'subscriptions/listen') this.#watchFor(res, params);
      if (method !== 'tools/call') return this.#refuseUnusable(method);
      const fault = callFault(params);
      if (fault !== undefined) throw new RpcError(rpcCodes.invalidParams, fault);
      const { name, arguments: args = {}, timeoutSecs: seconds = SNAPSHOT_SECONDS } = params;
      if (!surface.hasSnapshot) await surface.openedWithin((seconds as number) * 1_000);
      this.#refuseUnusable(method);
      if (!surface.hasSnapshot) throw new RpcError(rpcCodes.internalError, `${method} timed out after ${seconds} s`);
      const tool = surface.tool(name as string)?.item;
      const refusal = tool && refuseParamHeaders(req, tool.inputSchema, args, id);
      if (refusal) refuse(res, refusal);
      return refusal !== undefined;
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      answer(res, rpcAnswer(id, error));
      return true;
    }
  }

  /** Throws why nothing can be served, to whoever asks for it: the SDK knows no method that cannot be announced. */
  #refuseUnusable(method: string): false {
    const { unusable, kinds } = this.#host.surface;
    const kind = isKnown(method, 'modern') ? methods[method]?.kind : undefined;
    if (unusable !== undefined && kind && kinds.has(kind)) throw new RpcError(rpcCodes.internalError, unusable);
    return false;
  }

  /** A listen stream hears of resources only while somebody watches them. */
  #watchFor(res: ServerResponse, { notifications }: JsonObject): void {
    const wanted = isJsonObject(notifications) ? notifications.resourceSubscriptions : undefined;
    const uris = new Set(Array.isArray(wanted) ? wanted.filter(uri => typeof uri === 'string') : []);
    if (uris.size > MOST_LISTENED)
      throw new RpcError(rpcCodes.internalError, `At most ${MOST_LISTENED} subscriptions per stream`);
    if (uris.size === 0) return;
    const { surface, log } = this.#host;
    // Nobody knows whose resource it is before the first snapshot.
    const known = surface.opened().catch(() => {});
    const watch = () => surface.hasSnapshot && !res.closed && res.once('close', this.#watched.watch(uris));
    known.then(watch).catch(() => log.error('resources', 'a Source could not watch what a stream listens to'));
  }

  #session(body: Json, principal: string): Session {
    const session = newSession(this.#host, 'http', deaf, principal);
    session.era = 'modern';
    session.version = modernVersion;
    session.phase = 'initialized';
    session.clientName = clientNameIn(body) ?? session.clientName;
    return session;
  }
}

/** Work that was told to stop and does not is answered for. */
function answerCancelled(session: Session, res: ServerResponse): void {
  const late = session.flights.all().find(({ cancelledBy }) => cancelledBy !== undefined);
  if (late && !late.silent && !res.headersSent)
    answer(res, rpcAnswer(late.id, modernError(cancelledError({ ...late, session }))));
}

/** A request that is complete as far as its envelope goes; anything else is for the SDK to refuse. */
function requestIn(body: Json): ModernRequest | undefined {
  if (!isJsonObject(body)) return undefined;
  const { id, method, params } = body;
  const isRequest = (typeof id === 'string' || Number.isInteger(id)) && typeof method === 'string';
  return isRequest && isJsonObject(params) && isCompleteClaim(params)
    ? { id: id as RequestId, method, params }
    : undefined;
}

function sessionIn(authInfo: AuthInfo | undefined): Session {
  return authInfo!.extra!.session as Session;
}

function clientNameIn(body: Json): string | undefined {
  const params = isJsonObject(body) ? body.params : undefined;
  const meta = isJsonObject(params) ? params._meta : undefined;
  const info = isJsonObject(meta) ? meta[clientInfoKey] : undefined;
  return isJsonObject(info) && typeof info.name === 'string' ? info.name.slice(0, 100) : undefined;
}
