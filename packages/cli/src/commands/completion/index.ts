import { nearest } from '@concord/engine';
import type { Command, CommandTable } from '../../command/command.js';
import { usage } from '../../command/failure.js';
import type { Flags } from '../../command/flags.js';
import { printText } from '../../print/json.js';
import { candidatesFor } from './candidates.js';
import { completionData } from './completion-data.js';
import { scripts } from './scripts.js';

/** `mcp completion <shell>`. */
export const completion: Command = {
  summary: 'print a completion script for your shell',
  usage: `mcp completion ${Object.keys(scripts).join(' | ')}`,
  flags: [],
  examples: [
    `echo 'eval "$(mcp completion bash)"' >> ~/.bashrc`,
    `echo 'eval "$(mcp completion zsh)"' >> ~/.zshrc`,
    'mcp completion fish > ~/.config/fish/completions/mcp.fish',
  ],
  run: async (context, { words: [name = ''] }) => {
    const script = Object.hasOwn(scripts, name) ? scripts[name] : undefined;
    const names = Object.keys(scripts);
    if (script === undefined) {
      const near = nearest(name, names);
      throw usage(
        name === '' ? 'Which shell?' : `There is no script for '${name.slice(0, 40)}'`,
        near === undefined ? `There are: ${names.join(', ')}` : `Did you mean '${near}'?`,
      );
    }
    await printText(context, script);
    return 0;
  },
};

/** `mcp __complete -- words…`: one candidate a line for the last word. Whatever is wrong, it stays silent. */
export const complete = (commands: CommandTable): Command => ({
  summary: 'answer a completion script',
  usage: 'mcp __complete -- <words>',
  flags: [],
  open: true,
  examples: [],
  run: async (context, { rest = [] }) => {
    try {
      const loaded = await Promise.all(
        Object.entries(commands).map(async ([name, load]) => [name, await load()] as const),
      );
      const known = completionData({ ...context, flags: configIn(rest) }, Object.fromEntries(loaded));
      const found = await candidatesFor(rest, known);
      await context.stdout(found.map(each => `${each}\n`).join(''));
    } catch {
      // An unfinished line is often invalid; then there are no candidates.
    }
    return 0;
  },
});

/** The `--config` of the unfinished line. */
function configIn(words: readonly string[]): Flags {
  const at = words.findIndex(word => word === '--config' || word === '-c');
  const file = at === -1 ? words.find(word => word.startsWith('--config='))?.slice('--config='.length) : words[at + 1];
  return file === undefined || file === '' ? {} : { config: file };
}
