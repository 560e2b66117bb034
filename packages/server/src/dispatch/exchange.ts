import type { Json, JsonObject } from '@concord/contract';
import type { Answers, AskOptions, Engine, Questions, StopSignal } from '@concord/engine';
import type { ParkedCalls } from '../ask/parked.js';
import type { RequestId } from '../gate/flights.js';
import type { Era, Session } from '../gate/session.js';
import type { Log } from '../life/log.js';
import type { Hub } from '../notify/hub.js';
import type { Settings } from '../settings.js';
import type { Slots } from './slots.js';
import type { Surface } from './surface.js';

/** What all connections of a server share. */
export interface Host {
  readonly surface: Surface;
  readonly settings: Settings;
  readonly engine: Engine;
  readonly slots: Slots;
  readonly hub: Hub;
  readonly parked: ParkedCalls;
  readonly log: Log;
}

/** One request as a method sees it, whatever it came over. */
export interface Exchange {
  readonly id: RequestId;
  readonly method: string;
  readonly era: Era;
  readonly session: Session;
  /** `params._meta`, envelope included. */
  readonly meta: JsonObject;
  /** What the client declared, for the session or in this very request. */
  readonly clientCapabilities: Readonly<Record<string, unknown>>;
  /** Answers that came along with a modern request, and the verified state of a parked call. */
  readonly inputResponses?: JsonObject;
  readonly requestState?: unknown;
  /** Fires when the client gives the request up, or the server ends. */
  readonly signal: StopSignal;
  /** The request id a caller chose for correlation, when there is one. */
  readonly requestId?: string;
  /** Sends a notification that belongs to this request. */
  notify(method: string, params: JsonObject): void;
  /** Resolves when every notification so far has left. */
  flush(): Promise<void>;
  /** Sends a request of ours to the client; handshake eras only. */
  request?(method: string, params: JsonObject, signal: AbortSignal): Promise<Json>;
  /** Puts questions to the client. */
  ask(questions: Questions, options: AskOptions): Promise<Answers>;
}
