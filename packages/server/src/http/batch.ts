import type { ServerResponse } from 'node:http';
import type { Json, JsonObject } from '@concord/contract';
import { responseOf } from '../encode/response.js';
import { refuseBatch, refuseElement } from '../gate/batch.js';
import type { Verdict } from '../gate/gate.js';
import type { Session } from '../session/session.js';
import type { Settings } from '../settings/settings.js';
import type { SessionTransport } from './session-transport.js';
import { accept, answer } from './wire/answer.js';

/** What a batch needs of the session it was sent to. */
export interface BatchSession {
  readonly session: Session;
  readonly settings: Settings;
  readonly transport: SessionTransport;
  admit(message: Json): Verdict;
}

/** Serves a batch over HTTP: each message passes the gate by itself; their answers leave together. */
export async function answerBatch(res: ServerResponse, batch: readonly Json[], to: BatchSession): Promise<void> {
  const refusal = refuseBatch(batch, to.session, to.settings);
  if (refusal) return answer(res, responseOf(null, refusal));
  const answers = await Promise.all(batch.map(element => answerTo(element, to)));
  const given = answers.filter(each => each !== undefined);
  return given.length > 0 ? answer(res, given) : accept(res);
}

async function answerTo(element: Json, { transport, admit }: BatchSession): Promise<JsonObject | undefined> {
  const misplaced = refuseElement(element);
  if (misplaced) return responseOf(misplaced.id ?? null, misplaced.error);
  const verdict = admit(element);
  switch (verdict.kind) {
    case 'dropped':
      return undefined;
    case 'answered':
      return responseOf(verdict.id ?? null, verdict.answer);
    case 'request':
      return transport.collect(verdict.request);
    default:
      transport.onmessage?.(verdict.message as never);
      return undefined;
  }
}
