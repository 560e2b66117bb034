import type { JsonObject } from '@concord/contract';
import type { Person } from '../connection/options.js';
import type { Authority } from './authority.js';
import { allScopes } from './challenge.js';
import type { Credential, Tokens } from './credentials.js';
import { machineTokens, type TokenRequest } from './grants.js';
import { clientFor } from './registration.js';
import type { OAuthSettings } from './settings.js';
import { signIn } from './sign-in.js';

/** Who asks for tokens, and for what. */
export interface Applicant {
  readonly resource: string;
  readonly settings: OAuthSettings;
  readonly scope: string | undefined;
  readonly person: Person | undefined;
  /** What is known from earlier sign-ins. */
  readonly known: Credential | undefined;
  keep(credential: Credential): Promise<void>;
}

/** A new credential with tokens, stored: of a person who signs in, or of the configured client; undefined when there is neither. */
export async function newCredential(
  asking: TokenRequest,
  applicant: Applicant,
): Promise<(Credential & { tokens: Tokens }) | undefined> {
  const { metadata } = asking.authority;
  const { settings, person, scope } = applicant;
  const { clientId, clientSecret } = settings;
  const grants = metadata.grant_types_supported ?? ['authorization_code', 'client_credentials'];
  if (person !== undefined && grants.includes('authorization_code')) return ofPerson(asking, applicant, person);
  if (clientId === undefined || clientSecret === undefined || !grants.includes('client_credentials')) return undefined;
  const tokens = await machineTokens(asking, { clientId, clientSecret }, scope);
  return kept(applicant, { ...base(asking.authority, applicant), tokens });
}

async function ofPerson(asking: TokenRequest, applicant: Applicant, person: Person) {
  const { settings, known } = applicant;
  const scope = withOfflineAccess(applicant.scope, asking.authority);
  const { redirectUrl } = person;
  const { information, registered } = await clientFor(asking, settings, known, redirectUrl, scope);
  const client = registered ? (information as JsonObject) : known?.client;
  const credential = { ...base(asking.authority, applicant), ...(client && { client, redirectUrl }) };
  // Stored before the sign-in, which may fail.
  if (registered) await applicant.keep(credential);
  return kept(applicant, { ...credential, tokens: await signIn(asking, information, person, scope) });
}

async function kept(applicant: Applicant, credential: Credential & { tokens: Tokens }) {
  await applicant.keep(credential);
  return credential;
}

function base({ issuer, metadata }: Authority, { resource }: Applicant): Credential {
  const { revocation_endpoint: revocationEndpoint } = metadata as { revocation_endpoint?: string };
  return { issuer, resource, ...(revocationEndpoint !== undefined && { revocationEndpoint }) };
}

/** With the scope that long-lived access takes, where the authorization server knows it. */
function withOfflineAccess(scope: string | undefined, { metadata }: Authority): string | undefined {
  const isKnown = metadata.scopes_supported?.includes('offline_access');
  return scope !== undefined && isKnown ? allScopes(scope, 'offline_access') : scope;
}
