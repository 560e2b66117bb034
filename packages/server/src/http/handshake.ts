import type { IncomingMessage, ServerResponse } from 'node:http';
import { isJsonObject, type Json, rpcCodes } from '@concord/contract';
import { isInitializeRequest } from '@modelcontextprotocol/server';
import type { Host } from '../dispatch/host.js';
import { responseOf } from '../encode/response.js';
import { RpcError } from '../protocol/rpc-error.js';
import { handshakeVersions } from '../protocol/versions.js';
import type { Admission } from '../session/session.js';
import { accept, answer, type Refusal, refuse } from './answer.js';
import { HandshakeSession } from './handshake-session.js';
import { Sessions } from './sessions.js';

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

  constructor(host: Host) {
    this.#host = host;
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
    const session = this.sessions.find(id, by);
    if (!session) return refuse(res, notFound);
    const refusal = refuseHeaders(req);
    if (refusal) return refuse(res, refusal);
    await session.post(req, res, body);
  }

  /** Serves GET, which opens the session's own stream, and DELETE, which ends the session. */
  async serve(req: IncomingMessage, res: ServerResponse, by: Admission): Promise<void> {
    const id = sessionIdOf(req);
    if (id === undefined) return refuse(res, notAllowed);
    const session = this.sessions.find(id, by);
    if (!session) return refuse(res, notFound);
    if (req.method === 'GET') return session.stream(req, res);
    await session.end();
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
    this.sessions.close();
    await Promise.all([...this.sessions].map(session => session.end()));
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
