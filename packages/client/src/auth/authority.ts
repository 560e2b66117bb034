import type { AuthorizationServerMetadata } from '@modelcontextprotocol/client';
import { type AuthFetch, secureUrl } from './auth-fetch.js';
import type { Challenge } from './challenge.js';
import { sameIssuer } from './credentials.js';
import { AuthFailure } from './failure.js';

/** The SDK, which is loaded when it is first needed. */
export type Sdk = typeof import('@modelcontextprotocol/client');

/** The authorization server that a server trusts, and what both say about themselves. */
export interface Authority {
  readonly issuer: string;
  readonly url: string;
  readonly metadata: AuthorizationServerMetadata;
  /** The resource that tokens are asked for: as the server's metadata names it, else its address. */
  readonly resource: string;
  /** All scopes the server knows, separated by blanks. */
  readonly scopes?: string;
}

/** Finds the authorization server of a server. Nothing is cached: it may have changed. Rejects with an AuthFailure. */
export async function findAuthority(
  sdk: Sdk,
  server: URL,
  challenge: Challenge,
  fetch: AuthFetch,
  expectedIssuer: string | undefined,
): Promise<Authority> {
  const described = await describedResource(sdk, server, challenge, fetch);
  const offered = described?.authorization_servers ?? [];
  const url = offered.find(each => each === expectedIssuer) ?? offered[0] ?? new URL('/', server).href;
  const metadata = await sdk.discoverAuthorizationServerMetadata(url, { fetchFn: fetch });
  if (metadata === undefined) throw new AuthFailure(`${url} has no metadata of an authorization server`);
  const { issuer } = metadata;
  if (expectedIssuer !== undefined && !sameIssuer(issuer, expectedIssuer)) {
    throw new AuthFailure(`the server trusts ${issuer}, but "issuer" in its entry is ${expectedIssuer}`);
  }
  for (const endpoint of [metadata.authorization_endpoint, metadata.token_endpoint, metadata.registration_endpoint]) {
    if (endpoint !== undefined) secureUrl(endpoint);
  }
  const own = sdk.resourceUrlFromServerUrl(server);
  const resource = described?.resource ?? own.href;
  if (!sdk.checkResourceAllowed({ requestedResource: own, configuredResource: resource })) {
    throw new AuthFailure(`the server calls itself ${resource}, which is not its address`);
  }
  const scopes = described?.scopes_supported?.join(' ');
  return { issuer, url, metadata, resource, ...(scopes && { scopes }) };
}

/** The resource metadata of the server, from the address it names, else from the usual one; undefined when there is none, as with the oldest servers. */
async function describedResource(sdk: Sdk, server: URL, { resourceMetadata }: Challenge, fetch: AuthFetch) {
  const places = resourceMetadata === undefined ? [{}] : [{ resourceMetadataUrl: secureUrl(resourceMetadata) }, {}];
  for (const place of places) {
    try {
      return await sdk.discoverOAuthProtectedResourceMetadata(server, place, fetch);
    } catch (error) {
      if (error instanceof AuthFailure) throw error;
    }
  }
  return undefined;
}
