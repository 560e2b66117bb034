import type { Command } from '../../command/command.js';
import { commandHelp } from '../../print/help.js';
import { runContext } from './run.js';

/** `mcp context build|resolve|inspect|verify`. */
export const contextCommand: Command = {
  summary: 'freeze documents into a cache, and select from it',
  usage: 'mcp context build | resolve | inspect | verify',
  flags: [],
  readsOwnFlags: true,
  examples: [
    'mcp context build --sources docs --cache docs.cache',
    'mcp context resolve --cache docs.cache --query "how do I install it" --budget 4000',
    'mcp context inspect --cache docs.cache',
    'mcp context verify --cache docs.cache',
  ],
  more: [
    'build    --sources DIR --cache DIR [--force] [--no-reuse] [--no-index] [--skip-unreadable]',
    'resolve  --cache DIR --query TEXT --budget TOKENS [--format json|pretty]',
    'inspect  --cache DIR',
    'verify   --cache DIR',
    '',
    'Exit codes: 0 success · 1 usage · 2 query · 3 budget · 4 no cache · 5 invalid cache · 6 I/O · 7 internal · 130, 143 signals',
  ].join('\n'),
  run: async (context, { words }) => {
    const code = await runContext(context, words);
    if (code === undefined) await context.stdout(commandHelp(contextCommand));
    return code ?? 0;
  },
};
