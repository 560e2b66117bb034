export { compileSchema, schemaFaults } from './arguments/compile.js';
export { fitsGlob } from './arguments/fits-glob.js';
export { nearest } from './arguments/nearest.js';
export { dereference, propertySchema, typesOf, valuesOf } from './arguments/property-schema.js';
export { type Parameter, parametersOf, signatureOf } from './arguments/signature.js';
export type * from './call/admission.js';
export { type Budget, budgetKey, bytesWithin, readBudget } from './call/budget.js';
export {
  createEngine,
  defaultEngine,
  type Engine,
  type EngineOptions,
  isOn,
  locks,
  type Policy,
  type SharedParts,
} from './call/engine.js';
export type * from './call/tool.js';
export { Interrupted } from './cancel/interruption.js';
export { Semaphore } from './concurrency/semaphore.js';
export { abortSignalOf, Stop, type StopSignal } from './concurrency/stop.js';
export { whenAborted } from './concurrency/when-aborted.js';
export { makeFolder, makePrivateFolder } from './files/make-folder.js';
export { openMemoryFolder, openPrivateFolder, removePrivateFolder } from './files/private-folder.js';
export { type ReplaceOptions, replaceFile } from './files/replace-file.js';
export { secretFile } from './files/secret-file.js';
export { stateFolder } from './files/state-folder.js';
export { type Candidate, type Field, fieldReaders, textIn, usualFields } from './find/candidate.js';
export { rankedMatches } from './find/rank.js';
export { ask, type SourceQuestion } from './invoke/ask.js';
export { invoke } from './invoke/invoke.js';
export type { Invocation } from './invoke/pass-stages.js';
export { type Limit, type Limits, limitTable, readLimits } from './limits/limits.js';
export * from './locks/index.js';
export { type Bounded, headAndTail } from './outcome/head-and-tail.js';
export { jsonBytes } from './outcome/measure.js';
export { type PlainJson, plainJson } from './outcome/plain-json.js';
export { shortened, withShorterContent } from './outcome/shorten.js';
export * from './process/index.js';
export {
  type CallRecord,
  openRecords,
  type Records,
  type StageName,
  type StageTimes,
} from './records/records.js';
export { changedSnapshot, delegatingSource, sourceMembers, withMembersOf } from './source/delegate.js';
export {
  isTerminalVariable,
  type ProgramFacts,
  type SourceDescription,
  SourceRefusal,
  type SourceSetting,
} from './source/description.js';
export { emptySnapshot } from './source/empty-snapshot.js';
export { maskTool } from './source/masked.js';
export { publishedSource } from './source/published.js';
export { secretsWith } from './source/secrets.js';
export type * from './source/source.js';
export { requestIdFor } from './stages/correlate.js';
export type { Overflow } from './streams/captured-stream.js';
export { exceptionLine } from './streams/exception-line.js';
export { type LineEvents, LineReader } from './streams/line-reader.js';
