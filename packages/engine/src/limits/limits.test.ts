import { expect, it } from 'vitest';
import { limitTable, readLimits } from './limits.js';

it('gives the default of every limit, or what its variable says', () => {
  for (const [name, limit] of Object.entries(limitTable)) {
    const warn = () => expect.unreachable();
    expect(readLimits({}, warn)).toHaveProperty(name, limit.value);
    expect(readLimits({ [limit.variable]: '7' }, warn)).toHaveProperty(name, 7);
  }
});

it.each(['-1', '1.5', 'many', '0x10', ' 5', '1'.repeat(30)])('warns about %j and keeps the default', given => {
  const warnings: string[] = [];
  const limits = readLimits({ CONCORD_CALL_TIMEOUT_MS: given }, message => warnings.push(message));
  expect(limits.callTimeoutMs).toBe(limitTable.callTimeoutMs.value);
  expect(warnings).toEqual([expect.stringContaining('CONCORD_CALL_TIMEOUT_MS')]);
});

it('has a variable for each limit, used once', () => {
  const variables = Object.values(limitTable).map(limit => limit.variable);
  expect(new Set(variables).size).toBe(variables.length);
});
