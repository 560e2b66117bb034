import type { JsonObject } from '@concord/contract';
import { type Answers, type AskOptions, abortSignalOf, type Questions } from '@concord/engine';
import type { Exchange, Host } from '../session/exchange.js';
import { readAnswer } from './answer.js';
import { missingCapability, withoutAsking } from './capability.js';

/** Asks with real requests to the client, all at once, each with its time limit. */
export async function askHandshake(
  questions: Questions,
  options: AskOptions,
  exchange: Exchange,
  host: Host,
): Promise<Answers> {
  const entries = Object.entries(questions).map(async ([key, question]) => {
    const missing = missingCapability(question, exchange.clientCapabilities, exchange.session);
    if (missing) return [key, withoutAsking(question, missing, options.insist === true)] as const;
    return [key, await put(question, exchange, host)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function put(question: Questions[string], exchange: Exchange, host: Host): Promise<JsonObject> {
  const { elicitationSeconds, rootsSeconds } = host.settings;
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
