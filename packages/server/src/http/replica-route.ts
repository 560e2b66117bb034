import type { IncomingMessage, ServerResponse } from 'node:http';
import { createEngine, delegatingSource, type Engine } from '@concord/engine';
import type { SharedUpstreams } from '@concord/gateway';
import { closeHost, type Host, openHost } from '../dispatch/host.js';
import { ModernRoute } from './modern.js';
import { refuse } from './wire/answer.js';
import { readBody, refuseUnread } from './wire/body.js';
import { defaultTimeouts } from './wire/options.js';

interface Served {
  readonly host: Host;
  readonly route: ModernRoute;
}

/**
 * Serves to other replicas what this one runs for all. They have checked, admitted and will record their calls: here a call is run, and
 * nothing else is done about it.
 */
export class ReplicaRoute {
  readonly #host: Host;
  readonly #upstreams: SharedUpstreams;
  readonly #engine: Engine;
  readonly #served = new Map<string, Served>();

  constructor(host: Host, upstreams: SharedUpstreams) {
    this.#host = host;
    this.#upstreams = upstreams;
    const { limits, locks, policy } = host.engine;
    this.#engine = { ...createEngine({ env: { CONCORD_NO_RECORDS: '1' } }), limits, locks, policy };
  }

  async serve(req: IncomingMessage, res: ServerResponse, path: string): Promise<void> {
    if (req.method !== 'POST')
      return refuse(res, { status: 405, message: 'Method not allowed', headers: { allow: 'POST' } });
    const { maxBodyBytes } = this.#host.settings;
    const unread = refuseUnread(req, maxBodyBytes);
    if (unread) return refuse(res, unread);
    const body = await readBody(req, maxBodyBytes, defaultTimeouts.bodyMs);
    if (body === 'gone') return;
    if ('refusal' in body) return refuse(res, body.refusal);
    const header = (name: string) => {
      const value = req.headers[name];
      return typeof value === 'string' ? value : undefined;
    };
    const answer = await this.#upstreams.admit({ path, body: body.text, header });
    if ('refused' in answer) {
      this.#host.log.warn('replicas', answer.refused);
      return refuse(res, { status: answer.status, message: answer.refused });
    }
    const { route } = this.#servedFor(answer);
    await route.serve(req, res, body.message, { principal: `replica ${answer.name}` });
  }

  cancelAll(reason: string): void {
    for (const { route } of this.#served.values()) route.cancelAll(reason);
  }

  async allFinished(): Promise<void> {
    await Promise.all([...this.#served.values()].map(({ route }) => route.allFinished()));
  }

  async close(): Promise<void> {
    for (const { host, route } of this.#served.values()) {
      await route.close();
      await closeHost(host);
    }
  }

  #servedFor({
    name,
    source,
  }: {
    readonly name: string;
    readonly source: Parameters<SharedUpstreams['offer']>[1];
  }): Served {
    const known = this.#served.get(name);
    if (known) return known;
    const { settings, log } = this.#host;
    // It is opened and closed by whoever runs it.
    const lent = delegatingSource(() => source, { open: async () => {}, close: async () => {} });
    const host = openHost({ mounts: [{ name, source: lent }], settings, engine: this.#engine, log });
    const served = { host, route: new ModernRoute(host) };
    this.#served.set(name, served);
    return served;
  }
}
