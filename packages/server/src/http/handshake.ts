import type { IncomingMessage, ServerResponse } from 'node:http';
import { isJsonObject, type Json, rpcCodes } from '@concord/contract';
import { type SharedSessions, sharedKeyOf } from '@concord/gateway';
import { isInitializeRequest } from '@modelcontextprotocol/server';
import type { Host } from '../dispatch/host.js';
import { responseOf } from '../encode/response.js';
import { RpcError } from '../protocol/rpc-error.js';
import { handshakeVersions } from '../protocol/versions.js';
import type { Admission } from '../session/session.js';
import { HandshakeSession } from './handshake-session.js';
import { Sessions } from './sessions.js';
import { accept, answer, type Refusal, refuse } from './wire/answer.js';

const notFound: Refusal = { status: 404, message: 'Session not found' };
const full: Refusal = { status: 503, message: 'Too many sessions are in use', headers: { 'retry-after': '1' } };
const sessionRequired: Refusal = { status: 400, message: 'Mcp-Session-Id is required' };
const notAllowed: Refusal = {
  status: 405,
  message: 'Without a session only POST is allowed',
  headers: { allow: 'POST' },
};

/** Requests of the handshake eras: `initialize` opens a session, everything else belongs to one. */
export class HandshakeRoute {
  readonly sessions: Sessions;
  readonly #host: Host;
  readonly #shared: SharedSessions | undefined;
  readonly #stopFollowing: (() => void) | undefined;
  /** Sessions that are about to go on here, by their ids. */
  readonly #resuming = new Map<string, Promise<HandshakeSession | Refusal>>();

  constructor(host: Host) {
    this.#host = host;
    this.#shared = host.gateway?.sessions;
    this.#stopFollowing = this.#shared?.follow({
      changed: key => {
        for (const each of this.sessions.ofKey(key)) void each.refresh(key !== undefined);
      },
      answered: (key, message) => {
        for (const each of this.sessions.ofKey(key)) each.answered(message);
      },
    });
    const { maxSessions, maxSessionsPerAddress, sessionIdleSeconds } = host.settings;
    this.sessions = new Sessions({
      most: maxSessions,
      mostOfAddress: maxSessionsPerAddress,
      idleSeconds: sessionIdleSeconds,
    });
  }

  /** Serves a POST whose body has been read. */
  async post(req: IncomingMessage, res: ServerResponse, by: Admission, body: Json): Promise<void> {
    const id = sessionIdOf(req);
    if (id === undefined) return this.#open(req, res, by, body);
    const session = await this.#find(id, by, req);
    if ('message' in session) return refuse(res, session);
    const refusal = refuseHeaders(req);
    if (refusal) return refuse(res, refusal);
    await session.post(req, res, body);
  }

  /** Serves GET, which opens the session's own stream, and DELETE, which ends the session. */
  async serve(req: IncomingMessage, res: ServerResponse, by: Admission): Promise<void> {
    const id = sessionIdOf(req);
    if (id === undefined) return refuse(res, notAllowed);
    const session = await this.#find(id, by, req);
    if ('message' in session) return refuse(res, session);
    if (req.method === 'GET') return session.stream(req, res);
    await session.endEverywhere();
    res.writeHead(200).end();
  }

  cancelAll(reason: string): void {
    const silent = this.#host.settings.cancelResponse === 'none';
    for (const { session } of this.sessions) session.requests.cancelAll(reason, silent);
  }

  async allFinished(): Promise<void> {
    await Promise.all([...this.sessions].map(({ session }) => session.requests.allFinished()));
  }

  async close(): Promise<void> {
    this.#stopFollowing?.();
    this.sessions.close();
    await Promise.all([...this.sessions].map(session => session.end()));
  }

  /** A session that is here, or goes on here from now on. */
  #find(
    id: string,
    by: Admission,
    req: IncomingMessage,
  ): HandshakeSession | Refusal | Promise<HandshakeSession | Refusal> {
    const found = this.sessions.find(id, by);
    if (found) return found;
    const shared = this.#shared;
    if (!shared || this.sessions.has(id)) return notFound;
    const name = `${by.principal} ${id}`;
    const resuming = this.#resuming.get(name) ?? this.#resume(id, by, req.socket.remoteAddress ?? '', shared);
    this.#resuming.set(name, resuming);
    return resuming.finally(() => this.#resuming.delete(name));
  }

  async #resume(
    id: string,
    by: Admission,
    address: string,
    shared: SharedSessions,
  ): Promise<HandshakeSession | Refusal> {
    const sealed = await shared.unseal(id);
    if (sealed?.principal !== by.principal) return notFound;
    const members = await shared.read(sharedKeyOf(id));
    if (members.ended) return notFound;
    const session = new HandshakeSession(this.#host, by, address, ended => this.sessions.remove(ended));
    await session.resume(id, sealed, shared, members);
    if (this.sessions.add(session)) return session;
    await session.end();
    return full;
  }

  async #open(req: IncomingMessage, res: ServerResponse, by: Admission, body: Json): Promise<void> {
    if (!isJsonObject(body) || body.method !== 'initialize') return refuse(res, sessionRequired);
    const refusal = refuseAccept(req);
    if (refusal) return refuse(res, refusal);
    const address = req.socket.remoteAddress ?? '';
    const session = new HandshakeSession(this.#host, by, address, ended => this.sessions.remove(ended));
    const verdict = session.admit(body);
    if (verdict.kind === 'answered') return answer(res, responseOf(verdict.id ?? null, verdict.answer));
    if (verdict.kind !== 'request') return accept(res);
    const { request } = verdict;
    if (!isInitializeRequest(request)) {
      const message = 'params.capabilities or params.clientInfo is malformed';
      return answer(res, responseOf(request.id, new RpcError(rpcCodes.invalidParams, message)));
    }
    if (this.#shared) session.share(this.#shared);
    // Counted before it waits for anything, so that many at once cannot exceed the limit.
    if (!this.sessions.add(session)) return refuse(res, full);
    try {
      await session.start(req, res, request);
    } catch (error) {
      await session.end();
      throw error;
    }
  }
}

function sessionIdOf({ headers }: IncomingMessage): string | undefined {
  const id = headers['mcp-session-id'];
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** Refuses what the SDK would refuse, before the gate counts the request as being in progress. */
function refuseHeaders(req: IncomingMessage): Refusal | undefined {
  const version = req.headers['mcp-protocol-version'];
  if (version !== undefined && !(handshakeVersions as readonly unknown[]).includes(version))
    return { status: 400, message: 'Unsupported protocol version' };
  return refuseAccept(req);
}

function refuseAccept({ headers: { accept: types = '' } }: IncomingMessage): Refusal | undefined {
  if (types.includes('application/json') && types.includes('text/event-stream')) return undefined;
  return { status: 406, message: 'The client must accept application/json and text/event-stream' };
}
