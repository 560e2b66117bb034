import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallFiles } from '../../call/call-files.js';
import type { ToolItem } from '../../project/items.js';
import type { FolderSettings } from '../../project/settings.js';

/** What bash reads before a script: it writes down each command in a file of its own. */
const preparation = `exec 9>>"$CONCORD_TRACE_FILE" && BASH_XTRACEFD=9 && set -x\n`;
const LONGEST_LINE = 512;

/** The environment in which bash writes down what a shell tool does; other tools are left alone. */
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

/** The last command that was written down, cut to what a log line takes. */
export function lastTraced(files: CallFiles, { traceMaxBytes }: FolderSettings): string | undefined {
  const line = files.readEnd('trace', traceMaxBytes)?.trimEnd().split('\n').at(-1);
  return line?.slice(0, LONGEST_LINE);
}
