import { compileRedaction } from '@concord/contract';
import type { Engine } from '@concord/engine';
import { Catalog, type Mount } from '../catalog/catalog.js';
import { checkSource } from '../catalog/source-check.js';
import { checkNames } from '../catalog/view.js';
import { alsoTelling, type Log } from '../log/log.js';
import { Notifier } from '../notifications/notifier.js';
import { askByRequest } from '../questions/ask-by-request.js';
import { PausedCalls } from '../questions/paused-calls.js';
import type { ExchangeHost } from '../session/exchange.js';
import { Slots } from '../session/slots.js';
import { type Settings, secretsOf } from '../settings/settings.js';

/** What all connections of a server share. */
export interface Host extends ExchangeHost {
  readonly catalog: Catalog;
  readonly settings: Settings;
  readonly engine: Engine;
  /** The places for requests to a mount, or to none that is known. */
  slotsFor(mount: Mount | undefined): Slots;
  readonly notifier: Notifier;
  /** Calls that wait for their client to come back with answers. */
  readonly pausedCalls: PausedCalls;
  /** On stderr and to every connection: for what concerns all of them. */
  readonly everywhere: Log;
}

export interface HostOptions {
  readonly mounts: readonly Mount[];
  readonly settings: Settings;
  readonly engine: Engine;
  readonly log: Log;
  readonly dottedNames?: boolean;
}

/**
 * Opens the Sources and everything the connections of a server share. In minimal mode nothing is opened. Throws a RefusedToStart for a Source
 * that is none, and for two of one name.
 */
export function openHost({ mounts, settings, engine, log, dottedNames = false }: HostOptions): Host {
  for (const mount of mounts) checkSource(mount);
  checkNames(mounts);
  const catalog = new Catalog(settings.minimal ? [] : mounts, {
    dottedNames,
    instructions: settings.upstreamInstructions,
  });
  const notifier = new Notifier(catalog, log);
  const redaction = compileRedaction({ known: secretsOf(settings) });
  const everywhere = alsoTelling(log, redaction, (level, logger, data) => notifier.tell(level, logger, data));
  catalog.onReport(({ level, logger = 'registry', message, detail }) => {
    everywhere.at(level, logger, message);
    if (settings.logVerbose && detail !== undefined && detail !== message) log.at(level, 'registry', detail);
  });
  return {
    catalog,
    settings,
    engine,
    log,
    everywhere,
    redaction,
    askClient: (questions, options, exchange) => askByRequest(questions, options, exchange, settings),
    slotsFor: slotsByMount(settings),
    notifier,
    pausedCalls: new PausedCalls(settings.elicitationSeconds),
  };
}

export async function closeHost({ catalog, notifier, pausedCalls, engine }: Host): Promise<void> {
  notifier.close();
  pausedCalls.close();
  await catalog.close();
  await engine.records.flush();
}

/** One set of places for all that works in this process, and one for each other server, so that a slow server takes none of theirs. */
function slotsByMount({ maxConcurrentRequests, maxUpstreamRequests, maxUpstreamWaiting }: Settings): Host['slotsFor'] {
  const own = new Slots(maxConcurrentRequests);
  const foreign = new WeakMap<Mount, Slots>();
  return mount => {
    if (!mount?.source.isForeign) return own;
    const slots = foreign.get(mount) ?? new Slots(maxUpstreamRequests, maxUpstreamWaiting);
    foreign.set(mount, slots);
    return slots;
  };
}
