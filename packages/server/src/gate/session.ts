import type { Listener } from '../notify/hub.js';
import { type Level, levelFrom } from '../notify/levels.js';
import type { Settings } from '../settings.js';
import { Flights } from './flights.js';

export type Era = 'handshake' | 'modern';
export const handshakeVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;
export const modernVersion = '2026-07-28';

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
  /** The failed refreshes it has heard of, by kind. */
  readonly toldProblems: Map<string, object>;
  /** How changes reach it. */
  readonly listener: Listener;
  readonly transport: 'stdio' | 'http';
  /** Who it was made for: the digest of a token, or nobody in particular. */
  readonly principal: string;
}

export function newSession(
  settings: Settings,
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
    toldProblems: new Map(),
    listener,
    transport,
    principal,
  };
}
