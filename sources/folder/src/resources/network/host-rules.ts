import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { isOn } from '@concord/engine';
import { readFailure } from '../../read/read-failure.js';
import { isLocalName, isPublicAddress } from './public-address.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Finds all addresses of a host name. */
export type Lookup = (host: string) => Promise<readonly LookupAddress[]>;

/** Fails unless the operator allows this host; `prefix` names the variables that decide. */
export function checkHost(host: string, env: Environment, prefix: 'MCPBASH_HTTPS' | 'MCPBASH_GIT'): void {
  const listed = (name: string): boolean => hostsIn(env[`${prefix}_${name}`]).includes(host);
  if (listed('DENY_HOSTS')) throw readFailure(4, `The host ${host} is denied by ${prefix}_DENY_HOSTS`);
  if (isLocalName(host)) throw readFailure(4, `The host ${host} is not public`);
  if (!isOn(env[`${prefix}_ALLOW_ALL`]) && !listed('ALLOW_HOSTS')) {
    throw readFailure(4, `The host ${host} is not allowed; add it to ${prefix}_ALLOW_HOSTS`);
  }
}

/** All addresses of a host, looked up once. Fails when there are none, or one that is not public. */
export async function publicAddresses(host: string, lookup: Lookup): Promise<readonly LookupAddress[]> {
  const addresses = await addressesOf(host, lookup);
  if (addresses.length === 0) throw readFailure(5, `The host ${host} could not be resolved`);
  if (!addresses.every(({ address }) => isPublicAddress(address))) {
    throw readFailure(4, `The host ${host} has an address that is not public`);
  }
  return addresses;
}

async function addressesOf(host: string, lookup: Lookup): Promise<readonly LookupAddress[]> {
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  try {
    return await lookup(host);
  } catch {
    return [];
  }
}

function hostsIn(list = ''): readonly string[] {
  const names = list.split(/[\s,]/).filter(name => name !== '');
  return names.map(name => {
    const plain = name.replace(/^\[|\]$|\.$/g, '').toLowerCase();
    return domainToASCII(plain) || plain;
  });
}
