import { version } from '@concord/contract/version';
import {
  type CallRecord,
  fitsGlob,
  type Limits,
  type Locks,
  type Records,
  type SharedParts,
  type Source,
} from '@concord/engine';
import { locksOf, type Membership, type Store, StoreFailure } from '@concord/store';
import { GatewayAdmission } from './admission/admission.js';
import { Quotas } from './admission/quotas.js';
import { eitherOf } from './callers/callers.js';
import { doorFor } from './callers/door.js';
import { Sight } from './callers/sight.js';
import { type SignedTokens, signedCallers } from './callers/signed-callers.js';
import { storedCallers } from './callers/stored-callers.js';
import type { GatewayFace } from './gateway-face.js';
import type { OwingReplica } from './identity/replica.js';
import { Ledger } from './ledger/ledger.js';
import { type AuditOptions, StoreRecords } from './records/store-records.js';
import { SharedLists } from './replicas/shared-lists.js';
import type { SharedSessions } from './replicas/shared-sessions.js';
import type { SharedUpstreams } from './replicas/shared-upstreams.js';
import type { GatewaySettings } from './settings/settings.js';
import { insertSpills } from './spill/insert.js';
import { withPlaces } from './spill/place-for-reference.js';
import { spillSource } from './spill/source.js';
import { GatewaySpill } from './spill/spill.js';
import { Metrics } from './telemetry/call-metrics.js';
import { measuredLocks } from './telemetry/measured-locks.js';
import { measuredStore } from './telemetry/measured-store.js';
import { SpanExporter } from './telemetry/span-exporter.js';
import { upstreamFigures } from './telemetry/upstream-figures.js';
import type { Watch } from './upstreams/connection-life.js';

/** What of the store is past its time is removed so often. */
const SWEEP_MS = 60_000;
const PRUNE_MS = 3_600_000;
/** Names of what belongs to the gateway itself: no server of a configuration can be called so. */
const OWN = 'concord/';
const SPILL = `${OWN}spill`;

export interface GatewayOptions {
  readonly store: Store;
  readonly membership: Membership;
  /** What this process is called in records. */
  readonly name: string;
  /** Sessions that other replicas can go on with. */
  readonly sessions?: SharedSessions | undefined;
  /** Servers that one replica runs for all. */
  readonly upstreams?: SharedUpstreams | undefined;
  readonly settings: GatewaySettings;
  /** Whether callers with tokens of the store may come in. */
  readonly tokens: boolean;
  /** Those of somebody else that count here. */
  readonly signed?: SignedTokens | undefined;
  /** Whether no caller gets at tools that may change something. */
  readonly readOnly: boolean;
  readonly audit?: AuditOptions | undefined;
  /** Whether the figures can be read. */
  readonly figures: boolean;
  /** Where spans are sent. */
  readonly collector?: string | undefined;
  readonly limits: Limits;
  /** The locks of this machine, which hold unless the store is shared by several. */
  readonly locks: Locks;
  readonly warn: (message: string) => void;
}

/** What makes a server a gateway, over a store. */
export interface Gateway extends GatewayFace {
  /** For the engine. */
  readonly shared: SharedParts;
  readonly settings: GatewaySettings;
  /** Whether other replicas may stand in for this one. */
  readonly isShared: boolean;
  /** Other settings hold from the next call on. */
  apply(settings: GatewaySettings): void;
  /** Takes in a server behind this one, for the figures. */
  readonly watch: Watch;
  /** A source as it is served here: with a place in its schemas for what is kept elsewhere. */
  served(source: Source): Source;
  close(): Promise<void>;
}

export function openGateway(options: GatewayOptions): Gateway {
  const { membership, name, tokens, signed, readOnly, audit, figures, collector, limits, warn } = options;
  let { settings } = options;
  const metrics = new Metrics();
  const store = measuredStore(options.store, (part, ms, failed) => metrics.stored(part, ms, failed));
  const replica: OwingReplica = {
    get id() {
      return membership.replica;
    },
    name,
    owe: work => membership.owe(work),
  };
  const exporter = collector === undefined ? undefined : exporterTo(collector, name, warn);
  const records = new StoreRecords({ store, replica, audit, mostQueued: limits.maxQueuedRecords, warn });
  const quotas = new Quotas(store, replica);
  quotas.rules = settings.limits;
  const ledger = new Ledger({ store, replica, keepMs: () => settings.ledgerKeepMs });
  const spill = new GatewaySpill(
    { store, replica, limits: () => settings.spill, warn, saved: bytes => metrics.saved(bytes) },
    () => settings.spill,
  );
  const locks = measuredLocks(options.store.kind === 'postgres' ? locksOf(store, membership) : options.locks);
  const sight = Sight.of({ readOnly });
  const admission = new GatewayAdmission({
    quotas,
    ledger,
    sight,
    isOwn: server => server.startsWith(OWN),
    traces: exporter !== undefined,
    running: metrics,
    unrecorded: audit && (() => (records.isFailing ? records.refusal() : undefined)),
    resolve: (args, _, call) => insertSpills(store, args, call),
  });
  addGauges(metrics, { records, exporter, locks });
  const watch = upstreamFigures(metrics);
  const timers = [
    setInterval(() => void sweep(store, warn), SWEEP_MS).unref(),
    setInterval(() => void prune(store, settings, warn), PRUNE_MS).unref(),
  ];
  const lists = options.store.kind === 'postgres' ? new SharedLists(store) : undefined;
  const callers = eitherOf(tokens ? storedCallers(store) : undefined, signed && signedCallers(signed));
  return {
    shared: { admission, spill, locks: locks.locks, records: observed(records, metrics, exporter) },
    get settings() {
      return settings;
    },
    door: callers && doorFor(callers, readOnly),
    sight: readOnly ? sight : undefined,
    sessions: options.sessions,
    upstreams: options.upstreams,
    lists,
    sources: [
      { name: SPILL, source: spillSource({ store, rules: () => settings.spill, mostBytes: limits.maxOutputBytes }) },
    ],
    searches: account => (account?.rights.discover ?? (settings.searches ? 'search' : 'list')) === 'search',
    isPinned: (server, { name: tool, ownName = tool }) =>
      settings.pinned.some(glob => fitsGlob(glob, `${server}/${ownName}`) || fitsGlob(glob, tool)),
    figures: figures ? () => metrics.text() : undefined,
    gauge: (...given) => metrics.gauge(...given),
    isShared: options.store.kind === 'postgres',
    apply: given => {
      settings = given;
      quotas.rules = given.limits;
    },
    served: withPlaces,
    watch,
    close: async () => {
      for (const timer of timers) clearInterval(timer);
      await records.close().catch(error => warn(`records could not be kept: ${(error as Error).message}`));
      await exporter?.close();
      await quotas.close();
      metrics.close();
      lists?.close();
    },
  };
}

/** Records that are counted, and sent to a collector, beside being kept. */
function observed(records: StoreRecords, metrics: Metrics, exporter: SpanExporter | undefined): Records {
  return {
    isKept: true,
    add: (record: CallRecord, isReadOnly: boolean) => {
      metrics.observe(record);
      exporter?.add(record);
      return records.add(record, isReadOnly);
    },
    flush: () => records.flush(),
  };
}

function exporterTo(url: string, instance: string, warn: (message: string) => void): SpanExporter {
  return new SpanExporter({ url, service: { name: 'concord', version, instance }, warn });
}

interface Measured {
  readonly records: StoreRecords;
  readonly exporter: SpanExporter | undefined;
  readonly locks: ReturnType<typeof measuredLocks>;
}

function addGauges(metrics: Metrics, { records, exporter, locks }: Measured): void {
  const one = (value: number) => [{ labels: {}, value }];
  metrics.gauge('concord_locks_held', 'Locks that calls hold.', () => one(locks.held()));
  metrics.gauge('concord_locks_waiting', 'Calls that wait for a lock.', () => one(locks.waiting()));
  metrics.gauge(
    'concord_records_dropped_total',
    'Records that were lost because too many waited.',
    () => one(records.dropped),
    'counter',
  );
  if (exporter)
    metrics.gauge(
      'concord_spans_dropped_total',
      'Spans that could not be sent.',
      () => one(exporter.dropped),
      'counter',
    );
}

async function sweep(store: Store, warn: (message: string) => void): Promise<void> {
  await unlessAway(() => Promise.all([store.ledger.sweep(), store.spills.sweep(), store.sessions.sweep()]), warn);
}

async function prune(store: Store, { records }: GatewaySettings, warn: (message: string) => void): Promise<void> {
  await unlessAway(async () => {
    const [key] = await store.keys.ring('audit');
    await store.records.prune({ ...records, key: key!.secret });
  }, warn);
}

/** What cannot be tidied now is tidied later. */
async function unlessAway(work: () => Promise<unknown>, warn: (message: string) => void): Promise<void> {
  await work().catch(error => {
    if (!(error instanceof StoreFailure)) warn(`the store could not be tidied: ${(error as Error).message}`);
  });
}
