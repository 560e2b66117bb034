import { lookup as systemLookup } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { AuthFailure } from './failure.js';

/** How far inside an address lies: a server on the outside must not send us to one further in. */
const reaches = ['public', 'private', 'loopback', 'never'] as const;
type Reach = (typeof reaches)[number];

type Subnet = readonly [address: string, prefix: number, family: 'ipv4' | 'ipv6'];

const subnets: Readonly<Record<Exclude<Reach, 'public'>, readonly Subnet[]>> = {
  loopback: [
    ['127.0.0.0', 8, 'ipv4'],
    ['::1', 128, 'ipv6'],
  ],
  // Session-local: where clouds keep the credentials of the machine.
  never: [
    ['169.254.0.0', 16, 'ipv4'],
    ['fe80::', 10, 'ipv6'],
    ['fd00:ec2::254', 128, 'ipv6'],
    ['0.0.0.0', 8, 'ipv4'],
    ['::', 128, 'ipv6'],
    ['224.0.0.0', 4, 'ipv4'],
    ['ff00::', 8, 'ipv6'],
  ],
  private: [
    ['10.0.0.0', 8, 'ipv4'],
    ['172.16.0.0', 12, 'ipv4'],
    ['192.168.0.0', 16, 'ipv4'],
    ['100.64.0.0', 10, 'ipv4'],
    ['fc00::', 7, 'ipv6'],
  ],
};

const lists = (['never', 'loopback', 'private'] as const).map(reach => {
  const list = new BlockList();
  for (const [address, prefix, family] of subnets[reach]) list.addSubnet(address, prefix, family);
  return [reach, list] as const;
});

/** Where an address lies, in whatever notation it is written. */
export function reachOf(address: string): Reach {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  return lists.find(([, list]) => list.check(address, family))?.[0] ?? 'public';
}

/** Where a host lies: the furthest inside of its addresses. A name that does not resolve is on the outside. */
export async function reachOfHost(host: string): Promise<Reach> {
  const bare = host.replace(/^\[|\]$/g, '');
  const found = isIP(bare) ? [{ address: bare }] : await lookup(bare, { all: true }).catch(() => []);
  return found.map(({ address }) => reachOf(address)).reduce(inner, 'public');
}

/** Refuses an address that lies further inside than `limit`. */
export function checkReach(address: string, limit: Reach): void {
  const reach = reachOf(address);
  if (reach === 'never' || reaches.indexOf(reach) > reaches.indexOf(limit)) {
    throw new AuthFailure(
      `an address of the authorization server is refused: ${address} is not reachable from outside`,
    );
  }
}

/** Resolves names like the system, but to no address further inside than `limit`: what is checked is what is dialled. */
export function lookupWithin(limit: Reach): LookupFunction {
  return (host, options, callback) => {
    systemLookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '');
      try {
        for (const { address } of addresses) checkReach(address, limit);
      } catch (refused) {
        return callback(refused as NodeJS.ErrnoException, '');
      }
      if (options.all) callback(null, addresses);
      else callback(null, addresses[0]!.address, addresses[0]!.family);
    });
  };
}

function inner(one: Reach, other: Reach): Reach {
  return reaches.indexOf(other) > reaches.indexOf(one) ? other : one;
}
