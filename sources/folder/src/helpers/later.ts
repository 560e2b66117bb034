// What most tools never use, and what needs far more than the rest: loaded when it is called.
import type { DownloadOptions } from './download-options.js';
import type { Testable, Tested, TestOptions } from './tested.js';

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
