import type { JsonObject } from '@concord/contract';
import { classify } from '@concord/contract';
import { eachServer, type Reached } from '../each-server.js';
import type { CommandFailure } from '../failure.js';
import { printJson } from '../print/json.js';
import { signatureOf } from '../print/signature.js';
import { fitted, visible } from '../print/text.js';
import { configured, type OpenServer, serverNamed } from '../servers.js';
import type { Shell } from '../shell.js';
import { readTarget } from '../target/target.js';
import type { Command } from './command.js';

type Listed = Pick<OpenServer, 'tools' | 'hidden'>;

/** `mcp list [server]`. */
export const list: Command = {
  summary: 'show servers and their tools',
  usage: 'mcp list [server | url | -- command…]',
  flags: ['describe', 'full', 'strict'],
  examples: ['mcp list', 'mcp list demo --json', 'mcp list -- npx -y @modelcontextprotocol/server-everything'],
  run: async (shell, line) => {
    const { words, flags, rest } = line;
    const config = words.length === 0 && !rest ? await configured(shell, flags) : undefined;
    const direct = rest || /^https?:/.test(words[0] ?? '');
    const entries = config
      ? config.servers.filter(entry => entry.enabled)
      : [
          direct
            ? (await readTarget(line, shell, 'server')).entry
            : serverNamed(await configured(shell, flags), words[0]!),
        ];
    const reached = await eachServer(entries, shell, flags, async ({ tools, hidden }) => ({ tools, hidden }));
    if (flags.json) await printJson(shell, flags, documentOf(reached));
    else await shell.stdout(textOf(reached, shell, flags.describe === true));
    return exitCodeOf(reached, flags.strict === true);
  },
};

/** Success when anybody answered; otherwise, or where one failure is enough, the code of the first that failed. */
export function exitCodeOf(reached: readonly Reached<unknown>[], strict: boolean): number {
  const failed = reached.filter((each): each is Reached<unknown> & { failed: CommandFailure } => 'failed' in each);
  if (failed.length === 0 || (failed.length < reached.length && !strict)) return 0;
  const { problems, exitCode } = failed[0]!.failed.failure;
  return classify(problems[0], exitCode).cli.exit;
}

function documentOf(reached: readonly Reached<Listed>[]): object {
  const servers = reached.map(each =>
    'answer' in each ? connected(each.entry.name, each.answer) : failedServer(each),
  );
  const connectedServers = reached.filter(each => 'answer' in each);
  return {
    servers,
    total_servers: reached.length,
    connected_servers: connectedServers.length,
    failed_servers: reached.length - connectedServers.length,
    total_tools: connectedServers.reduce((sum, each) => sum + ('answer' in each ? each.answer.tools.length : 0), 0),
  };
}

function connected(name: string, { tools, hidden }: Listed): object {
  return {
    name,
    status: 'connected',
    tool_count: tools.length,
    tools: tools.map(tool => ({
      name: tool.name,
      ...(tool.description !== undefined && { description: tool.description }),
      input_schema: tool.inputSchema,
    })),
    error: null,
    ...(hidden.length > 0 && { hidden_tools: hidden }),
  };
}

/** The members a server that could not be reached has in every list. */
export function failedMembers({ failed }: { readonly failed: CommandFailure }): JsonObject {
  const [problem] = failed.failure.problems;
  const { cli } = classify(problem, failed.failure.exitCode);
  return {
    error: problem.message,
    error_kind: cli.kind ?? problem.kind,
    ...(problem.hint !== undefined && { error_hint: problem.hint }),
  };
}

function failedServer(each: Reached<Listed> & { failed: CommandFailure }): object {
  return { name: each.entry.name, status: 'failed', tool_count: 0, tools: [], ...failedMembers(each) };
}

function textOf(reached: readonly Reached<Listed>[], shell: Shell, describe: boolean): string {
  const width = Math.max(0, ...reached.map(each => each.entry.name.length));
  const lines = reached.flatMap(each => {
    const head = `${each.entry.name.padEnd(width)}  ${each.entry.transport}`;
    if ('failed' in each) {
      const [problem] = each.failed.failure.problems;
      const next = problem.hint === undefined ? [] : [`${' '.repeat(width)}  next: ${problem.hint}`];
      return [`${head}  failed: ${problem.message}`, ...next];
    }
    const { tools } = each.answer;
    const signatures = tools.map(tool => signatureOf(tool.name, tool.inputSchema));
    const column = Math.min(40, Math.max(0, ...signatures.map(text => text.length)));
    return [
      `${head}  ${tools.length} tools`,
      ...tools.map((tool, index) => {
        const left = `  ${signatures[index]!.padEnd(column)}  `;
        const description = tool.description ?? '';
        return describe
          ? `${left}${description.replaceAll('\n', '\n    ')}`
          : `${left}${fitted(description, Math.max(20, shell.columns - left.length))}`;
      }),
    ];
  });
  const answered = reached.filter(each => 'answer' in each);
  const total = answered.reduce((sum, each) => sum + ('answer' in each ? each.answer.tools.length : 0), 0);
  const summary = `${reached.length} servers, ${answered.length} connected, ${reached.length - answered.length} failed, ${total} tools`;
  return `${visible([...lines, summary].join('\n'), shell.terminal.stdout)}\n`;
}
