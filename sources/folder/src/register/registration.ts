import { isJsonObject, type JsonObject } from '@concord/contract';
import { nearest } from '@concord/engine';
import type { JsonPath } from '../files/json-places.js';
import { shown } from '../project/findings.js';

/** The kinds that can be registered, and what each of their items has to have beside its name. */
const kinds = {
  tools: ['path'],
  resources: ['path', 'uri'],
  resourceTemplates: ['uriTemplate'],
  prompts: ['path'],
  completions: ['path'],
} as const;

export type RegisteredKind = keyof typeof kinds;

/** What is registered, as it was written: each kind a list, or undefined where discovery has the word. */
export type Registered = { readonly [Kind in RegisteredKind]?: readonly JsonObject[] };

/** What a project registers by hand. */
export type Registration =
  | { readonly kind: 'none'; readonly note?: string }
  | (Registered & { readonly kind: 'registered'; readonly file: string; readonly text: string })
  | {
      readonly kind: 'bad';
      /** Names the place. */
      readonly reason: string;
      /** The same for the same content, so that it is told once. */
      readonly fingerprint: string;
      readonly file: string;
      readonly line?: number;
    };

/** What is wrong with a registration, and where in it. */
export interface RegistrationFault {
  readonly fault: string;
  readonly path: JsonPath;
}

/** Takes the lists out of a registration; anything in it that is not as it has to be spoils the whole. */
export function readRegistered(given: JsonObject): Registered | RegistrationFault {
  if (given.version !== 1) return { fault: 'version must be 1', path: ['version'] };
  const known = ['version', ...Object.keys(kinds), '_meta'];
  const unknown = Object.keys(given).find(key => !known.includes(key));
  if (unknown !== undefined) {
    const meant = nearest(unknown, known);
    const hint = meant === undefined ? `known are ${known.join(', ')}` : `did you mean "${meant}"?`;
    return { fault: `has an unknown key "${shown(unknown)}"; ${hint}`, path: [unknown] };
  }
  const registered: { [Kind in RegisteredKind]?: readonly JsonObject[] } = {};
  for (const kind of Object.keys(kinds) as RegisteredKind[]) {
    const items = given[kind];
    if (items === undefined || items === null) continue;
    if (!Array.isArray(items)) return { fault: `${kind} must be a list or null`, path: [kind] };
    const bad = items.findIndex(item => !isItem(kind, item));
    if (bad >= 0) return { fault: `${kind}[${bad}] must have ${needs(kind)}`, path: [kind, bad] };
    registered[kind] = items as readonly JsonObject[];
  }
  return registered;
}

function isItem(kind: RegisteredKind, item: unknown): boolean {
  return isJsonObject(item) && isSaid(item.name) && kinds[kind].some(field => isSaid(item[field]));
}

function isSaid(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function needs(kind: RegisteredKind): string {
  return `a name and ${kinds[kind].join(' or ')}`;
}
