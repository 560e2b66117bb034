import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ScanRequest, testRules } from '@concord/source-code';
import type { CommandContext } from '../../command/context.js';
import { usage } from '../../command/failure.js';
import { printJson } from '../../print/json.js';
import { paintFor } from '../../print/paint.js';
import { counted, visible } from '../../print/text.js';
import { faultLines } from './text.js';

/** `mcp scan --test DIR`: 0 when all rules do what their test files say, 2 when one does not, 3 when one cannot be read. */
export async function runTests(
  context: CommandContext,
  given: string,
  limits: Pick<ScanRequest, 'ruleMs' | 'maxBytes' | 'jobs' | 'maxMemoryMb'>,
): Promise<number> {
  const folder = resolve(context.cwd, given);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw usage(`${given} is no folder of rules`, 'mcp scan --test DIR');
  const report = await testRules(folder, given, limits);
  if (report.rules === 0 && report.faults.length === 0)
    throw usage(`There are no rules in ${given}`, 'mcp scan --test DIR, with rules in files that end in .yaml');
  if (context.flags.json) await printJson(context, { status: 'success', ...report });
  else {
    const paint = paintFor(context, 'stdout');
    const shown = (text: string) => visible(text, context.terminal.stdout);
    const lines = [
      ...report.failures.map(
        ({ path, line, rule_id, message }) =>
          `${paint.red('wrong')} ${paint.bold(shown(`${path}:${line}`))} ${shown(rule_id)}: ${message}`,
      ),
      ...faultLines(report.faults, paint, shown),
      ...report.untested.map(path => `${paint.yellow('no test')} ${shown(path)}`),
      `${counted(report.rules, 'rule')}, ${counted(report.files, 'test file')}, ${counted(report.checks, 'line')} checked, ${report.failures.length} wrong${report.todo === 0 ? '' : `, ${report.todo} to do`}`,
    ];
    await context.stdout(`${lines.join('\n')}\n`);
  }
  if (report.faults.some(({ kind }) => kind === 'rule_syntax' || kind === 'unsupported')) return 3;
  return report.failures.length > 0 ? 2 : 0;
}
