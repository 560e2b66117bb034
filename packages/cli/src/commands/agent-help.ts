import { exitCodes } from '../help.js';
import type { Command } from './command.js';
import { commands } from './index.js';

/** `mcp agent-help`: one page, for a program that reads. */
export const agentHelp: Command = {
  summary: 'one page for agents',
  usage: 'mcp agent-help',
  flags: [],
  examples: ['mcp agent-help'],
  run: async shell => {
    const loaded = await Promise.all(
      Object.entries(commands).map(async ([name, load]) => ({ name, ...(await load()) })),
    );
    const lines = [
      'mcp calls tools of MCP servers. Add --json to any command for one JSON document on stdout.',
      '',
      ...loaded.map(({ usage, summary }) => `  ${usage}: ${summary}`),
      '',
      "Arguments of a call: key=value (typed by the tool's schema), key:=json, key=@file, --key value, '{…}', - for stdin.",
      'Results: {"server","tool","status":"success","result","metadata"}; result is the MCP result.',
      'Failures: {"status":"error","error":{"message","code"?,"kind","retryable","hint"?,"problems"?,"suggestion"?},…}.',
      'error.problems names every wrong argument at once; error.suggestion is the command line put right.',
      `Exit codes: ${exitCodes.join('; ')}.`,
      '',
      'Examples:',
      '  mcp search add --json',
      '  mcp info demo/add --json',
      '  mcp call demo/add a=1 b=2 --json',
    ];
    await shell.stdout(`${lines.join('\n')}\n`);
    return 0;
  },
};
