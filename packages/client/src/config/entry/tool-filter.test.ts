import { describe, expect, it } from 'vitest';
import { isAllowed } from '../index.js';

describe('filters on tools', () => {
  it.each([
    [{}, 'any', true],
    [{ allowedTools: ['read_*'] }, 'read_file', true],
    [{ allowedTools: ['read_*'] }, 'write_file', false],
    [{ allowedTools: [] }, 'any', false],
    [{ disabledTools: ['write_*'] }, 'write_file', false],
    [{ disabledTools: ['write_*'] }, 'read_file', true],
    [{ allowedTools: ['*'], disabledTools: ['?rite'] }, 'write', false],
    [{ allowedTools: ['Read'] }, 'read', false],
  ])('%j of %s: %s', (filters, tool, expected) => {
    expect(isAllowed(filters, tool)).toBe(expected);
  });
});
