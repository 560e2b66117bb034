import { lookup as systemLookup } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { AuthFailure } from './failure.js';

/** The ranges of addresses, from the internet inwards: a server must not send us to an address further inside than its own. */
const ranges = ['public', 'private', 'loopback', 'never'] as const;
type AddressRange = (typeof ranges)[number];

type Subnet = readonly [address: string, prefix: number, family: 'ipv4' | 'ipv6'];

const subnets: Readonly<Record<Exclude<AddressRange, 'public'>, readonly Subnet[]>> = {
  loopback: [
    ['127.0.0.0', 8, 'ipv4'],
    ['::1', 128, 'ipv6'],
  ],
  // Link-local: where clouds keep the credentials of the machine.
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

const lists = (['never', 'loopback', 'private'] as const).map(range => {
  const list = new BlockList();
  for (const [address, prefix, family] of subnets[range]) list.addSubnet(address, prefix, family);
  return [range, list] as const;
});

/** The range of an address, in whatever notation it is written. */
export function rangeOf(address: string): AddressRange {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  return lists.find(([, list]) => list.check(address, family))?.[0] ?? 'public';
}

/** The range of a host: the innermost of its addresses. A name that does not resolve counts as public. */
export async function rangeOfHost(host: string): Promise<AddressRange> {
  const bare = host.replace(/^\[|\]$/g, '');
  const found = isIP(bare) ? [{ address: bare }] : await lookup(bare, { all: true }).catch(() => []);
  return found.map(({ address }) => rangeOf(address)).reduce(inner, 'public');
}

/** Refuses an address that lies further inside than `limit`. */
export function checkRange(address: string, limit: AddressRange): void {
  const range = rangeOf(address);
  if (range === 'never' || ranges.indexOf(range) > ranges.indexOf(limit)) {
    throw new AuthFailure(
      `an address of the authorization server is refused: ${address} is not reachable from outside`,
    );
  }
}

/** Resolves names like the system, and refuses addresses further inside than `limit`: the address that is checked is the one that is connected to. */
export function lookupWithin(limit: AddressRange): LookupFunction {
  return (host, options, callback) => {
    systemLookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '');
      try {
        for (const { address } of addresses) checkRange(address, limit);
      } catch (refused) {
        return callback(refused as NodeJS.ErrnoException, '');
      }
      if (options.all) callback(null, addresses);
      else callback(null, addresses[0]!.address, addresses[0]!.family);
    });
  };
}

function inner(one: AddressRange, other: AddressRange): AddressRange {
  return ranges.indexOf(other) > ranges.indexOf(one) ? other : one;
}
