import type { Command } from '../../command/command.js';
import { usage } from '../../command/failure.js';
import { WRONG_USAGE } from '../project/folder-command.js';

const hint = 'mcp --help shows what there is';

/** A command that other hosts of tool projects have and `mcp` does not. It fails and says so. */
export function absent(verb: string): Command {
  return {
    summary: `not part of this release`,
    usage: `mcp ${verb}`,
    flags: [],
    open: true,
    examples: [],
    run: async () => {
      throw usage(`mcp ${verb} is not part of this release`, hint);
    },
  };
}

/** `mcp scaffold`, which is called `mcp new` here. */
export const scaffold: Command = {
  ...absent('scaffold'),
  usageExit: words => (words.includes('ui') ? 1 : WRONG_USAGE),
  run: async (_shell, { words: [kind = 'NAME', name = ''] }) => {
    if (kind === 'ui') throw usage('mcp scaffold ui is not part of this release', hint);
    throw usage('Expected mcp new in place of mcp scaffold', `mcp new ${kind} ${name}`.trimEnd().slice(0, 120));
  },
};
