import { cpus } from 'node:os';
import { loadRules, scan } from '@concord/source-code';
import type { CommandWords } from '../../command/command.js';
import type { CommandContext } from '../../command/context.js';
import { printJson } from '../../print/json.js';
import type { ScanFlags } from './flags.js';

/** Runs `mcp scan` and returns its exit code. */
export async function runScan(context: CommandContext, { words }: CommandWords): Promise<number> {
  const flags = context.flags as unknown as ScanFlags;
  const list = (name: keyof ScanFlags) => (flags[name] as readonly string[] | undefined) ?? [];
  const { rules, faults } = loadRules(context.cwd, list('rules'));
  const result = await scan({
    cwd: context.cwd,
    paths: words.length === 0 ? ['.'] : words,
    rules,
    include: list('include'),
    exclude: list('exclude'),
    ignores: flags['no-ignore'] !== true,
    maxBytes: 1_048_576,
    jobs: cpus().length,
    ruleMs: 5_000,
    times: false,
  });
  await printJson(context, {
    status: 'success',
    findings: result.findings.filter(each => each.suppressed !== true),
    errors: [...faults, ...result.faults],
    stats: { ...result.stats, ms: 0 },
  });
  return result.findings.length > 0 ? 2 : 0;
}
