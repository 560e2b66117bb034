import type { JsonObject } from '@concord/contract';
import { type Answers, type AskOptions, abortSignalOf, type Questions } from '@concord/engine';
import type { Exchange } from '../session/exchange.js';
import type { Settings } from '../settings/settings.js';
import { readAnswer } from './answer.js';
import { missingCapability, withoutAsking } from './capability.js';

/** Puts questions to the client of a handshake era by requests to it, all at once, each with its time limit. */
export async function askByRequest(
  questions: Questions,
  options: AskOptions,
  exchange: Exchange,
  settings: Settings,
): Promise<Answers> {
  const entries = Object.entries(questions).map(async ([key, question]) => {
    const missing = missingCapability(question, exchange.clientCapabilities, exchange.session);
    if (missing) return [key, withoutAsking(question, missing, options.insist === true)] as const;
    return [key, await put(question, exchange, settings)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function put(question: Questions[string], exchange: Exchange, settings: Settings): Promise<JsonObject> {
  const { elicitationSeconds, rootsSeconds } = settings;
  const seconds = question.method === 'roots/list' ? rootsSeconds : elicitationSeconds;
  const limit = AbortSignal.timeout(seconds * 1_000);
  try {
    const given = await exchange.request!(
      question.method,
      question.params ?? {},
      AbortSignal.any([limit, abortSignalOf(exchange.signal)]),
    );
    return (
      readAnswer(question, given, message => exchange.log('warning', 'elicitation', message)) ?? { action: 'error' }
    );
  } catch {
    return { action: limit.aborted || exchange.signal.aborted ? 'cancel' : 'error' };
  }
}
