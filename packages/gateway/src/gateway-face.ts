import type { Source, Tool } from '@concord/engine';
import type { CallerAccount } from './callers/account.js';
import type { Door } from './callers/door.js';
import type { Sight } from './callers/sight.js';
import type { SharedLists } from './replicas/shared-lists.js';
import type { SharedSessions } from './replicas/shared-sessions.js';
import type { SharedUpstreams } from './replicas/shared-upstreams.js';
import type { Sample } from './telemetry/metrics.js';

/** What a server needs of a gateway. */
export interface GatewayFace {
  /** Who may call; undefined where nobody is asked. */
  readonly door?: Door | undefined;
  /** What is there for callers without an account; undefined where that is all. */
  readonly sight?: Sight | undefined;
  /** Sessions that other replicas can go on with; undefined where there are none. */
  readonly sessions?: SharedSessions | undefined;
  /** What changes of the lists of other replicas. */
  readonly lists?: SharedLists | undefined;
  /** Servers that one replica runs for all; undefined where there are no replicas. */
  readonly upstreams?: SharedUpstreams | undefined;
  /** Sources of the gateway itself. */
  readonly sources: readonly { readonly name: string; readonly source: Source }[];
  /** Whether somebody finds tools by a search in place of a list; undefined is who has no account. */
  searches(account: CallerAccount | undefined): boolean;
  /** Whether a tool is listed for those who search, too. */
  isPinned(server: string, tool: Pick<Tool, 'name' | 'ownName'>): boolean;
  /** The figures, as Prometheus reads them; undefined where they are not given out. */
  readonly figures?: (() => string) | undefined;
  /** Adds figures that the server knows. */
  gauge(name: string, help: string, read: () => readonly Sample[]): void;
}
