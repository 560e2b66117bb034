import type { JsonObject } from '@concord/contract';
import type { Exchange } from '../session/exchange.js';
import { answersFor, askModern, Conversation, type PausedCalls } from './paused-calls.js';

type Work = (exchange: Exchange) => Promise<JsonObject>;

/**
 * Runs work that may ask its client something in the modern era. Where it asks, the request is answered with the questions and the work
 * waits; the client's next request with the same state continues it.
 */
export async function converse(
  params: JsonObject,
  exchange: Exchange,
  pausedCalls: PausedCalls,
  work: Work,
): Promise<JsonObject> {
  const conversation = await continued(params, exchange, pausedCalls, work);
  if (!conversation.fresh) return pausedCalls.pause(conversation.of, params);
  const turn = await conversation.of.next();
  if ('error' in turn) throw turn.error;
  return 'result' in turn ? turn.result : pausedCalls.pause(conversation.of, params);
}

/** Starts a conversation or goes on with a paused one; not `fresh` when the client came back without the answers. */
async function continued(params: JsonObject, exchange: Exchange, pausedCalls: PausedCalls, work: Work) {
  if (exchange.requestState === undefined) {
    const of = new Conversation(exchange);
    of.start(() => work(exchangeOf(of)));
    return { of, fresh: true };
  }
  const of = pausedCalls.take(exchange.requestState, exchange, params);
  const answers = answersFor(of.pending, exchange);
  const complete = Object.keys(of.pending).every(key => answers[key] !== undefined);
  if (complete) of.resume(exchange, answers);
  else of.exchange = exchange;
  return { of, fresh: complete };
}

/** The exchange as the work sees it: notifications go to the request that waits at the moment. */
function exchangeOf(conversation: Conversation): Exchange {
  return conversation.exchange.under(conversation.signal, {
    notify: (method, params) => conversation.exchange.notify(method, params),
    flush: async () => conversation.exchange.flush?.(),
    asks: (questions, options) => askModern(questions, options, conversation),
  });
}
