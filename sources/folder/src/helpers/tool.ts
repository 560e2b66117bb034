// What authors of tools import as `@concord/folder/tool`.

export type { Answer, CallContext, Json, JsonObject, LogLevel, Root, ToolContext } from '../call/tool-context.js';
export { args, fail, isCancelled, log, meta, progress, roots } from './call.js';
export { type DefinedTool, type Definition, defineTool } from './define-tool.js';
export { DownloadFailure, type DownloadFailureType } from './download-failure.js';
export type { DownloadOptions } from './download-options.js';
export {
  type Choices,
  elicit,
  elicitChoice,
  elicitConfirm,
  elicitMultiChoice,
  elicitString,
  elicitUrl,
} from './elicit.js';
export { download, testTool } from './later.js';
export { requirePath } from './require-path.js';
export { type ErrorType, error, json, result, type ToolResult, text } from './results.js';
export type { FromSchema } from './schema-types.js';
export { type Serve, serve } from './serve.js';
export type { Question, Testable, Tested, TestOptions } from './tested.js';
export { ToolError } from './tool-error.js';
export { type Truncated, truncate } from './truncate.js';
export { withRetry } from './with-retry.js';
