import { fitsGlob } from '@concord/client';
import { classify } from '@concord/contract';
import { eachServer } from '../each-server.js';
import { usage } from '../failure.js';
import { readCount } from '../parse/command-line.js';
import { printJson } from '../print/json.js';
import { signatureOf } from '../print/signature.js';
import { fitted, visible } from '../print/text.js';
import { configured, type ListedTool } from '../servers.js';
import type { Command } from './command.js';
import { exitCodeOf } from './list.js';

interface Match {
  readonly server: string;
  readonly tool: ListedTool;
  /** Lower is better. */
  readonly rank: number;
}

/** `mcp search <pattern>`. */
export const search: Command = {
  summary: 'find tools by name and description',
  usage: 'mcp search <pattern>',
  flags: ['limit', 'strict'],
  examples: [
    'mcp search file',
    `mcp search 'read_*'`,
    `mcp search file --json | jq -r '.matches[] | "\\(.server)/\\(.tool)"'`,
  ],
  run: async (shell, { words, flags }) => {
    const pattern = words.join(' ');
    if (pattern === '') throw usage('What should be searched for?', 'mcp search <pattern>');
    const { servers } = await configured(shell, flags);
    const reached = await eachServer(
      servers.filter(entry => entry.enabled),
      shell,
      flags,
      async ({ tools }) => tools,
    );
    const matches = reached.flatMap(each => ('answer' in each ? matchesIn(each.entry.name, each.answer, pattern) : []));
    matches.sort((left, right) => left.rank - right.rank);
    const shown = flags.limit === undefined ? matches : matches.slice(0, readCount(flags.limit as string, '--limit'));
    const failed = reached.flatMap(each => ('failed' in each ? [each] : []));
    const names = failed.map(each => each.entry.name);
    if (flags.json) {
      await printJson(shell, flags, {
        pattern,
        total_matches: matches.length,
        matches: shown.map(({ server, tool }) => ({
          server,
          tool: tool.name,
          ...(tool.description !== undefined && { description: tool.description }),
        })),
        failed_servers: names,
        ...(failed.length > 0 && {
          failures: failed.map(({ entry, failed: { failure } }) => ({
            server: entry.name,
            kind: classify(failure.problems[0], failure.exitCode).cli.kind ?? failure.problems[0].kind,
            message: failure.problems[0].message,
          })),
        }),
      });
    } else {
      const lines = shown.map(({ server, tool }) => {
        const left = `${server}/${signatureOf(tool.name, tool.inputSchema)}   `;
        return `${left}${fitted(tool.description ?? '', Math.max(20, shell.columns - left.length))}`;
      });
      const count = `${matches.length} ${matches.length === 1 ? 'match' : 'matches'} in ${reached.length} servers`;
      const summary = names.length === 0 ? count : `${count}, ${names.length} failed: ${names.join(', ')}`;
      await shell.stdout(`${visible([...lines, summary].join('\n'), shell.terminal.stdout)}\n`);
    }
    return exitCodeOf(reached, flags.strict === true);
  },
};

function matchesIn(server: string, tools: readonly ListedTool[], pattern: string): readonly Match[] {
  return tools.flatMap(tool => {
    const rank = /[*?[]/.test(pattern) ? globRank(server, tool.name, pattern) : wordRank(tool, pattern);
    return rank === undefined ? [] : [{ server, tool, rank }];
  });
}

/** A glob is about the whole name; one with a slash about server and name. */
function globRank(server: string, name: string, pattern: string): number | undefined {
  const subject = pattern.includes('/') ? `${server}/${name}` : name;
  return fitsGlob(pattern.toLowerCase(), subject.toLowerCase()) ? 0 : undefined;
}

/** Every word must occur. Exact name, beginning of the name, beginning of a word in it, inside it, description. */
function wordRank({ name, description = '' }: ListedTool, pattern: string): number | undefined {
  const [lower, text] = [name.toLowerCase(), description.slice(0, 4_096).toLowerCase()];
  const words = pattern
    .toLowerCase()
    .split(' ')
    .filter(word => word !== '');
  if (!words.every(word => lower.includes(word) || text.includes(word))) return undefined;
  const [word = ''] = words;
  if (lower === pattern.toLowerCase()) return 0;
  if (lower.startsWith(word)) return 1;
  if (lower.split(/[-_./]/).some(part => part.startsWith(word))) return 2;
  return lower.includes(word) ? 3 : 4;
}
