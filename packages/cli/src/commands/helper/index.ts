import { helperVerbs } from '@concord/source-folder';
import type { Command } from '../../command/command.js';
import { usage } from '../../command/failure.js';

/** `mcp helper <verb>`: the part of the shell functions for authors that needs JSON or the network. */
export const helper: Command = {
  summary: 'do what a function of tool-sdk.sh asks for',
  usage: `mcp helper ${Object.keys(helperVerbs).join(' | ')}`,
  flags: [],
  readsOwnFlags: true,
  examples: [],
  run: async (context, { words: [name = '', ...words] }) => {
    const verb = Object.hasOwn(helperVerbs, name) ? helperVerbs[name] : undefined;
    if (!verb)
      throw usage(`There is no helper '${name.slice(0, 40)}'`, `There are: ${Object.keys(helperVerbs).join(', ')}`);
    try {
      return await verb(context, words);
    } catch (error) {
      throw usage(`${name}: ${error instanceof Error ? error.message : 'unknown reason'}`);
    }
  },
};
