import { expect, it } from 'vitest';
import { stampModern } from './stamp.js';

it('tells of an identity what the protocol knows, and nothing a source says beside it', () => {
  const identity = { name: 'a', version: '1', title: 'A', instructions: 'Call a.', internal: { secret: true } };
  expect(stampModern({ content: [] }, identity)).toEqual({
    content: [],
    resultType: 'complete',
    _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'a', version: '1', title: 'A' } },
  });
});
