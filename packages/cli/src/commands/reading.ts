import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { compileRedaction, failure, type Json, type JsonObject, type Problem, problem } from '@concord/contract';
import { type Call, nearest } from '@concord/engine';
import { type About, CommandFailure, notFound, toCommandFailure, usage } from '../failure.js';
import type { CommandLine } from '../parse/command-line.js';
import { printJson } from '../print/json.js';
import { visible } from '../print/text.js';
import { type OpenServer, openServer } from '../servers.js';
import type { Shell } from '../shell.js';
import { readTarget, type Target } from '../target/target.js';
import { resultText } from './call.js';
import type { Command } from './command.js';

/** `mcp read <server> <uri>`. */
export const read: Command = {
  summary: 'read a resource',
  usage: 'mcp read <server> <uri>',
  flags: ['output'],
  examples: ['mcp read demo demo://readme', 'mcp read demo demo://pixel -o pixel.png'],
  run: (shell, line) =>
    onServer(shell, line, 'uri', async (server, { item }, about) => {
      if (item === undefined) throw usage('Which resource? Name its URI');
      if (!server.source.read) throw notFound(`resource '${item}' on '${server.entry.name}'`, undefined, about);
      const contents = await server.source.read(item, callFor(shell, server));
      const result = masked(server, { contents: contents as unknown as Json });
      if (line.flags.json) return printed(shell, line, { server: about.server, uri: item }, result);
      const [first] = contents;
      const bytes =
        first?.blob === undefined
          ? Buffer.from(String((result.contents as JsonObject[])[0]?.text ?? ''))
          : Buffer.from(first.blob, 'base64');
      if (line.flags.output !== undefined)
        await writeFile(resolve(shell.cwd, line.flags.output as string), bytes, { mode: 0o600 });
      else if (first?.blob !== undefined && shell.terminal.stdout)
        throw usage('That is no text', `mcp read ${about.server} ${item} -o FILE`);
      else await shell.stdout(first?.blob === undefined ? visible(bytes.toString(), shell.terminal.stdout) : bytes);
    }),
};

/** `mcp prompt <server>/<name> [key=value…]`. */
export const prompt: Command = {
  summary: 'get a prompt',
  usage: 'mcp prompt <server>/<prompt> [key=value …]',
  flags: [],
  open: true,
  examples: ['mcp prompt demo/review language=go'],
  run: (shell, line) =>
    onServer(shell, line, 'prompt', async (server, { item, words }, about) => {
      const found = server.source.snapshot().prompts.find(each => each.name === item);
      const names = server.source.snapshot().prompts.map(each => each.name);
      if (!found || !server.source.prompt)
        throw notFound(`prompt '${item}' on '${server.entry.name}'`, nearest(item ?? '', names), about);
      const args = Object.fromEntries(words.map(pair));
      const problems = found.arguments
        .filter(each => each.required && args[each.name] === undefined)
        .map(each => fault(each.name, 'is required', 'nothing'))
        .concat(
          Object.keys(args)
            .filter(key => !found.arguments.some(each => each.name === key))
            .map(key => fault(key, 'is not known', JSON.stringify(args[key]))),
        );
      const [first, ...others] = problems;
      if (first) throw new CommandFailure(failure([first, ...others]), { ...about, tool: item! });
      const result = masked(
        server,
        (await server.source.prompt(found.name, args, callFor(shell, server))) as unknown as JsonObject,
      );
      if (line.flags.json) return printed(shell, line, { server: about.server, prompt: item }, result);
      const lines = (result.messages as JsonObject[]).map(
        each => `${each.role}: ${resultText({ content: [each.content as JsonObject] })}`,
      );
      await shell.stdout(`${visible(lines.join('\n'), shell.terminal.stdout)}\n`);
    }),
};

async function onServer(
  shell: Shell,
  line: CommandLine,
  what: 'uri' | 'prompt',
  run: (server: OpenServer, target: Target, about: About & { server: string }) => Promise<void>,
): Promise<number> {
  const target = await readTarget(line, shell, what);
  const about = { server: target.entry.name, [what]: target.item ?? '' };
  const failing = (error: unknown) => {
    throw toCommandFailure(problemOf(error), about);
  };
  const server = await openServer(target.entry, shell, line.flags).catch(failing);
  try {
    await run(server, target, about).catch(failing);
    return 0;
  } finally {
    await server.close().catch(() => {});
  }
}

/** Sources throw problems; they are this command's failure. */
function problemOf(error: unknown): unknown {
  const found = (error as { problem?: Problem }).problem;
  return found === undefined ? error : new CommandFailure(failure(found));
}

function printed(shell: Shell, line: CommandLine, subject: object, result: JsonObject): Promise<void> {
  const metadata = { timestamp: shell.now().toISOString(), retry_count: null };
  return printJson(shell, line.flags, { ...subject, status: 'success', result, metadata });
}

function masked(server: OpenServer, value: JsonObject): JsonObject {
  return compileRedaction({ known: [...server.secrets] }).value(value).value as JsonObject;
}

function callFor(shell: Shell, server: OpenServer): Call {
  const controller = new AbortController();
  shell.signal.addEventListener('abort', () => controller.abort());
  return {
    requestId: '0'.repeat(32),
    tool: server.entry.name,
    caller: { name: 'mcp', transport: 'cli' },
    tier: 'community',
    signal: controller.signal,
    remainingMs: () => 300_000,
    progress: () => {},
    log: () => {},
    secret: () => {},
    ask: async questions => Object.fromEntries(Object.keys(questions).map(key => [key, { action: 'decline' }])),
  };
}

function pair(word: string): readonly [string, string] {
  const text = word.replace(/^--/, '');
  const at = text.indexOf('=');
  if (at < 1) throw usage(`'${word}' is no argument: write key=value`);
  return [text.slice(0, at), text.slice(at + 1)];
}

function fault(name: string, says: string, received: string): Problem {
  return problem('invalid_params', `${name} ${says}`, {
    argument: { pointer: `/${name}`, expected: 'string', received },
  });
}
