import { configLoad } from './config-load.js';
import { downloadSafe } from './download.js';
import { extractCliError } from './extract-cli-error.js';
import { jsonTruncate } from './json-truncate.js';
import { progress } from './progress.js';
import type { Verb } from './verb.js';

/** What the shell functions of authors leave to the command, by the verb of `mcp helper`. */
export const helperVerbs: Readonly<Record<string, Verb>> = {
  'json-truncate': jsonTruncate,
  'extract-cli-error': extractCliError,
  'config-load': configLoad,
  download: downloadSafe,
  progress,
};
