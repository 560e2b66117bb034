import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Body = Record<string, unknown>;

/** How the two servers behave; each may be changed between requests. */
export interface Behaviour {
  /** Seconds until a token ends. */
  expiresIn?: number;
  /** Merged into the metadata of the authorization server; undefined leaves a field out. */
  metadata?: Body;
  /** Merged into the description of the protected server. */
  resource?: Body;
  /** The `iss` of the redirect; null for none. */
  iss?: string | null;
  /** Tokens the protected server accepts although they are not (or no longer) issued here, or refuses although they are. */
  accepts?: (token: string) => boolean | undefined;
  /** Answers the token endpoint in place of the usual. */
  token?: (form: URLSearchParams) => [status: number, body: unknown] | undefined;
  /** Scope that `tools/call` takes. */
  callScope?: string;
}

/** One request as a test sees it. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly text: string;
  readonly form: URLSearchParams;
}

/** A server behind a sign-in and the authorization server it trusts, both on one port of the system's choice. */
export class AuthorizationServer {
  readonly seen: SeenRequest[] = [];
  /** Every token ever issued, and its scope. */
  readonly tokens = new Map<string, string>();
  readonly revoked: string[] = [];
  url = '';
  readonly #codes = new Map<string, { challenge: string; scope: string }>();
  readonly #refreshTokens = new Map<string, string>();
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  constructor(readonly behaviour: Behaviour = {}) {}

  static async start(behaviour?: Behaviour): Promise<AuthorizationServer> {
    const one = new AuthorizationServer(behaviour);
    await new Promise<void>(resolve => one.#server.listen(0, '127.0.0.1', resolve));
    one.url = `http://127.0.0.1:${(one.#server.address() as AddressInfo).port}`;
    return one;
  }

  get mcpUrl(): string {
    return `${this.url}/mcp`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** Paths that were asked for, in order. */
  paths(): string[] {
    return this.seen.map(({ path }) => path);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const text = Buffer.concat(pieces).toString();
    const url = new URL(request.url ?? '/', this.url);
    const { authorization } = request.headers;
    const form = new URLSearchParams(text);
    this.seen.push({ method: request.method ?? '', path: url.pathname, authorization, text, form });
    const routes: Record<string, () => void> = {
      '/mcp': () => this.#mcp(request, response, text),
      '/.well-known/oauth-protected-resource/mcp': () => json(response, 200, this.#resource()),
      '/.well-known/oauth-authorization-server': () => json(response, 200, this.#metadata()),
      '/register': () =>
        json(response, 201, { ...(JSON.parse(text) as Body), client_id: `client-${this.seen.length}` }),
      '/authorize': () => this.#authorize(url, response),
      '/token': () => this.#token(form, response),
      '/revoke': () => {
        this.revoked.push(form.get('token') ?? '');
        json(response, 200, {});
      },
    };
    const route = routes[url.pathname];
    if (route) route();
    else json(response, 404, {});
  }

  #resource(): Body {
    return { resource: this.mcpUrl, authorization_servers: [this.url], ...this.behaviour.resource };
  }

  #metadata(): Body {
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      registration_endpoint: `${this.url}/register`,
      revocation_endpoint: `${this.url}/revoke`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic'],
      authorization_response_iss_parameter_supported: true,
      ...this.behaviour.metadata,
    };
  }

  #authorize(url: URL, response: ServerResponse): void {
    const code = randomBytes(8).toString('hex');
    const { searchParams } = url;
    this.#codes.set(code, {
      challenge: searchParams.get('code_challenge') ?? '',
      scope: searchParams.get('scope') ?? '',
    });
    const back = new URL(searchParams.get('redirect_uri') ?? '');
    back.searchParams.set('code', code);
    back.searchParams.set('state', searchParams.get('state') ?? '');
    const { iss = this.url } = this.behaviour;
    if (iss !== null) back.searchParams.set('iss', iss);
    response.writeHead(302, { location: back.href }).end();
  }

  #token(form: URLSearchParams, response: ServerResponse): void {
    const answered = this.behaviour.token?.(form);
    if (answered) return json(response, ...answered);
    const refused = () => json(response, 400, { error: 'invalid_grant', error_description: 'no' });
    if (form.get('grant_type') === 'client_credentials') return this.#issue(form.get('scope') ?? '', response, false);
    if (form.get('grant_type') === 'refresh_token') {
      const old = form.get('refresh_token') ?? '';
      const scope = this.#refreshTokens.get(old);
      // Used once, as careful servers have it.
      this.#refreshTokens.delete(old);
      return scope === undefined ? refused() : this.#issue(scope, response);
    }
    const code = this.#codes.get(form.get('code') ?? '');
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    return code?.challenge === proof ? this.#issue(code.scope, response) : refused();
  }

  #issue(scope: string, response: ServerResponse, refreshable = true): void {
    const [accessToken, refreshToken] = [0, 1].map(() => randomBytes(24).toString('base64url')) as [string, string];
    this.tokens.set(accessToken, scope);
    if (refreshable) this.#refreshTokens.set(refreshToken, scope);
    json(response, 200, {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: this.behaviour.expiresIn ?? 3_600,
      ...(refreshable && { refresh_token: refreshToken }),
      ...(scope !== '' && { scope }),
    });
  }

  #mcp(request: IncomingMessage, response: ServerResponse, text: string): void {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const metadata = `resource_metadata="${this.url}/.well-known/oauth-protected-resource/mcp"`;
    const isKnown = this.behaviour.accepts?.(token) ?? (this.tokens.has(token) && !this.revoked.includes(token));
    if (!isKnown) return json(response, 401, {}, { 'www-authenticate': `Bearer ${metadata}, scope="basic"` });
    if (request.method !== 'POST') return json(response, 405, {});
    const { id, method } = JSON.parse(text) as { id?: number; method: string };
    const { callScope } = this.behaviour;
    if (method === 'tools/call' && callScope && !this.tokens.get(token)?.split(' ').includes(callScope)) {
      const challenge = `Bearer error="insufficient_scope", scope="${callScope}", ${metadata}`;
      return json(response, 403, {}, { 'www-authenticate': challenge });
    }
    if (id === undefined) return void response.writeHead(202).end();
    const results: Record<string, Body> = {
      initialize: {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 'guarded', version: '1' },
      },
      'tools/list': { tools: [{ name: 'whoami', inputSchema: { type: 'object' } }] },
      'tools/call': { content: [{ type: 'text', text: `you sent ${token}` }] },
    };
    const result = results[method];
    const answer = result ? { result } : { error: { code: -32601, message: 'Method not found' } };
    json(response, 200, { jsonrpc: '2.0', id, ...answer });
  }
}

function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
