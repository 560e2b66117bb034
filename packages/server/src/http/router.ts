import type { IncomingMessage, ServerResponse } from 'node:http';
import { isJsonObject, type Json } from '@concord/contract';
import { SharedUpstreams } from '@concord/gateway';
import { classifyInboundRequest } from '@modelcontextprotocol/server';
import type { Host } from '../dispatch/host.js';
import { namesVersion } from '../protocol/request-meta.js';
import type { Admission } from '../session/session.js';
import { bearerGuard } from './bearer-guard.js';
import { handOver, isHandedOver } from './hand-over.js';
import { HandshakeRoute } from './handshake.js';
import { hostGuard } from './host-guard.js';
import { ModernRoute } from './modern.js';
import { answerPreflight, originGuard, originOf, shareWithPage } from './origin-guard.js';
import { ReplicaRoute } from './replica-route.js';
import { answer, answerFigures, type Refusal, refuse } from './wire/answer.js';
import { type ReadBody, readBody, refuseUnread } from './wire/body.js';
import { defaultTimeouts, type HttpOptions, tokensOf } from './wire/options.js';

const noSuchPath: Refusal = { status: 404, message: 'Not found' };
const notAllowed: Refusal = { status: 405, message: 'Method not allowed', headers: { allow: 'GET, POST, DELETE' } };
const onlyGet: Refusal = { ...notAllowed, headers: { allow: 'GET' } };
const goingAway: Refusal = {
  status: 503,
  message: 'Server is shutting down',
  headers: { 'retry-after': '1', connection: 'close' },
};

/** Passes each request through the guards and on to the route of its era. */
export class Router {
  readonly handshake: HandshakeRoute;
  readonly #modern: ModernRoute;
  readonly #replicas: ReplicaRoute | undefined;
  readonly #host: Host;
  readonly #options: HttpOptions;
  readonly #hostRefuses;
  readonly #origin;
  readonly #bearer;
  #draining = false;
  #openResponses = 0;
  lastRequestAt = performance.now();

  constructor(host: Host, options: HttpOptions) {
    this.#host = host;
    this.#options = options;
    this.handshake = new HandshakeRoute(host);
    this.#modern = new ModernRoute(host);
    const upstreams = host.gateway?.upstreams;
    this.#replicas = upstreams && new ReplicaRoute(host, upstreams);
    this.#hostRefuses = hostGuard(options, host.gateway?.door !== undefined);
    this.#origin = originGuard(options);
    this.#bearer = bearerGuard({
      tokens: tokensOf(options),
      door: host.gateway?.door,
      failuresPerMinute: host.settings.maxTokenFailuresPerMinute,
      log: host.log,
    });
  }

  get draining(): boolean {
    return this.#draining;
  }

  get openResponses(): number {
    return this.#openResponses;
  }

  drain(): void {
    this.#draining = true;
  }

  cancelAll(reason: string): void {
    this.handshake.cancelAll(reason);
    this.#modern.cancelAll(reason);
    this.#replicas?.cancelAll(reason);
  }

  async allFinished(): Promise<void> {
    await Promise.all([this.handshake.allFinished(), this.#modern.allFinished(), this.#replicas?.allFinished()]);
  }

  async close(): Promise<void> {
    await Promise.all([this.handshake.close(), this.#modern.close(), this.#replicas?.close()]);
  }

  /** Serves one request, whatever happens. */
  async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    this.lastRequestAt = performance.now();
    this.#openResponses++;
    res.once('close', () => this.#openResponses--);
    try {
      await this.#route(req, res);
    } catch (error) {
      this.#host.log.error('rpc', `a request failed: ${error instanceof Error ? error.message : String(error)}`);
      if (res.headersSent) res.destroy();
      else refuse(res, { status: 500, message: 'Internal error' });
    }
  }

  async #route(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const path = req.url?.split('?', 1)[0];
    // Replicas know each other by their signatures, under whatever name they are reached.
    if (this.#replicas && path && SharedUpstreams.isAt(path)) return this.#replicas.serve(req, res, path);
    const wrongHost = this.#hostRefuses(req);
    if (wrongHost) return refuse(res, wrongHost);
    const isFull = path === '/healthz' && new URLSearchParams(req.url?.split('?', 2)[1]).has('full');
    if ((path === '/healthz' && !isFull) || path === '/readyz') return this.#health(req, res);
    const wrongOrigin = this.#origin.refuses(req);
    if (wrongOrigin) return refuse(res, wrongOrigin);
    const named = this.#origin.isNamed(req);
    if (named) shareWithPage(req, res);
    const metadata = path && this.#host.gateway?.door?.metadataAt(path, originOf(req));
    if (metadata) return req.method === 'GET' ? answer(res, metadata) : refuse(res, onlyGet);
    const figures = path === '/metrics' ? this.#host.gateway?.figures : undefined;
    if (path !== '/mcp' && !isFull && !figures) return refuse(res, noSuchPath);
    // A browser sends a preflight without credentials.
    if (named && req.method === 'OPTIONS') return answerPreflight(req, res);
    const entering = this.#bearer(req);
    const entry = entering instanceof Promise ? await entering : entering;
    if ('refusal' in entry) return refuse(res, entry.refusal);
    if (isFull || figures) {
      const lacking = this.#lacksOperations(req, entry);
      if (lacking) return refuse(res, lacking);
      if (figures) return answerFigures(req, res, figures);
      return this.#health(req, res, { servers: this.#host.catalog.states() });
    }
    if (this.#draining) return refuse(res, goingAway);
    if (req.method === 'POST') return this.#post(req, res, entry);
    if (req.method !== 'GET' && req.method !== 'DELETE') return refuse(res, notAllowed);
    return this.handshake.serve(req, res, entry);
  }

  /** How the gateway itself runs is shown to who has the right to see that. Where there are no accounts, whoever gets in has it. */
  #lacksOperations(req: IncomingMessage, { account }: Admission): Refusal | undefined {
    if (account === undefined || account.sight.operations) return undefined;
    const authenticate = this.#host.gateway?.door?.lacking(originOf(req), 'operations') ?? 'Bearer';
    return { status: 403, message: 'The right operations is missing', headers: { 'www-authenticate': authenticate } };
  }

  /** Anybody may ask whether the server is up; `full` says more, and is behind every guard. */
  #health(req: IncomingMessage, res: ServerResponse, full: object = {}): void {
    if (req.method !== 'GET') refuse(res, onlyGet);
    else answer(res, { status: this.#draining ? 'draining' : 'ok', ...full }, this.#draining ? 503 : 200);
  }

  /** A call that waits for its client goes on where it is kept. What was handed over once goes no further. */
  async #handedOver(req: IncomingMessage, res: ServerResponse, { message, text }: ReadBody): Promise<boolean> {
    if (isHandedOver(req)) return false;
    const keeper = await this.#host.pausedCalls.keeperOf(message);
    const place = keeper && (await this.#host.gateway?.sessions?.reach(keeper));
    return place ? handOver(req, res, text, place) : false;
  }

  async #post(req: IncomingMessage, res: ServerResponse, by: Admission): Promise<void> {
    const { maxBodyBytes } = this.#host.settings;
    const unread = refuseUnread(req, maxBodyBytes);
    if (unread) return refuse(res, unread);
    if (req.headers.expect !== undefined) res.writeContinue();
    const body = await readBody(req, maxBodyBytes, (this.#options.timeouts ?? defaultTimeouts).bodyMs);
    if (body === 'gone') return;
    if ('refusal' in body) return refuse(res, body.refusal);
    if (isForSession(req, body.message)) await this.handshake.post(req, res, by, body.message);
    else if (!(await this.#handedOver(req, res, body))) await this.#modern.serve(req, res, body.message, by);
  }
}

/** Whether a message belongs to the handshake eras, or is none and was sent to a session, whose gate then answers it. */
function isForSession({ headers }: IncomingMessage, message: Json): boolean {
  // A message that names its version is classified by the SDK when it serves or refuses it.
  if (isJsonObject(message) && message.method !== 'initialize' && namesVersion(message.params)) return false;
  const version = headers['mcp-protocol-version'];
  const route = classifyInboundRequest({
    httpMethod: 'POST',
    body: message,
    ...(typeof version === 'string' && { protocolVersionHeader: version }),
  });
  if (route.kind !== 'reject') return route.kind === 'legacy';
  return route.rung === 'jsonrpc-shape' && headers['mcp-session-id'] !== undefined;
}
