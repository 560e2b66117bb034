import type { EnvelopeCode, JsonObject, UpgradeHint } from '@concord/contract';
import type { Answer, Question } from './asked.js';

export interface ToWorker {
  readonly number: number;
  readonly question: Question;
}

/** Why there is no answer. */
export interface AnswerFault {
  readonly code: EnvelopeCode;
  readonly message: string;
  readonly details?: JsonObject;
  readonly upgrade?: UpgradeHint;
  /** What went wrong in the program itself: for its log, never for callers. */
  readonly stack?: string;
}

export type AnswerResult = { readonly answer: Answer } | { readonly fault: AnswerFault };

export type FromWorker =
  | { readonly number: number; readonly started: true }
  | { readonly number: number; readonly progress: readonly [done: number, total: number] }
  /** With `isLost` the parser of the thread was stopped in the middle, and the thread is of no more use. */
  | ({ readonly number: number; readonly isLost: boolean } & AnswerResult);
