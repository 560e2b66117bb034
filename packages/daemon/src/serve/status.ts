import { residentBytes } from '@concord/engine';
import type { Pool } from '../pool/pool.js';
import type { Warm } from '../pool/warm.js';

/** What a daemon tells about one of its servers. */
export interface WarmServerStatus {
  readonly name: string;
  readonly transport: string;
  readonly pid?: number;
  readonly state: string;
  readonly age_ms: number;
  readonly idle_ms: number;
  readonly idle_timeout_ms: number;
  readonly calls: number;
  readonly in_flight: number;
  readonly rss_bytes?: number;
}

/** What a daemon tells about itself. */
export interface DaemonStatus {
  readonly running: true;
  readonly pid: number;
  readonly version: string;
  readonly socket: string;
  readonly started_at: string;
  readonly uptime_ms: number;
  readonly rss_bytes: number;
  readonly clients: number;
  readonly servers: readonly WarmServerStatus[];
}

/** The daemon as a command that runs in it sees it. */
export interface DaemonControl {
  status(): DaemonStatus;
  /** Accepts no more clients, waits for the calls of others unless forced, and ends all servers. The daemon ends with the command that asks. */
  stop(force: boolean): Promise<{ readonly pid: number; readonly serversClosed: number }>;
}

export function statusOf(
  pool: Pool,
  daemon: { readonly version: string; readonly socket: string; readonly startedAt: number; readonly clients: number },
): DaemonStatus {
  return {
    running: true,
    pid: process.pid,
    version: daemon.version,
    socket: daemon.socket,
    started_at: new Date(daemon.startedAt).toISOString(),
    uptime_ms: Date.now() - daemon.startedAt,
    rss_bytes: process.memoryUsage.rss(),
    clients: daemon.clients,
    servers: pool.servers().map(serverStatus),
  };
}

function serverStatus(server: Warm): WarmServerStatus {
  const { pid } = server;
  const memory = pid === undefined ? undefined : residentBytes(pid);
  return {
    name: server.name,
    transport: server.transport,
    ...(pid !== undefined && { pid }),
    state: server.state,
    age_ms: Date.now() - server.startedAt,
    idle_ms: server.isUsed ? 0 : Date.now() - server.idleSince,
    idle_timeout_ms: server.idleTimeoutMs,
    calls: server.calls,
    in_flight: server.inFlight,
    ...(memory !== undefined && { rss_bytes: memory }),
  };
}
