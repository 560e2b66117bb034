import { compileRedaction } from '@concord/contract';
import type { Engine } from '@concord/engine';
import { type Mount, Surface } from '../catalog/catalog.js';
import { alsoTelling, type Log } from '../log/log.js';
import { Hub } from '../notifications/notifier.js';
import { ParkedCalls } from '../questions/parked.js';
import type { Host } from '../session/exchange.js';
import { Slots } from '../session/slots.js';
import { type Settings, secretsOf } from '../settings/settings.js';
import { checkSource } from './source-check.js';

export interface HostOptions {
  readonly mounts: readonly Mount[];
  readonly settings: Settings;
  readonly engine: Engine;
  readonly log: Log;
  readonly dottedNames?: boolean;
}

/** Opens the Sources and everything the connections of a server share. In minimal mode nothing is opened. */
export function openHost({ mounts, settings, engine, log, dottedNames = false }: HostOptions): Host {
  for (const mount of mounts) checkSource(mount);
  const surface = new Surface(settings.minimal ? [] : mounts, { dottedNames });
  const hub = new Hub(surface, log);
  const redaction = compileRedaction({ known: secretsOf(settings) });
  const everywhere = alsoTelling(log, redaction, (level, logger, data) => hub.tell(level, logger, data));
  surface.onReport(({ level, logger = 'registry', message, detail }) => {
    everywhere.at(level, logger, message);
    if (settings.logVerbose && detail !== undefined && detail !== message) log.at(level, 'registry', detail);
  });
  return {
    surface,
    settings,
    engine,
    log,
    everywhere,
    redaction,
    slots: new Slots(settings.maxConcurrentRequests),
    hub,
    parked: new ParkedCalls(settings.elicitationSeconds),
  };
}

export async function closeHost({ surface, hub, parked, engine }: Host): Promise<void> {
  hub.close();
  parked.close();
  await surface.close();
  await engine.records.flush();
}
