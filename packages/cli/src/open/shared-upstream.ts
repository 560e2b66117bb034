import type { Definition } from '@concord/client';
import { ProblemError, problem } from '@concord/contract';
import type { SharedOwner, SharedUpstreams } from '@concord/gateway';
import type { ConnectedSource } from '@concord/gateway/upstreams';

type Stdio = Extract<Definition, { transport: 'stdio' }>;

/** The ways to a server that replicas share. */
export interface SharedWays {
  /** Starts it here. */
  start(): Promise<ConnectedSource>;
  /** Connects to where another replica serves it. */
  forward(
    definition: Definition,
    sign: (path: string, body: string) => Readonly<Record<string, string>>,
  ): Promise<ConnectedSource>;
}

/** Connects to a server that one replica runs for all: starts it where nobody does, and ends with its owner. */
export async function connectShared(
  definition: Stdio,
  shared: SharedUpstreams,
  { start, forward }: SharedWays,
): Promise<ConnectedSource> {
  const { name } = definition;
  const owner = await shared.ownerOf(name);
  const connect = owner.isHere ? start : () => forward(forwarded(definition, owner.url), owner.sign);
  const connected = await connect().catch(async error => {
    // Another replica may have what it takes to start it.
    if (owner.isHere) await shared.release(name);
    throw error;
  });
  return endsWith(connected, shared, name, owner);
}

/** The server as its owner serves it. */
function forwarded({ name, timeoutMs, startTimeoutMs, secrets, daemon }: Stdio, url: string | undefined): Definition {
  if (url === undefined)
    throw new ProblemError(
      problem('unavailable', `'${name}' is run by a replica that others cannot reach`, {
        variant: 'unreachable',
        hint: 'Start every replica with --advertise and the address the others reach it at.',
      }),
      'not_started',
    );
  return {
    name,
    transport: 'http',
    url,
    headers: {},
    // What is sent is signed; who can read it is up to the network that replicas are in.
    allowHttp: true,
    protocol: '2026-07-28',
    retries: 0,
    daemon,
    secrets,
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(startTimeoutMs !== undefined && { startTimeoutMs }),
  };
}

/** A connection that is over when its server has another owner. */
function endsWith(
  connected: ConnectedSource,
  shared: SharedUpstreams,
  name: string,
  owner: SharedOwner,
): ConnectedSource {
  const over = new AbortController();
  const lost = shared.whenOver(name, owner, over.signal).then(async () => {
    if (over.signal.aborted) return undefined;
    await connected.source.close().catch(() => {});
    return { message: 'another replica runs it now' };
  });
  const ended = connected.ended.then(async reason => {
    over.abort();
    // A process that ended is started by whoever comes first.
    if (owner.isHere) await shared.release(name);
    return reason;
  });
  return { source: connected.source, ended: Promise.race([ended, lost]) };
}
