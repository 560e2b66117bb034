import { Stop } from '@concord/engine';
import { expect, it } from 'vitest';
import type { Exchange } from '../session/exchange.js';
import { Conversation, ParkedCalls } from './parked.js';

const exchange = { method: 'tools/call', session: { principal: '' }, signal: new Stop() } as unknown as Exchange;
const questions = { name: { method: 'elicitation/create' } } as const;

it('keeps a thousand calls for their clients, withdraws the questions of one more, and has room again after that', async () => {
  const parked = new ParkedCalls(30);
  try {
    const states: unknown[] = [];
    for (let call = 0; call < 1_024; call++) {
      const { requestState } = await parked.park(new Conversation(exchange), { name: 'ask' });
      states.push(await parked.verify(requestState as string));
    }
    const late = new Conversation(exchange);
    const answers = late.park(questions);
    await expect(parked.park(late, { name: 'ask' })).rejects.toMatchObject({ code: -32603 });
    expect(await answers).toEqual({ name: { action: 'cancel' } });
    expect(parked.size).toBe(1_024);
    parked.take(states[0], exchange, { name: 'ask' });
    await parked.park(late, { name: 'ask' });
    expect(parked.size).toBe(1_024);
  } finally {
    parked.close();
  }
});
