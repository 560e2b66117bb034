import { compileRedaction } from '@concord/contract';
import type { Engine } from '@concord/engine';
import { ParkedCalls } from '../ask/parked.js';
import type { Host } from '../dispatch/exchange.js';
import { Slots } from '../dispatch/slots.js';
import { type Mount, Surface } from '../dispatch/surface.js';
import { Hub } from '../notify/hub.js';
import { type Settings, secretsOf } from '../settings.js';
import type { Log } from './log.js';

export interface HostOptions {
  readonly mounts: readonly Mount[];
  readonly settings: Settings;
  readonly engine: Engine;
  readonly log: Log;
  readonly dottedNames?: boolean;
}

/** Opens the Sources and everything the connections of a server share. In minimal mode nothing is opened. */
export function openHost({ mounts, settings, engine, log, dottedNames = false }: HostOptions): Host {
  const surface = new Surface(settings.minimal ? [] : mounts, { dottedNames });
  const hub = new Hub(surface);
  const redaction = compileRedaction({ known: secretsOf(settings) });
  surface.onReport(({ level, message }) => {
    const { text } = redaction.text(message);
    log.at(level, 'registry', text);
    hub.tell(level, 'registry', text);
  });
  return {
    surface,
    settings,
    engine,
    log,
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
