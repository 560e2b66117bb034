import { expect, it } from 'vitest';
import { checkRange, lookupWithin, rangeOf, rangeOfHost } from './address-range.js';

it.each([
  ['8.8.8.8', 'public'],
  ['2001:4860:4860::8888', 'public'],
  ['10.1.2.3', 'private'],
  ['172.31.255.255', 'private'],
  ['172.32.0.1', 'public'],
  ['192.168.0.1', 'private'],
  ['100.64.0.1', 'private'],
  ['fd12::1', 'private'],
  ['::ffff:10.0.0.1', 'private'],
  ['127.255.0.1', 'loopback'],
  ['::1', 'loopback'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['169.254.169.254', 'never'],
  ['::ffff:169.254.169.254', 'never'],
  ['fd00:ec2::254', 'never'],
  ['fe80::1', 'never'],
  ['0.0.0.0', 'never'],
])('%s is %s', (address, reach) => {
  expect(rangeOf(address)).toBe(reach);
});

it('lets nobody send us further inside than they are themselves', async () => {
  expect(() => checkRange('10.0.0.1', 'public')).toThrow();
  expect(() => checkRange('10.0.0.1', 'private')).not.toThrow();
  expect(() => checkRange('127.0.0.1', 'private')).toThrow();
  expect(() => checkRange('169.254.169.254', 'loopback')).toThrow();
  expect(await rangeOfHost('localhost')).toBe('loopback');
  expect(await rangeOfHost('[::1]')).toBe('loopback');
});

it('checks what a name resolves to, and gives just that to whoever dials', async () => {
  const resolved = (limit: 'public' | 'loopback') =>
    new Promise(resolve => lookupWithin(limit)('localhost', { all: true }, (error, found) => resolve(error ?? found)));
  expect(await resolved('public')).toBeInstanceOf(Error);
  expect(await resolved('loopback')).toEqual(expect.arrayContaining([expect.objectContaining({ family: 4 })]));
});
