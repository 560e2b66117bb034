import { isJsonObject, type JsonObject } from '@concord/contract';
import { nearest } from '@concord/engine';
import type { JsonPath } from '../files/json-places.js';
import { shown } from '../project/findings.js';

/** The kinds that can be registered, and which of these fields an item needs besides its name. */
const kinds = {
  tools: ['path'],
  resources: ['path', 'uri'],
  resourceTemplates: ['uriTemplate'],
  prompts: ['path'],
  completions: ['path'],
} as const;

export type RegisteredKind = keyof typeof kinds;

/** Registered items as written, by kind; undefined for kinds that are discovered. */
export type Registered = { readonly [Kind in RegisteredKind]?: readonly JsonObject[] };

/** The registration of a project. */
export type Registration =
  | { readonly kind: 'none'; readonly note?: string }
  | (Registered & { readonly kind: 'registered'; readonly file: string; readonly text: string })
  | {
      readonly kind: 'bad';
      /** Names the file. */
      readonly reason: string;
      /** The same for the same content, so that it is reported once. */
      readonly fingerprint: string;
      readonly file: string;
      readonly line?: number;
    };

/** What is wrong with a registration, and where in it. */
export interface RegistrationFault {
  readonly fault: string;
  readonly path: JsonPath;
}

/** Reads the lists of a registration. Any fault makes the whole registration bad. */
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
