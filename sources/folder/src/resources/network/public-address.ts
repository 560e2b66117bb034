import { BlockList, isIP } from 'node:net';

/** Ranges that are not of the public internet. */
export const notPublic = {
  ipv4: [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
    '255.255.255.255/32',
  ],
  ipv6: [
    // IPv4 addresses written as IPv6, `::` and `::1` among them, are refused whatever they lead to.
    '::/96',
    '::ffff:0:0/96',
    '64:ff9b::/96',
    '64:ff9b:1::/48',
    '2002::/16',
    '2001::/32',
    '100::/64',
    '2001:db8::/32',
    'fc00::/7',
    'fe80::/10',
    'fec0::/10',
    'ff00::/8',
  ],
} as const;

// One list for each family: in a common one every IPv4 address would match the IPv4-mapped range.
const lists = { ipv4: listOf('ipv4'), ipv6: listOf('ipv6') };

function listOf(family: keyof typeof notPublic): BlockList {
  const list = new BlockList();
  for (const range of notPublic[family]) {
    const [network, bits] = range.split('/') as [string, string];
    list.addSubnet(network, Number(bits), family);
  }
  return list;
}

/** Whether an IP address is public. False for text that is not an address and for addresses with a zone. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0 || address.includes('%')) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  return !lists[family].check(address, family);
}

/** Whether a host name means this machine or its local network. */
export function isLocalName(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  return name === 'localhost' || ['.localhost', '.local', '.internal'].some(end => name.endsWith(end));
}
