import { version as number } from '@concord/contract/version';
import type { Command } from '../../command/command.js';
import { printText } from '../../print/json.js';

/** `mcp version`: the same as `mcp --version`. */
export const version: Command = {
  summary: 'print the version',
  usage: 'mcp version',
  flags: [],
  examples: ['mcp version', 'mcp version --json'],
  run: async context => {
    await printText(context, `mcp ${number}\n`);
    return 0;
  },
};
