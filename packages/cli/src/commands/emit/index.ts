import type { Command } from '../../command/command.js';
import { unknownWord } from '../../command/failure.js';
import { readTarget } from '../../find/target.js';
import { LIST_LIMIT_MS } from '../../open/each-server.js';
import { onServer } from '../../open/on-server.js';
import { printText } from '../../print/json.js';
import { typescriptModule } from './typescript-module.js';

/** `mcp emit types <server>`. */
export const emit: Command = {
  summary: "write a server's tools as TypeScript",
  usage: 'mcp emit types <server> | <url> | <folder> | -- command…',
  flags: [],
  examples: ['mcp emit types demo > demo.ts', 'mcp emit types -- node server.js > tools.ts'],
  more: `The module has the input and output of each tool as types, and \`tools(connection)\` to call them over a connection of
@concord/client.`,
  run: async (context, line) => {
    const [what, ...words] = line.words;
    if (what !== 'types') throw unknownWord('emit', what, ['types']);
    const { entry } = await readTarget({ ...line, words }, context, 'server');
    return onServer(
      entry,
      { server: entry.name, entry },
      LIST_LIMIT_MS,
      context,
      async ({ source, line: progress }) => {
        await source.refresh?.({ kinds: ['tools'] });
        const tools = source.snapshot().tools.filter(({ hidden }) => !hidden);
        await progress.end();
        await printText(context, typescriptModule(entry.name, tools));
        return 0;
      },
    );
  },
};
