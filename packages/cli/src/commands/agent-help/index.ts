import type { Command, CommandTable } from '../../command/command.js';
import { exitCodes } from '../../print/help.js';
import { printText } from '../../print/json.js';

/** The verbs that `agent-help` describes. */
const shown = ['list', 'search', 'info', 'call', 'resources', 'read', 'prompts', 'prompt', 'calls', 'schema', 'config'];

/** `mcp agent-help`: one page, for a program that reads. */
export const agentHelp = (commands: CommandTable): Command => ({
  summary: 'one page for agents',
  usage: 'mcp agent-help',
  flags: [],
  examples: ['mcp agent-help'],
  run: async context => {
    const verbs = await Promise.all(shown.map(async name => await commands[name]!()));
    const lines = [
      'mcp calls tools of MCP servers. Add --json to any command: one JSON document on stdout, on failure too.',
      '',
      'Commands:',
      ...verbs.map(({ usage, summary }) => `  ${usage}: ${summary}`),
      '',
      "Arguments of a call, typed by the tool's schema; forms can be mixed:",
      '  key=value   key:=json   key=@file   key.sub=value   --key value   --flag   one JSON object   - (stdin)   @args.json',
      '  The same key again adds to a list. --dry-run prints the typed arguments and calls nothing.',
      '',
      'Results: {"server","tool","status":"success","result","metadata"}; result is the CallToolResult of MCP:',
      '  result.content[] holds blocks (text, image, …), result.structuredContent the data where the tool gives some.',
      'Failures: {"status":"error","error":{"message","code"?,"kind","retryable","hint"?,"problems"?,"suggestion"?},"metadata"}.',
      '  problems names every wrong argument at once; suggestion is the command line put right; hint is what to do next.',
      '  retryable: the same call may work later. A name that is only near is told, never run.',
      `Exit codes: ${exitCodes.join('; ')}.`,
      '',
      'Large results: --max-bytes 10k keeps head and tail; "spill".path has the whole. Files: --save DIR, -o FILE.',
      'Time: --timeout 30s bounds the whole command (milliseconds without a unit). Secrets come out as [REDACTED].',
      '',
      'Examples:',
      '  mcp search add --json',
      '  mcp info demo/add --json',
      '  mcp call demo/add a=1 b=2 --json',
    ];
    await printText(context, `${lines.join('\n')}\n`);
    return 0;
  },
});
