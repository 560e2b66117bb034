import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { readFileSync, statSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as tlsConnect } from 'node:tls';
import { ProblemError } from '@concord/contract';
import { version } from '@concord/contract/version';
import { readFailure, redactedExcerpt } from '../../read/read-failure.js';
import type { Content, ReadRequest } from '../../read/request.js';
import { type Deadline, deadlineOf, within } from './deadline.js';
import { checkHost, type Lookup, publicAddresses } from './host-rules.js';
import { bodyOf } from './http-body.js';
import { limitOf } from './network-limits.js';
import { hostOf, remoteUrl } from './remote-url.js';

/** Where to connect, and the host name to expect in the certificate. */
export interface Destination {
  readonly addresses: readonly LookupAddress[];
  readonly port: number;
  readonly host: string;
  /** Certificates to trust in place of those Node brings. */
  readonly authorities: string | undefined;
}

/** How the network is reached; tests replace it. */
export interface Network {
  readonly lookup: Lookup;
  connect(destination: Destination): Duplex;
}

/** The network of this machine. */
export const systemNetwork: Network = {
  lookup: host => lookup(host, { all: true, verbatim: true }),
  connect: connectTo,
};
const MOST_CERTIFICATE_BYTES = 4 * 1024 * 1024;

/** Reads a page of a public host that the operator allows. Connects to no other host. */
export async function readHttps(
  { uri, settings: { env, maxResourceBytes }, call }: Pick<ReadRequest, 'uri' | 'settings' | 'call'>,
  { lookup, connect } = systemNetwork,
): Promise<Content> {
  const url = remoteUrl(uri);
  const host = hostOf(url);
  checkHost(host, env, 'MCPBASH_HTTPS');
  const seconds = limitOf(env, 'MCPBASH_HTTPS_TIMEOUT', { otherwise: 15, most: 60 }, call);
  const most = limitOf(env, 'MCPBASH_HTTPS_MAX_BYTES', { otherwise: 10_485_760, most: 20_971_520 }, call);
  const deadline = deadlineOf(seconds, call.signal, `Reading from ${host}`);
  const addresses = await within(deadline, publicAddresses(host, lookup));
  const destination = { addresses, port: Number(url.port) || 443, host, authorities: authoritiesIn(env) };
  const response = await answerOf(url, () => connect(destination), agentName(env), deadline);
  try {
    checkStatus(response, host);
    return { bytes: await bodyOf(response, Math.min(most, maxResourceBytes), deadline.signal), name: url.pathname };
  } catch (error) {
    throw failed(error, host, deadline);
  } finally {
    response.destroy();
  }
}

function answerOf(
  url: URL,
  createConnection: () => Duplex,
  agent: string,
  deadline: Deadline,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { 'user-agent': agent, accept: '*/*', 'accept-encoding': 'gzip, deflate, br', connection: 'close' };
    const outgoing = httpsRequest(url, { headers, createConnection, signal: deadline.signal });
    outgoing.once('response', resolve);
    outgoing.on('error', error => reject(failed(error, hostOf(url), deadline)));
    outgoing.end();
  });
}

function connectTo({ addresses, port, host, authorities }: Destination): Duplex {
  // The name is used for the certificate; the connection goes to the checked addresses, not to those of a second lookup.
  const pinned: LookupFunction = (_host, { all }, found) => {
    const [first] = addresses as [LookupAddress];
    if (all) found(null, [...addresses]);
    else found(null, first.address, first.family);
  };
  const servername = isIP(host) === 0 ? { servername: host } : {};
  const trust = authorities === undefined ? {} : { ca: authorities };
  return tlsConnect({ host, port, lookup: pinned, ALPNProtocols: ['http/1.1'], ...servername, ...trust });
}

function checkStatus({ statusCode = 0, headers: { location } }: IncomingMessage, host: string): void {
  if (statusCode >= 300 && statusCode < 400 && location !== undefined) {
    throw readFailure(7, `${host} answered with a redirect, which is not followed`, {
      location: redactedExcerpt(location),
    });
  }
  if (statusCode < 200 || statusCode >= 300) throw readFailure(5, `${host} answered with status ${statusCode}`);
}

function failed(error: unknown, host: string, deadline: Deadline): ProblemError {
  if (error instanceof ProblemError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  return deadline.reason() ?? readFailure(5, `Reading from ${host} failed: ${code ?? message}`);
}

function agentName(env: Readonly<Record<string, string | undefined>>): string {
  const given = env.MCPBASH_HTTPS_USER_AGENT ?? '';
  return /^[\x20-\x7e]{1,512}$/.test(given) ? given : `concord/${version}`;
}

function authoritiesIn({ SSL_CERT_FILE: file }: Readonly<Record<string, string | undefined>>): string | undefined {
  if (!file) return undefined;
  try {
    return statSync(file).size <= MOST_CERTIFICATE_BYTES ? readFileSync(file, 'utf8') : undefined;
  } catch {
    throw readFailure(5, 'The certificates named by SSL_CERT_FILE cannot be read');
  }
}
