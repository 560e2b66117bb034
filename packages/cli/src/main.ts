import { Command } from 'commander';
import { listCommand } from './commands/list.js';
import { serveCommand } from './commands/serve.js';
import { version } from './version.js';

const program = new Command('mcp')
  .description('One contract for every MCP tool call')
  .version(`mcp ${version}`, '-V, --version')
  .showSuggestionAfterError()
  .addCommand(listCommand())
  .addCommand(serveCommand())
  .addHelpText(
    'after',
    `
Examples:
  $ mcp list                       what there is
  $ mcp serve demo                 the demo tools, to one client, on stdin and stdout
  $ mcp serve demo --http          the same over HTTP, to any number of clients

Exit codes: 0 success, 1 usage or configuration, 3 the server could not start or went wrong, 129, 130, 143 signals.`,
  );

await program.parseAsync();
