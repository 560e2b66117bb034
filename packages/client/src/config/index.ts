export { editServer } from './edit/edit.js';
export { type Additions, type AdHocTarget, adHocEntry, withAdditions } from './entry/ad-hoc.js';

export { builtInEntry } from './entry/built-in.js';
export type { Caller, Environment, Place } from './entry/caller.js';
export type * from './entry/definition.js';
export { ConfigError, type ConfigErrorOptions } from './entry/error.js';
export { hashOf } from './entry/hash-of.js';
export { isAllowed } from './entry/tool-filter.js';
export { variablesOf } from './expand/expanded-entry.js';
export { type ClientRow, clients } from './files/clients.js';
export { findServer } from './read/find.js';
export { readConfig } from './read/read.js';
export { resolve } from './resolve/resolve.js';
export { type ImportedConfig, importConfig } from './show/import.js';
export { type ShownConfig, type ShownServer, showConfig, showServer } from './show/show.js';
export { grantTrust, isTrusted, needsConsent, withdrawTrust } from './trust/trust.js';
