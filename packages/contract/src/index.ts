export {
  type CatalogRow,
  type Category,
  canonicalMessages,
  catalog,
  categories,
  diagnostics,
  type EnvelopeCode,
  type ErrorV0Code,
  isFreeCode,
  type Kind,
  type KindAndVariant,
  kindsBehind,
  rpcCodes,
} from './catalog.js';
export { type Classification, classify } from './classify.js';
export { isContent, isContents } from './content.js';
export { cliExitCode } from './dialects/cli.js';
export type { Dialect } from './dialects/dialect.js';
export { type DialectName, dialects, type ReadableDialect, read } from './dialects/index.js';
export { report } from './dialects/report.js';
export { callToolResult } from './dialects/result.js';
export type * from './documents.js';
export { canonicalJson, isJsonObject, type Json, type JsonObject } from './json.js';
export type * from './outcome.js';
export * from './problems.js';
export * from './redaction/index.js';
export { outputSchemas, type SchemaName, schemas } from './schemas.js';
export * from './validators.js';
