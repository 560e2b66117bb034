// What authors of tools import as `@concord/folder/tool`.
import type { DownloadOptions } from './download-options.js';
import type { Testable, Tested, TestOptions } from './tested.js';

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
export { requirePath } from './require-path.js';
export { type ErrorType, error, json, result, type ToolResult, text } from './results.js';
export type { FromSchema } from './schema-types.js';
export { type Serve, serve } from './serve.js';
export type { Question, Testable, Tested, TestOptions } from './tested.js';
export { ToolError } from './tool-error.js';
export { type Truncated, truncate } from './truncate.js';
export { withRetry } from './with-retry.js';

// `download` and `testTool` are loaded on the first call: most tools never use them, and they need far more code than the rest.

/**
 * Reads a page of a public host over https: allowed hosts only, public addresses only, no redirects, a limit on bytes and time.
 * Throws a DownloadFailure.
 */
export async function download(url: string, options: DownloadOptions = {}): Promise<Buffer> {
  return (await import('./download.js')).download(url, options);
}

/** Calls a tool as a server would, for a test: the file or folder of a tool of a project, or the default export of a module. */
export async function testTool(tool: Testable, args: object = {}, options: TestOptions = {}): Promise<Tested> {
  return (await import('./test-tool.js')).testTool(tool, args, options);
}
