import { expect, it } from 'vitest';
import { Wire } from './wire.js';

// What clients see of the demo: a change of the contract shows up in a diff.
it('publishes the tools of the demo, in both eras', async () => {
  const [session, modern] = [new Wire({}), new Wire({})];
  try {
    await session.handshake();
    expect((await session.request('tools/list')).result).toMatchSnapshot('handshake');
    expect((await modern.modern('tools/list')).result).toMatchSnapshot('modern');
  } finally {
    await Promise.all([session.end(), modern.end()]);
  }
});
