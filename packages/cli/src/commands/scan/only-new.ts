import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  baselineOf,
  type Finding,
  filesAt,
  GitFault,
  newFindings,
  readBaseline,
  type ScanRequest,
  scan,
} from '@concord/source-code';
import type { CommandContext } from '../../command/context.js';
import { usage } from '../../command/failure.js';
import type { ScanFlags } from './flags.js';

/** The findings that a baseline, or an older revision, does not know. Writes the baseline anew where that is asked for. */
export async function onlyNew(
  context: CommandContext,
  flags: ScanFlags,
  findings: readonly Finding[],
  request: ScanRequest,
): Promise<readonly Finding[]> {
  if (typeof flags.baseline === 'string') return againstBaseline(context, flags, flags.baseline, findings);
  if (typeof flags.since === 'string') return againstRevision(context, flags.since, findings, request);
  return findings;
}

function againstBaseline(context: CommandContext, flags: ScanFlags, given: string, findings: readonly Finding[]) {
  const path = resolve(context.cwd, given);
  if (flags['update-baseline'] === true) {
    try {
      writeFileSync(path, `${JSON.stringify(baselineOf(findings), null, 2)}\n`);
    } catch (error) {
      throw usage(`The baseline ${given} cannot be written: ${(error as NodeJS.ErrnoException).code}`, 'mcp help scan');
    }
    return [];
  }
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw usage(`The baseline ${given} cannot be read`, `mcp scan --baseline ${given} --update-baseline`);
  }
  try {
    return newFindings(findings, readBaseline(text).findings);
  } catch (error) {
    throw usage(
      `The baseline ${given} cannot be used: ${(error as Error).message}`,
      `mcp scan --baseline ${given} --update-baseline`,
    );
  }
}

/** Scans the files with findings as they were then: what was found there already is not new. */
async function againstRevision(
  { cwd }: CommandContext,
  revision: string,
  findings: readonly Finding[],
  request: ScanRequest,
): Promise<readonly Finding[]> {
  try {
    const old = filesAt(cwd, revision, findings);
    try {
      if (old.paths.length === 0) return findings;
      const { cacheFolder: _, ...rest } = request;
      const before = await scan({
        ...rest,
        cwd: old.folder,
        paths: ['.'],
        include: [],
        exclude: [],
        ignores: false,
        times: false,
      });
      const fresh = new Set(
        old.paths.flatMap(path => {
          const bare = path.replace(/^(?:\.\.?\/|\/)+/, '');
          return newFindings(
            findings.filter(each => each.path === path),
            before.findings.filter(each => each.path === bare),
          );
        }),
      );
      return findings.filter(each => !old.paths.includes(each.path) || fresh.has(each));
    } finally {
      old.remove();
    }
  } catch (error) {
    if (error instanceof GitFault) throw usage(`--since cannot be used: ${error.message}`, 'mcp scan --baseline FILE');
    throw error;
  }
}
