import type { Command } from '../../command/command.js';
import { scanFlags } from './flags.js';

/** `mcp scan [path…]`. */
export const scanCommand: Command = {
  summary: 'find faults in code with rules',
  usage: 'mcp scan [path…]',
  flags: [],
  ownFlags: scanFlags,
  examples: [
    'mcp scan',
    'mcp scan src --severity error --json',
    'mcp scan src --rules my-rules --fix --dry-run',
    "mcp scan src --pattern 'eval($X)' --lang python",
    'mcp scan --since main --github',
    'mcp scan --test my-rules',
  ],
  more: `Rules are those of Semgrep's rule language; a comment \`nosemgrep\` or \`concord-ignore\` accepts a finding on its line or the line below.
Exit codes: 0 nothing at or above --fail-on · 1 usage · 2 findings · 3 a rule or its file could not be read (the others ran).`,
  run: async (context, line) => (await import('./run.js')).runScan(context, line),
};
