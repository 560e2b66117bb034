import { describe, expect, it } from 'vitest';
import { isLocalName, isPublicAddress, notPublic } from './public-address.js';

/** Each range with its first and last address, and the public neighbours where there are some. */
const edges: readonly (readonly [range: string, first: string, last: string, ...neighbours: string[]])[] = [
  ['0.0.0.0/8', '0.0.0.0', '0.255.255.255', '1.0.0.0'],
  ['10.0.0.0/8', '10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['100.64.0.0/10', '100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['127.0.0.0/8', '127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['169.254.0.0/16', '169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['172.16.0.0/12', '172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['192.0.0.0/24', '192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['192.0.2.0/24', '192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  ['192.88.99.0/24', '192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['192.168.0.0/16', '192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['198.18.0.0/15', '198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  ['198.51.100.0/24', '198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
  ['203.0.113.0/24', '203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ['224.0.0.0/4', '224.0.0.0', '239.255.255.255', '223.255.255.255'],
  ['240.0.0.0/4', '240.0.0.0', '255.255.255.254'],
  ['255.255.255.255/32', '255.255.255.255', '255.255.255.255'],
  ['::/96', '::', '::ffff:ffff', '::1:0:0:0'],
  ['::ffff:0:0/96', '::ffff:0.0.0.0', '::ffff:255.255.255.255', '::fffe:ffff:ffff', '::1:0:0:0'],
  ['64:ff9b::/96', '64:ff9b::', '64:ff9b::ffff:ffff', '64:ff9a:ffff::', '64:ff9b:0:0:0:1::'],
  ['64:ff9b:1::/48', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff', '64:ff9b:2::'],
  ['2002::/16', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:ffff::', '2003::'],
  ['2001::/32', '2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff', '2000:ffff::', '2001:1::'],
  ['100::/64', '100::', '100::ffff:ffff:ffff:ffff', 'ff::', '100:0:0:1::'],
  ['2001:db8::/32', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db7:ffff::', '2001:db9::'],
  ['fc00::/7', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'fbff:ffff::', 'fe00::'],
  ['fe80::/10', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'fe7f:ffff::'],
  ['fec0::/10', 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['ff00::/8', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
];

describe('public addresses', () => {
  it.each(edges)('ends with %s where the range does', (_range, first, last, ...neighbours) => {
    expect([first, last].map(isPublicAddress)).toEqual([false, false]);
    for (const neighbour of neighbours) expect(isPublicAddress(neighbour), neighbour).toBe(true);
  });

  it('has an edge here for each range of the table', () => {
    expect(edges.map(([range]) => range).sort()).toEqual([...notPublic.ipv4, ...notPublic.ipv6].sort());
  });

  it.each([
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '0:0:0:0:0:FFFF:0A00:0001',
    '2002:7f00:1::',
    '64:ff9b::7f00:1',
  ])('sees through the spelling of %s', address => expect(isPublicAddress(address)).toBe(false));

  it.each(['93.184.216.34', '8.8.8.8', '2606:2800:220:1:248:1893:25c8:1946', '2a00:1450:4001:81b::200e'])(
    'lets %s through',
    address => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    '',
    'example.com',
    '127.1',
    '0x7f000001',
    '2130706433',
    '010.0.0.1',
    'fe80::1%eth0',
    '2606::1%eth0',
    '[::1]',
  ])('takes %j for no public address', address => expect(isPublicAddress(address)).toBe(false));

  it('knows names of this machine and its network', () => {
    const local = ['localhost', 'LOCALHOST.', 'a.localhost', 'printer.local', 'db.internal.'];
    expect(local.map(isLocalName)).toEqual(local.map(() => true));
    expect(['localhost.example.com', 'local', 'mylocalhost', 'example.com'].map(isLocalName)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
