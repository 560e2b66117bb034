import type { Redaction } from '@concord/contract';
import type { CallerAccount } from '@concord/gateway';
import type { LimitHeaders } from '../encode/limited.js';
import { type Level, levelFrom } from '../log/levels.js';
import { alsoTelling, type Log } from '../log/log.js';
import type { Listener } from '../notifications/notifier.js';
import type { RequestId } from '../protocol/messages.js';
import type { Era } from '../protocol/versions.js';
import type { Settings } from '../settings/settings.js';
import { RequestsInProgress } from './requests-in-progress.js';

/** Who a connection or a request was let in for. */
export interface Admission {
  readonly principal: string;
  readonly account?: CallerAccount | undefined;
}

/** The state of a connection: who its client is and what was agreed with it. */
export interface Session {
  /** Undefined until a message has decided it. */
  era: Era | undefined;
  version: string | undefined;
  phase: 'new' | 'initialized' | 'shutting down' | 'ended';
  /** Whether `notifications/initialized` has come: from then on the server may speak by itself. */
  listening: boolean;
  clientName: string;
  clientCapabilities: Readonly<Record<string, unknown>>;
  level: Level;
  /** The folders its client works in; undefined until it has said so. */
  roots?: readonly string[];
  readonly requests: RequestsInProgress;
  /** Requests of ours that its client has not answered yet. */
  readonly asked: Set<RequestId>;
  /** The failed refreshes its client was told of, by kind. */
  readonly toldProblems: Map<string, object>;
  /** How changes reach it. */
  readonly listener: Listener;
  /** What concerns this connection alone: on stderr, and to its client as far as it wants to hear of it. */
  readonly log: Log;
  readonly transport: 'stdio' | 'http';
  /** Who may use it: the digest of a token, the id of an account, or empty where nobody is asked. */
  readonly principal: string;
  /** What its last answer says of a limit that was reached, for a transport that tells that by its status. */
  limited?: LimitHeaders | undefined;
  /** Whose account it is, where there are some: as the last request has shown it. */
  account?: CallerAccount | undefined;
}

/** The session of a new connection. */
export function newSession(
  { settings, log, redaction }: { settings: Settings; log: Log; redaction: Redaction },
  transport: Session['transport'],
  listener: Listener,
  { principal, account }: Admission = { principal: '' },
): Session {
  return {
    era: undefined,
    version: undefined,
    phase: 'new',
    listening: false,
    clientName: 'unknown',
    clientCapabilities: {},
    level: levelFrom(settings.logLevel),
    requests: new RequestsInProgress(),
    asked: new Set(),
    toldProblems: new Map(),
    listener,
    log: alsoTelling(log, redaction, (level, logger, data) => listener.logged?.(level, logger, data)),
    transport,
    principal,
    account,
  };
}

/** Notes which requests of ours a client has to answer: those sent, without those cancelled since. */
export function noteSent({ asked }: Session, { id, method, params }: Readonly<Record<string, unknown>>): void {
  if (method === undefined) return;
  if (id !== undefined) asked.add(id as RequestId);
  else if (method === 'notifications/cancelled') asked.delete((params as { requestId: RequestId }).requestId);
}
