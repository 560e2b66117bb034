import { compileRedaction } from '@concord/contract';
import type { Account, Call, Engine, Tool } from '@concord/engine';
import type { CallerAccount, GatewayFace } from '@concord/gateway';
import { Catalog, type Mount, type Owned, type Viewer } from '../catalog/catalog.js';
import { discoveryMount } from '../catalog/discovery.js';
import type { Shown } from '../catalog/shown.js';
import { checkSource } from '../catalog/source-check.js';
import { checkNames } from '../catalog/view.js';
import { alsoTelling, type Log } from '../log/log.js';
import { Notifier } from '../notifications/notifier.js';
import { askByRequest } from '../questions/ask-by-request.js';
import { PausedCalls } from '../questions/paused-calls.js';
import type { ExchangeHost } from '../session/exchange.js';
import type { Session } from '../session/session.js';
import { Slots } from '../session/slots.js';
import { type Settings, secretsOf } from '../settings/settings.js';
import { MountUse } from './mount-use.js';

/** What all connections of a server share. */
export interface Host extends ExchangeHost {
  readonly catalog: Catalog;
  readonly settings: Settings;
  readonly engine: Engine;
  /** What a client sees of the catalog. */
  viewerOf(session: Session): Viewer;
  shownTo(session: Session): Shown;
  /** What makes the server a gateway, where it is one. */
  readonly gateway?: GatewayFace | undefined;
  /** The places for requests to a mount, or to none that is known. */
  slotsFor(mount: Mount | undefined): Slots;
  readonly notifier: Notifier;
  /** Calls that wait for their client to come back with answers. */
  readonly pausedCalls: PausedCalls;
  /** Serves other Sources from here on; those that go are closed once nobody uses them. */
  replaceMounts(mounts: readonly Mount[]): void;
  /** A request works at a mount until the function it gives is called. */
  working(mount: Mount): () => void;
  /** Ends what `opened` has begun. */
  stopFollowing(): void;
  /** On stderr and to every connection: for what concerns all of them. */
  readonly everywhere: Log;
}

export interface HostOptions {
  readonly mounts: readonly Mount[];
  readonly settings: Settings;
  readonly engine: Engine;
  readonly log: Log;
  readonly dottedNames?: boolean;
  readonly gateway?: GatewayFace | undefined;
  /** Called once the host is open; what it gives is called when the host is closed. */
  readonly opened?: (host: Host) => () => void;
}

/**
 * Opens the Sources and everything the connections of a server share. In minimal mode nothing is opened. Throws a RefusedToStart for a Source
 * that is none, and for two of one name.
 */
export function openHost(options: HostOptions): Host {
  const { settings, engine, log, dottedNames = false, gateway } = options;
  const own = gateway ? ownMounts(gateway, call => shownByAccount(call.caller.account)) : [];
  const mounts = [...options.mounts, ...own];
  for (const mount of mounts) checkSource(mount);
  checkNames(mounts);
  const catalog = new Catalog(settings.minimal ? [] : mounts, {
    dottedNames,
    instructions: settings.upstreamInstructions,
    ...(gateway && { lists: (owned: Owned<Tool>) => isListed(owned, gateway) }),
  });
  const viewerFor = (account: CallerAccount | undefined): Viewer =>
    gateway ? { sight: account?.sight ?? gateway.sight, searches: gateway.searches(account) } : {};
  const viewerOf = ({ account }: Session) => viewerFor(account);
  const shownByAccount = (account: Account | undefined) => {
    const { sight } = viewerFor(account as CallerAccount | undefined);
    return catalog.shownTo({ sight });
  };
  const notifier = new Notifier(catalog, log, gateway?.lists);
  const redaction = compileRedaction({ known: secretsOf(settings) });
  const everywhere = alsoTelling(log, redaction, (level, logger, data) => notifier.tell(level, logger, data));
  catalog.onReport(({ level, logger = 'registry', message, detail }) => {
    everywhere.at(level, logger, message);
    if (settings.logVerbose && detail !== undefined && detail !== message) log.at(level, 'registry', detail);
  });
  const use = new MountUse();
  const host: Host = {
    catalog,
    settings,
    engine,
    log,
    everywhere,
    redaction,
    askClient: (questions, options, exchange) => askByRequest(questions, options, exchange, settings),
    viewerOf,
    shownTo: session => catalog.shownTo(viewerOf(session)),
    gateway,
    slotsFor: slotsByMount(settings, catalog, gateway),
    working: mount => use.begin(mount),
    replaceMounts: next => {
      for (const mount of next) checkSource(mount);
      for (const gone of catalog.setMounts([...next, ...own])) void use.unused(gone).then(() => gone.source.close());
    },
    notifier,
    pausedCalls: new PausedCalls(settings.elicitationSeconds, gateway?.sessions),
    stopFollowing: () => stop?.(),
  };
  const stop = options.opened?.(host);
  return host;
}

export async function closeHost({ catalog, notifier, pausedCalls, engine, stopFollowing }: Host): Promise<void> {
  stopFollowing();
  notifier.close();
  pausedCalls.close();
  await catalog.close();
  await engine.records.flush();
}

/** What the gateway itself has to show. */
function ownMounts({ sources }: GatewayFace, shownTo: (call: Call) => Shown): readonly Mount[] {
  return [...sources.map(each => ({ ...each, isOwn: true })), discoveryMount(shownTo)];
}

/** What is listed for those who search for tools: what they search with, what belongs to the server, and what is pinned. */
function isListed(owned: Owned<Tool>, gateway: GatewayFace): boolean {
  return owned.mount.isOwn === true || gateway.isPinned(owned.mount.name, { ...owned.item, ownName: owned.ownName });
}

/** One set of places for all that works in this process, and one for each other server, so that a slow server takes none of theirs. */
function slotsByMount(
  { maxConcurrentRequests, maxUpstreamRequests, maxUpstreamWaiting }: Settings,
  catalog: Catalog,
  gateway: GatewayFace | undefined,
): Host['slotsFor'] {
  const own = new Slots(maxConcurrentRequests);
  const foreign = new WeakMap<Mount, Slots>();
  const ofMounts = (read: (slots: Slots) => number) => () =>
    catalog.mounts.flatMap(mount => {
      const slots = foreign.get(mount);
      return slots === undefined ? [] : [{ labels: { server: mount.name }, value: read(slots) }];
    });
  gateway?.gauge(
    'concord_queue_waiting',
    'Requests that wait for a place at a server.',
    ofMounts(slots => slots.waiting),
  );
  gateway?.gauge(
    'concord_queue_working',
    'Requests that are worked on at a server.',
    ofMounts(slots => slots.taken),
  );
  return mount => {
    if (!mount?.source.isForeign) return own;
    const slots = foreign.get(mount) ?? new Slots(maxUpstreamRequests, maxUpstreamWaiting);
    foreign.set(mount, slots);
    return slots;
  };
}
