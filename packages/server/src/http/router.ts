import type { IncomingMessage, ServerResponse } from 'node:http';
import { isJsonObject, type Json } from '@concord/contract';
import { classifyInboundRequest } from '@modelcontextprotocol/server';
import type { Host } from '../dispatch/host.js';
import { namesVersion } from '../protocol/request-meta.js';
import { answer, type Refusal, refuse } from './answer.js';
import { bearerGuard } from './bearer-guard.js';
import { readBody, refuseUnread } from './body.js';
import { HandshakeRoute } from './handshake.js';
import { hostGuard } from './host-guard.js';
import { ModernRoute } from './modern.js';
import { defaultTimeouts, type HttpOptions, tokensOf } from './options.js';
import { answerPreflight, originGuard, shareWithPage } from './origin-guard.js';

const noSuchPath: Refusal = { status: 404, message: 'Not found' };
const notAllowed: Refusal = { status: 405, message: 'Method not allowed', headers: { allow: 'GET, POST, DELETE' } };
const goingAway: Refusal = { status: 503, message: 'Server is shutting down', headers: { 'retry-after': '5' } };

/** Passes each request through the guards and on to the route of its era. */
export class Router {
  readonly handshake: HandshakeRoute;
  readonly #modern: ModernRoute;
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
    this.#hostRefuses = hostGuard(options);
    this.#origin = originGuard(options);
    this.#bearer = bearerGuard(tokensOf(options), host.settings.maxTokenFailuresPerMinute);
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
  }

  async allFinished(): Promise<void> {
    await Promise.all([this.handshake.allFinished(), this.#modern.allFinished()]);
  }

  async close(): Promise<void> {
    await Promise.all([this.handshake.close(), this.#modern.close()]);
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
    const wrongHost = this.#hostRefuses(req);
    if (wrongHost) return refuse(res, wrongHost);
    const isFull = path === '/healthz' && new URLSearchParams(req.url?.split('?', 2)[1]).has('full');
    if (path === '/healthz' && !isFull) return this.#health(req, res);
    const wrongOrigin = this.#origin.refuses(req);
    if (wrongOrigin) return refuse(res, wrongOrigin);
    const named = this.#origin.isNamed(req);
    if (named) shareWithPage(req, res);
    if (path !== '/mcp' && !isFull) return refuse(res, noSuchPath);
    // A browser sends a preflight without credentials.
    if (named && req.method === 'OPTIONS') return answerPreflight(req, res);
    const admission = this.#bearer(req);
    if ('refusal' in admission) return refuse(res, admission.refusal);
    if (isFull) return this.#health(req, res, { servers: this.#host.catalog.states() });
    if (this.#draining) return refuse(res, goingAway);
    if (req.method === 'POST') return this.#post(req, res, admission.principal);
    if (req.method !== 'GET' && req.method !== 'DELETE') return refuse(res, notAllowed);
    return this.handshake.serve(req, res, admission.principal);
  }

  /** Anybody may ask whether the server is up; `full` says more, and is behind every guard. */
  #health(req: IncomingMessage, res: ServerResponse, full: object = {}): void {
    if (req.method !== 'GET') refuse(res, { ...notAllowed, headers: { allow: 'GET' } });
    else answer(res, { status: this.#draining ? 'draining' : 'ok', ...full }, this.#draining ? 503 : 200);
  }

  async #post(req: IncomingMessage, res: ServerResponse, principal: string): Promise<void> {
    const { maxBodyBytes } = this.#host.settings;
    const unread = refuseUnread(req, maxBodyBytes);
    if (unread) return refuse(res, unread);
    if (req.headers.expect !== undefined) res.writeContinue();
    const body = await readBody(req, maxBodyBytes, (this.#options.timeouts ?? defaultTimeouts).bodyMs);
    if (body === 'gone') return;
    if ('refusal' in body) return refuse(res, body.refusal);
    if (isForSession(req, body.message)) await this.handshake.post(req, res, principal, body.message);
    else await this.#modern.serve(req, res, body.message, principal);
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
