import { Stop } from '@concord/engine';
import { expect, it } from 'vitest';
import type { Exchange } from '../session/exchange.js';
import { Conversation, PausedCalls } from './paused-calls.js';

const exchange = { method: 'tools/call', session: { principal: '' }, signal: new Stop() } as unknown as Exchange;
const questions = { name: { method: 'elicitation/create' } } as const;

it('keeps a thousand calls for their clients, withdraws the questions of one more, and has room again after that', async () => {
  const pausedCalls = new PausedCalls(30);
  try {
    const states: unknown[] = [];
    for (let call = 0; call < 1_024; call++) {
      const { requestState } = await pausedCalls.pause(new Conversation(exchange), { name: 'ask' });
      states.push(await pausedCalls.verify(requestState as string));
    }
    const late = new Conversation(exchange);
    const answers = late.pause(questions);
    await expect(pausedCalls.pause(late, { name: 'ask' })).rejects.toMatchObject({ code: -32603 });
    expect(await answers).toEqual({ name: { action: 'cancel' } });
    expect(pausedCalls.size).toBe(1_024);
    pausedCalls.take(states[0], exchange, { name: 'ask' });
    await pausedCalls.pause(late, { name: 'ask' });
    expect(pausedCalls.size).toBe(1_024);
  } finally {
    pausedCalls.close();
  }
});
