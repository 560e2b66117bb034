import type { Definition, DefinitionCommon, ServerEntry } from './definition.js';
import type { ExpandedEntry } from './expanded-entry.js';
import type { Caller } from './place.js';
import type { Secrets } from './secrets.js';

/** An entry on its way to a definition. */
export interface Resolution {
  readonly server: ServerEntry;
  readonly caller: Caller;
  readonly expanded: ExpandedEntry;
  readonly secrets: Secrets;
}

/** The part of a definition that belongs to a transport. */
export type Way<T> = Omit<Extract<Definition, { transport: T }>, keyof DefinitionCommon>;
