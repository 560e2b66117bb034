import { nearest } from '@concord/engine';
import { builtInRules, type Fault, loadRules, patternRule, type Rule } from '@concord/source-code';
import type { CommandContext } from '../../command/context.js';
import { usage } from '../../command/failure.js';
import type { ScanFlags } from './flags.js';

/** The rules a command line asks for, and what is wrong with others. */
export async function chosenRules(
  context: CommandContext,
  flags: ScanFlags,
): Promise<{ readonly rules: readonly Rule[]; readonly faults: readonly Fault[] }> {
  const { rules, faults } = await loaded(context, flags);
  const severities = (flags.severity as readonly string[] | undefined) ?? [];
  const ids = (flags.rule as readonly string[] | undefined) ?? [];
  for (const id of ids) {
    if (rules.some(rule => isNamed(rule, id))) continue;
    const near = nearest(
      id,
      rules.map(rule => rule.id),
    );
    throw usage(
      `There is no rule '${id.slice(0, 80)}'`,
      near === undefined ? 'mcp help scan' : `Did you mean '${near}'?`,
    );
  }
  return {
    rules: rules.filter(
      rule =>
        (severities.length === 0 || severities.includes(rule.severity)) &&
        (ids.length === 0 || ids.some(id => isNamed(rule, id))),
    ),
    faults,
  };
}

const isNamed = ({ id }: Rule, name: string) => id === name || id.startsWith(`${name}/`);

async function loaded({ cwd }: CommandContext, flags: ScanFlags) {
  if (typeof flags.pattern === 'string') {
    try {
      return { rules: [await patternRule(flags.pattern, flags.lang as string)], faults: [] };
    } catch (error) {
      throw usage((error as Error).message, 'mcp help scan');
    }
  }
  const given = (flags.rules as readonly string[] | undefined) ?? ['default'];
  return loadRules(
    cwd,
    given.map(path => (path === 'default' ? builtInRules() : path)),
  );
}
