import type { Person } from '../connection/options.js';
import type { Problems } from '../connection/problems.js';
import type { Sockets } from '../network/sockets.js';
import { type AuthFetch, authFetch } from './auth-fetch.js';
import { type Authority, findAuthority } from './authority.js';
import { allScopes, type Challenge, covers } from './challenge.js';
import { type Credential, type CredentialStore, credentialFor, type Tokens, withCredential } from './credentials.js';
import { NoCredentials } from './failure.js';
import type { TokenRequest } from './grants.js';
import { newCredential } from './new-credential.js';
import { authProblem } from './problems.js';
import { renewedTokens } from './renewal.js';
import { type HttpDefinition, type OAuthSettings, oauthSettings, resourceOf } from './settings.js';

/** What an authorizer works with. */
export interface AuthorizerOptions {
  readonly definition: HttpDefinition;
  readonly store: CredentialStore;
  readonly sockets: Sockets;
  readonly problems: Problems;
  /** Who can sign in; without a person, only stored or configured credentials are used. */
  readonly person?: Person | undefined;
  /** Whether stored tokens are not used. */
  readonly fresh?: boolean;
}

/** Tokens are renewed this long before they expire, so that they do not expire during a request. */
const marginMs = 30_000;

/** Holds the token for one server, and gets another when the server asks for one. */
export class Authorizer {
  readonly #options: AuthorizerOptions;
  readonly #settings: OAuthSettings;
  readonly #server: URL;
  readonly #resource: string;
  readonly #fetch: AuthFetch;
  #tokens: Tokens | undefined;
  /** True until the first sign-in of a connection that must not use stored tokens. */
  #isFresh: boolean;
  /** All scopes asked for over this connection. */
  #asked: string | undefined;
  /** The token of the last sign-in over this connection, and its issuer. */
  #signedIn: { readonly token: string; readonly issuer: string } | undefined;
  #answering: Promise<unknown> = Promise.resolve();

  constructor(options: AuthorizerOptions) {
    this.#options = options;
    this.#settings = oauthSettings(options.definition);
    this.#server = new URL(options.definition.url);
    this.#resource = resourceOf(options.definition);
    this.#fetch = authFetch(this.#server, options.sockets);
    this.#isFresh = options.fresh === true;
  }

  /** The token to send; undefined while there is none. */
  async token(): Promise<string | undefined> {
    if (this.#isFresh) return undefined;
    // Read each time: other processes sign in, sign out and renew.
    this.#hold((await this.#stored(this.#settings.issuer))?.tokens);
    const { expiresAt = Number.POSITIVE_INFINITY, refreshToken, accessToken } = this.#tokens ?? {};
    if (refreshToken !== undefined && expiresAt - marginMs < Date.now()) {
      // One that cannot be renewed is sent as it is: the server decides.
      await this.answer({ status: 401 }, accessToken).catch(() => {});
    }
    return this.#tokens?.accessToken;
  }

  /** Gets a token that answers the challenge. Rejects with a ConnectionProblem when none can be got. */
  answer(challenge: Challenge, used: string | undefined): Promise<void> {
    const next = this.#answering.then(() => this.#answer(challenge, used));
    // Requests that are refused at the same time share one sign-in.
    this.#answering = next.catch(() => {});
    return next.catch(error => {
      throw authProblem(this.#options.problems, error, challenge);
    });
  }

  async #answer(challenge: Challenge, used: string | undefined): Promise<void> {
    if (this.#tokens !== undefined && this.#tokens.accessToken !== used) return;
    if (!(await this.#hasMeans())) throw new NoCredentials();
    const sdk = await import('@modelcontextprotocol/client');
    const authority = await findAuthority(sdk, this.#server, challenge, this.#fetch, this.#settings.issuer);
    const asking: TokenRequest = { sdk, authority, fetch: this.#fetch };
    if (challenge.status === 401 && !this.#isFresh) {
      const renewed = await renewedTokens(asking, this.#options.store, this.#resource, this.#settings, used);
      if (renewed !== undefined) return this.#hold(renewed);
    }
    const credential = await this.#stored(authority.issuer);
    const scope = this.#scopeFor(challenge, authority, credential);
    if (this.#wouldRepeat(challenge, authority, scope, used)) throw new NoCredentials();
    this.#asked = allScopes(this.#asked, scope);
    const { person } = this.#options;
    const { issuer } = authority;
    const applicant = { resource: this.#resource, settings: this.#settings, scope, person, known: credential };
    const granted = await newCredential(asking, { ...applicant, keep: each => this.#keep(each) });
    if (granted !== undefined) {
      this.#isFresh = false;
      if (person !== undefined) this.#signedIn = { token: granted.tokens.accessToken, issuer };
      return this.#hold(granted.tokens);
    }
    if (challenge.status === 403 && credential !== undefined && scope !== undefined) {
      await this.#keep({ ...credential, wantedScope: scope });
    }
    throw new NoCredentials();
  }

  /** Whether there is anything to get a token with; without it the authorization server is not asked. */
  async #hasMeans(): Promise<boolean> {
    const { clientId, clientSecret } = this.#settings;
    if (this.#options.person !== undefined || (clientId !== undefined && clientSecret !== undefined)) return true;
    return (await this.#stored(undefined))?.tokens !== undefined;
  }

  #scopeFor(challenge: Challenge, { scopes }: Authority, credential: Credential | undefined): string | undefined {
    const { scope: configured } = this.#settings;
    if (challenge.status === 403) return allScopes(this.#asked, this.#tokens?.scope, challenge.scope, configured);
    return allScopes(challenge.scope ?? configured ?? scopes, configured, credential?.wantedScope);
  }

  /** Whether another token would not help: asking for the same scopes again, or right after a sign-in, would never end. */
  #wouldRepeat(
    challenge: Challenge,
    authority: Authority,
    scope: string | undefined,
    used: string | undefined,
  ): boolean {
    if (challenge.status === 403) return this.#asked !== undefined && covers(this.#asked, scope);
    return used !== undefined && this.#signedIn?.token === used && this.#signedIn.issuer === authority.issuer;
  }

  async #stored(issuer: string | undefined): Promise<Credential | undefined> {
    return credentialFor(await this.#options.store.read(), this.#resource, issuer);
  }

  #keep(credential: Credential): Promise<void> {
    return this.#options.store.change(all => withCredential(all, credential));
  }

  #hold(tokens: Tokens | undefined): void {
    this.#tokens = tokens;
    for (const secret of [tokens?.accessToken, tokens?.refreshToken]) this.#options.problems.learn(secret);
  }
}
