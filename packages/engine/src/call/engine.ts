import type { JsonObject } from '@concord/contract';
import { stateFolder } from '../files/state-folder.js';
import { type Limits, readLimits } from '../limits/limits.js';
import { createLocks, type Locks } from '../locks/index.js';
import { openRecords, type Records } from '../records/records.js';
import type { Admission, Spill } from './admission.js';
import type { Caller, Tool } from './tool.js';

/** What calls share within one process: limits, locks, records and the operator's rules. */
export interface Engine {
  readonly limits: Limits;
  readonly locks: Locks;
  readonly records: Records;
  readonly policy: Policy;
  readonly forbidUnsafeOutput: boolean;
  /** What decides over calls beside the policy; without it all may run. */
  readonly admission?: Admission;
  /** Where results that are larger than their callers want them are kept; without it they are cut or refused at their cap. */
  readonly spill?: Spill;
}

/** A rule of the operator: gives a sentence why a call is not allowed, or undefined when it is. */
export type Policy = (tool: Tool, args: JsonObject, caller: Caller) => string | undefined;

export interface EngineOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Told once about each setting or folder that cannot be used. */
  readonly warn?: (message: string) => void;
  readonly policy?: Policy;
  /** Takes the place of the engine's own: what several processes share. */
  readonly shared?: SharedParts;
}

/** Parts of an engine that are somewhere else than in this process. */
export type SharedParts = Partial<Pick<Engine, 'locks' | 'records' | 'admission' | 'spill'>>;

/** Makes an engine for an environment. Opens no file until the first lock or record. */
export function createEngine(options: EngineOptions = {}): Engine {
  const env = options.env ?? process.env;
  const warn = options.warn ?? (message => process.stderr.write(`warning: ${message}\n`));
  const limits = readLimits(env, warn);
  const folder = stateFolder(env);
  return {
    limits,
    locks: createLocks({ directory: folder && `${folder}/locks`, onWarning: warn }),
    records: openRecords({ folder: isOn(env.CONCORD_NO_RECORDS) ? undefined : folder, limits, warn }),
    policy: options.policy ?? (() => undefined),
    forbidUnsafeOutput: isOn(env.CONCORD_FORBID_UNSAFE_OUTPUT),
    ...options.shared,
  };
}

let shared: Engine | undefined;

/** The engine of this process, made from its environment at first use. */
export function defaultEngine(): Engine {
  shared ??= createEngine();
  return shared;
}

/** `true`, `1`, `yes` and `on` in any case mean on. */
export function isOn(setting: string | undefined): boolean {
  return setting !== undefined && /^(?:true|1|yes|on)$/i.test(setting);
}

/** The locks of this process's engine. */
export const locks: Locks = { acquire: (request, wait) => defaultEngine().locks.acquire(request, wait) };
