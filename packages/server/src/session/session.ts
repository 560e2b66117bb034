import { type Level, levelFrom } from '../log/levels.js';
import { alsoTelling, type Log } from '../log/log.js';
import type { Listener } from '../notifications/notifier.js';
import type { Host } from './exchange.js';
import { Flights, type RequestId } from './requests-in-progress.js';

export type Era = 'handshake' | 'modern';
export const handshakeVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;
export const modernVersion = '2026-07-28';
/** Every version of the protocol that is spoken, the newest first. */
export const protocolVersions: readonly string[] = [modernVersion, ...handshakeVersions];

/** Where a connection stands: who is on the other side and what was agreed. */
export interface Session {
  /** Undefined until the first message that decides. */
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
  readonly flights: Flights;
  /** Requests of ours that its client has not answered yet. */
  readonly asked: Set<RequestId>;
  /** The failed refreshes it has heard of, by kind. */
  readonly toldProblems: Map<string, object>;
  /** How changes reach it. */
  readonly listener: Listener;
  /** What concerns this connection alone: on stderr, and to its client as far as it wants to hear of it. */
  readonly log: Log;
  readonly transport: 'stdio' | 'http';
  /** Who it was made for: the digest of a token, or nobody in particular. */
  readonly principal: string;
}

/** A connection of which nothing is known yet. */
export function newSession(
  { settings, log, redaction }: Pick<Host, 'settings' | 'log' | 'redaction'>,
  transport: Session['transport'],
  listener: Listener,
  principal = '',
): Session {
  return {
    era: undefined,
    version: undefined,
    phase: 'new',
    listening: false,
    clientName: 'unknown',
    clientCapabilities: {},
    level: levelFrom(settings.logLevel),
    flights: new Flights(),
    asked: new Set(),
    toldProblems: new Map(),
    listener,
    log: alsoTelling(log, redaction, (level, logger, data) => listener.logged?.(level, logger, data)),
    transport,
    principal,
  };
}

/** Keeps in mind which requests of ours a client has to answer; one that is withdrawn it need not. */
export function noteSent({ asked }: Session, { id, method, params }: Readonly<Record<string, unknown>>): void {
  if (method === undefined) return;
  if (id !== undefined) asked.add(id as RequestId);
  else if (method === 'notifications/cancelled') asked.delete((params as { requestId: RequestId }).requestId);
}
