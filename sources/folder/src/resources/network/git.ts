import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isOn, openPrivateFolder, removePrivateFolder } from '@concord/engine';
import { readFailure } from '../../read/read-failure.js';
import type { Content, ReadRequest } from '../../read/request.js';
import { deadlineOf, within } from './deadline.js';
import { GitClone } from './git-clone.js';
import { gitTarget } from './git-uri.js';
import { checkHost, type Lookup, publicAddresses } from './host-rules.js';
import { limitOf } from './network-limits.js';
import { hostOf } from './remote-url.js';

/** How repositories are reached; tests replace it. */
export interface Repositories {
  readonly lookup: Lookup;
  /** The only protocol git may speak, also where something makes it ask elsewhere. */
  readonly protocol: string;
  /** The remote that git fetches from. */
  remoteOf(url: URL): string;
}

const repositories: Repositories = {
  lookup: host => lookup(host, { all: true, verbatim: true }),
  protocol: 'https',
  remoteOf: ({ href }) => href,
};

/** Reads a file of a repository from a shallow clone without a working tree, which is deleted afterwards. */
export async function readGit(request: ReadRequest, { lookup, protocol, remoteOf } = repositories): Promise<Content> {
  const { uri, settings, call } = request;
  const { env, temporaryRoot, maxResourceBytes } = settings;
  if (!isOn(env.MCPBASH_ENABLE_GIT_PROVIDER)) {
    throw readFailure(4, 'Reading from git is off; MCPBASH_ENABLE_GIT_PROVIDER=true turns it on');
  }
  const { url, ref, path } = gitTarget(uri);
  const host = hostOf(url);
  checkHost(host, env, 'MCPBASH_GIT');
  const seconds = limitOf(env, 'MCPBASH_GIT_TIMEOUT', { otherwise: 30, most: 60 }, call);
  const mostKilobytes = limitOf(env, 'MCPBASH_GIT_MAX_KB', { otherwise: 51_200, most: 1_048_576 }, call);
  const deadline = deadlineOf(seconds, call.signal, `Reading from ${host}`);
  const addresses = await within(deadline, publicAddresses(host, lookup));
  const pin = isIP(host) === 0 ? `${host}:${url.port || 443}:${addresses.map(written).join()}` : undefined;
  const folder = openPrivateFolder(temporaryRoot);
  try {
    const clone = new GitClone(folder, { env, protocol, pin, deadline, mostBytes: mostKilobytes * 1024 });
    await clone.fetch(remoteOf(url), ref);
    return { bytes: await clone.read(path, maxResourceBytes), name: path };
  } finally {
    removePrivateFolder(folder);
  }
}

function written({ address, family }: LookupAddress): string {
  return family === 6 ? `[${address}]` : address;
}
