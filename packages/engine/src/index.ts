export { compileSchema, schemaFaults } from './arguments/compile.js';
export { nearest } from './arguments/nearest.js';
export {
  createEngine,
  defaultEngine,
  type Engine,
  type EngineOptions,
  isOn,
  locks,
  type Policy,
} from './call/engine.js';
export type * from './call/tool.js';
export { Interrupted } from './cancel/interruption.js';
export { abortSignalOf, Stop, type StopSignal } from './cancel/stop.js';
export { ask, type SourceQuestion } from './invoke/ask.js';
export { invoke } from './invoke/invoke.js';
export type { Invocation } from './invoke/pass-stages.js';
export { type Limit, type Limits, limitTable, readLimits } from './limits/limits.js';
export * from './locks/index.js';
export { type Bounded, headAndTail } from './outcome/head-and-tail.js';
export { jsonBytes } from './outcome/measure.js';
export { type PlainJson, plainJson } from './outcome/plain-json.js';
export * from './process/index.js';
export { Turns } from './queue/turns.js';
export { type CallRecord, openRecords, type Records } from './records/records.js';
export { delegatingSource, sourceMembers } from './source/delegate.js';
export { secretsWith } from './source/secrets.js';
export type * from './source/source.js';
export { stateFolder } from './state/folder.js';
export { makeFolder } from './state/make-folder.js';
export { openMemoryFolder, openPrivateFolder, removePrivateFolder } from './state/private-folder.js';
export { type LineEvents, LineReader } from './streams/line-reader.js';
