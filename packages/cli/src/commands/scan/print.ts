import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { version } from '@concord/contract/version';
import { type Fixes, githubOf, junitOf, type ScanDocument, sarifOf } from '@concord/source-code';
import type { CommandContext } from '../../command/context.js';
import { usage } from '../../command/failure.js';
import { printJson } from '../../print/json.js';
import type { ScanFlags } from './flags.js';
import type { Scanned } from './run.js';
import { scanText } from './text.js';

/** Prints what a scan came to, in every form that is asked for. */
export async function printScan(
  context: CommandContext,
  flags: ScanFlags,
  scanned: Scanned,
  fixes: Fixes | undefined,
): Promise<void> {
  const { findings, faults, rules } = scanned;
  if (typeof flags.junit === 'string') write(context, flags.junit, junitOf(findings, faults));
  const sarif = () => `${JSON.stringify(sarifOf(findings, faults, rules, version), null, 2)}\n`;
  if (typeof flags.sarif === 'string' && flags.sarif !== '-') write(context, flags.sarif, sarif());
  if (context.flags.json) await printJson(context, documentOf(scanned, flags));
  else if (flags.sarif === '-') await context.stdout(sarif());
  else if (flags.github === true) await context.stdout(githubOf(findings, faults));
  else await context.stdout(scanText(context, scanned, fixes, flags));
}

function documentOf({ findings, faults, stats, ms }: Scanned, flags: ScanFlags): ScanDocument {
  return {
    status: 'success',
    findings,
    errors: faults,
    stats: { ...stats, ms: flags.time === true ? Math.round(ms) : 0 },
  };
}

function write({ cwd }: CommandContext, path: string, text: string): void {
  try {
    writeFileSync(resolve(cwd, path), text);
  } catch (error) {
    throw usage(`${path} cannot be written: ${(error as NodeJS.ErrnoException).code}`, 'mcp help scan');
  }
}
