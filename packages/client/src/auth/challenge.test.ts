import { describe, expect, it } from 'vitest';
import { growth } from '../../../../test/support/growth.js';
import { allScopes, challengeOf, covers } from './challenge.js';

const of = (status: number, header?: string) =>
  challengeOf({ status, headers: new Headers(header === undefined ? {} : { 'www-authenticate': header }) });

describe('the challenge in an answer', () => {
  it.each([
    ['any 401', 401, undefined, { status: 401 }],
    [
      'the scope and the place of the description',
      401,
      'Bearer resource_metadata="https://a/b", scope="x y"',
      {
        status: 401,
        resourceMetadata: new URL('https://a/b'),
        scope: 'x y',
      },
    ],
    [
      'parameters without quotes, with other schemes around',
      401,
      'Basic realm="r", bearer scope=x, Digest scope=z',
      {
        status: 401,
        scope: 'x',
      },
    ],
    ['what is escaped', 401, 'Bearer scope="a \\"b\\""', { status: 401, scope: 'a "b"' }],
    ['no scope that another scheme has', 401, 'Basic scope="x"', { status: 401 }],
    ['no place that is no address', 401, 'Bearer resource_metadata="not an address"', { status: 401 }],
    ['a 403 that asks for more', 403, 'Bearer error="insufficient_scope", scope="w"', { status: 403, scope: 'w' }],
    ['no other 403', 403, 'Bearer error="invalid_token", error_description="error=insufficient_scope"', undefined],
    ['nothing else', 500, 'Bearer scope="x"', undefined],
  ])('is %s', (_, status, header, expected) => {
    expect(of(status, header)).toEqual(expected);
  });

  it('is read from a long header in a time that does not grow faster than it', () => {
    const read = (size: number) => of(401, `Bearer ${'scope="'.repeat(size)}`);
    expect(growth(read, 5_000, 8)).toBeLessThan(32);
  });
});

it('unites and compares scopes', () => {
  expect(allScopes('b a', undefined, 'a  c')).toBe('b a c');
  expect(allScopes(undefined, '')).toBeUndefined();
  expect(covers('a b', 'b')).toBe(true);
  expect(covers('a', 'a b')).toBe(false);
  expect(covers(undefined, undefined)).toBe(true);
});
