import http from 'node:http';
import https from 'node:https';
import type { ProxyAgent } from 'undici';
import { authorities } from './certificate-authorities.js';
import { type Agents, type Exchange, exchange } from './exchange.js';
import { proxiedExchange } from './proxied-exchange.js';
import { proxyFor } from './proxy.js';

/** The sockets of one connection, kept between requests and closed with it. */
export class Sockets {
  readonly #env: Readonly<Record<string, string | undefined>>;
  readonly #trust: ReturnType<typeof authorities>;
  readonly #agents: Agents;
  readonly #proxies = new Map<string, ProxyAgent>();

  /** `env` says which proxies there are, and who vouches for servers beside those that everybody trusts. */
  constructor(env: Readonly<Record<string, string | undefined>> = process.env) {
    this.#env = env;
    this.#trust = authorities(env);
    this.#agents = {
      http: new http.Agent({ keepAlive: true }),
      https: new https.Agent({ keepAlive: true, ...this.#trust }),
    };
  }

  /** Makes one request, through a proxy where the environment names one. */
  async exchange(given: Exchange): Promise<Response> {
    const proxy = proxyFor(given.url, this.#env);
    if (proxy === undefined) return exchange(given, this.#agents);
    return proxiedExchange(given, await this.#through(proxy));
  }

  close(): void {
    this.#agents.http.destroy();
    this.#agents.https.destroy();
    for (const agent of this.#proxies.values()) void agent.destroy().catch(() => {});
  }

  async #through(proxy: URL): Promise<ProxyAgent> {
    // Loaded by those who have a proxy, and by nobody else.
    const { ProxyAgent } = await import('undici');
    const agent =
      this.#proxies.get(proxy.href) ??
      new ProxyAgent({ uri: proxy.href, proxyTunnel: false, requestTls: this.#trust, proxyTls: this.#trust });
    this.#proxies.set(proxy.href, agent);
    return agent;
  }
}
