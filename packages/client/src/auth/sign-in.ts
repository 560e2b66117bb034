import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { OAuthClientInformationMixed } from '@modelcontextprotocol/client';
import type { Person } from '../connection/options.js';
import type { Tokens } from './credentials.js';
import { AuthFailure } from './failure.js';
import { kept, type TokenRequest } from './grants.js';

/** Has a person sign in. Rejects with an AuthFailure, or with what the SDK found wrong. */
export async function signIn(
  { sdk, authority, fetch }: TokenRequest,
  clientInformation: OAuthClientInformationMixed,
  person: Person,
  scope: string | undefined,
): Promise<Tokens> {
  const { url, metadata, resource, issuer } = authority;
  const { redirectUrl } = person;
  if (!metadata.code_challenge_methods_supported?.includes('S256')) {
    throw new AuthFailure(`${issuer} does not protect sign-ins with PKCE (S256), so nobody is sent there`);
  }
  const state = randomBytes(32).toString('base64url');
  const { authorizationUrl, codeVerifier } = await sdk.startAuthorization(url, {
    metadata,
    clientInformation,
    redirectUrl,
    state,
    resource,
    ...(scope !== undefined && { scope }),
  });
  const { searchParams } = await person.authorize(authorizationUrl);
  if (!sameText(searchParams.get('state') ?? '', state)) {
    throw new AuthFailure('the answer to the sign-in belongs to another one: its state is not ours');
  }
  const iss = searchParams.get('iss') ?? undefined;
  const issParameterSupported = metadata.authorization_response_iss_parameter_supported === true;
  // Checked before anything else of the answer is used or shown.
  sdk.validateAuthorizationResponseIssuer({ iss, expectedIssuer: issuer, issParameterSupported });
  const authorizationCode = searchParams.get('code');
  if (authorizationCode === null) {
    const code = searchParams.get('error') ?? 'no code came back';
    throw new AuthFailure(`${issuer} did not sign you in: ${code.slice(0, 200)}`, code);
  }
  const exchanged = await sdk.exchangeAuthorization(url, {
    metadata,
    clientInformation,
    authorizationCode,
    codeVerifier,
    redirectUri: redirectUrl,
    resource,
    fetchFn: fetch,
    ...(iss !== undefined && { iss }),
  });
  return kept(exchanged, scope);
}

function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
