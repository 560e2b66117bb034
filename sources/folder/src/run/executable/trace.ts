import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallFiles } from '../../call/call-files.js';
import type { ToolItem } from '../../project/items.js';
import type { FolderSettings } from '../../project/settings.js';

/** What bash loads before a script: it makes bash trace each command into a file. */
const preparation = `exec 9>>"$CONCORD_TRACE_FILE" && BASH_XTRACEFD=9 && set -x\n`;
const LONGEST_LINE = 512;

/** The environment in which bash traces a shell tool into a file. Tools that are not shell scripts get `env` unchanged. */
export function traced(
  item: ToolItem,
  env: Readonly<Record<string, string>>,
  files: CallFiles,
  folder: string,
): Record<string, string> {
  if (!/\.(?:sh|bash)$/.test(item.file)) return { ...env };
  const file = join(folder, 'trace.sh');
  if (!existsSync(file)) writeFileSync(file, preparation, { mode: 0o600 });
  return { ...env, BASH_ENV: file, CONCORD_TRACE_FILE: files.write('trace', '') };
}

/** The last traced command, cut to the length of a log line. */
export function lastTraced(files: CallFiles, { traceMaxBytes }: FolderSettings): string | undefined {
  const line = files.readEnd('trace', traceMaxBytes)?.trimEnd().split('\n').at(-1);
  return line?.slice(0, LONGEST_LINE);
}
