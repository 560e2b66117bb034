export type { DotnetOptions } from './context/source-context.js';
export { Closures } from './locks/closure.js';
export { DiagnosticsReader } from './read/diagnostics-reader.js';
export { readTrx } from './read/trx.js';
export { dotnetSource } from './source/source.js';
