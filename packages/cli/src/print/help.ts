import type { Command, CommandTable } from '../command/command.js';
import { type Flag, ownFlags, sharedFlags } from '../command/flags.js';

const table: Readonly<Record<string, Flag>> = { ...sharedFlags, ...ownFlags };

export const exitCodes = [
  '0 success',
  '1 usage or configuration',
  '2 the tool or server answered with an error',
  '3 could not reach or start the server, or timeout',
  '4 authentication required',
  '130, 143 signals',
] as const;

/** The help of `mcp` itself. */
export async function mainHelp(commands: CommandTable): Promise<string> {
  const loaded = await Promise.all(Object.entries(commands).map(async ([name, load]) => [name, await load()] as const));
  return [
    'mcp: one contract for every MCP tool call',
    '',
    'Usage: mcp <command> [flags]',
    '',
    'Commands:',
    ...loaded.map(([name, { summary }]) => `  ${name.padEnd(12)} ${summary}`),
    '',
    'Flags of every command:',
    ...Object.keys(sharedFlags).map(name => flagLine(name)),
    '',
    'Examples:',
    '  mcp list',
    '  mcp call demo/add a=1 b=2',
    '  mcp serve demo --http',
    '',
    `Exit codes: ${exitCodes.join(' · ')}`,
    'mcp help <command> tells more.',
    '',
  ].join('\n');
}

/** The help of one command. */
export function commandHelp({ summary, usage, flags, ownFlags = {}, examples, more }: Command): string {
  const lines = [
    ...flags.map(name => flagLine(name)),
    ...Object.entries(ownFlags).map(([name, flag]) => flagLine(name, flag)),
  ];
  return [
    `${usage}`,
    `  ${summary}`,
    ...(lines.length === 0 ? [] : ['', 'Flags:', ...lines]),
    '',
    'Examples:',
    ...examples.map(each => `  ${each}`),
    ...(more === undefined ? [] : ['', more]),
    '',
    'mcp --help has the flags every command takes.',
    '',
  ].join('\n');
}

function flagLine(name: string, { short, value, help }: Flag = table[name]!): string {
  const written = `${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
  return `  ${written.padEnd(28)} ${help}`;
}
