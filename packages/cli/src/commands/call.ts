import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  callToolResult,
  classify,
  type DialectName,
  dialects,
  type Failure,
  isJsonObject,
  type JsonObject,
  type Outcome,
} from '@concord/contract';
import { createEngine, type Invocation, invoke } from '@concord/engine';
import { assemble } from '../arguments/assemble.js';
import { BadWord, readAssignments } from '../arguments/assignments.js';
import { readStandardInput, standardInputWords } from '../arguments/standard-input.js';
import { suggestionFor } from '../arguments/suggestion.js';
import { type About, CommandFailure, notFound, toCommandFailure, usage } from '../failure.js';
import { readDuration } from '../parse/command-line.js';
import type { Flags } from '../parse/flags.js';
import { textOf } from '../print/error.js';
import { printJson } from '../print/json.js';
import { visible } from '../print/text.js';
import { type ListedTool, type OpenServer, openServer } from '../servers.js';
import type { Shell } from '../shell.js';
import { readTarget } from '../target/target.js';
import type { Command } from './command.js';
import { toolNamed } from './info.js';

const LARGEST_FILE = 16 * 1_048_576;

/** `mcp call <server>/<tool> [arguments]`. */
export const call: Command = {
  summary: 'call a tool',
  usage: 'mcp call <server>/<tool> [json | - | @file | key=value … | --key value …]',
  flags: ['full', 'dry-run', 'unsafe-output'],
  open: true,
  examples: [
    'mcp call demo/echo message=hi',
    'mcp call demo/add a=1 b=2 --json',
    `mcp call demo/add '{"a": 1, "b": 2}'`,
    'mcp call echo message=hi -- npx -y @modelcontextprotocol/server-everything',
  ],
  run: async (shell, line) => {
    const { entry, item, words } = await readTarget(line, shell, 'tool');
    if (item === undefined) throw usage(`Which tool of '${entry.name}'?`, `mcp list ${entry.name}`);
    const about = { server: entry.name, tool: item };
    const failing = (error: unknown) => {
      throw toCommandFailure(error, about);
    };
    const server = await openServer(entry, shell, line.flags).catch(failing);
    try {
      return await callOn(server, item, words, shell, line.flags).catch(failing);
    } finally {
      await server.close().catch(() => {});
    }
  },
};

async function callOn(
  server: OpenServer,
  name: string,
  words: readonly string[],
  shell: Shell,
  flags: Flags,
): Promise<number> {
  const about = { server: server.entry.name, tool: name };
  if (server.hidden.includes(name)) throw notFound(`tool '${name}' that may be called`, undefined, about);
  const listed = toolNamed(server, name);
  const args = await readArguments(listed, words, shell);
  if (flags['dry-run']) {
    await printJson(shell, flags, { ...about, arguments: args });
    return 0;
  }
  const engine = createEngine({ env: shell.env, warn: message => void shell.stderr(`warning: ${message}\n`) });
  const given = (flags.timeout as string | undefined) ?? shell.env.MCP_TIMEOUT;
  const invocation = await invoke(listed.tool, args, {
    engine,
    signal: shell.signal,
    server: about.server,
    caller: { name: 'mcp', transport: 'cli' },
    knownSecrets: server.secrets,
    ...(given !== undefined && { timeoutMs: readDuration(given, '--timeout') ?? Number.MAX_SAFE_INTEGER }),
    ...(flags['unsafe-output'] && { unsafeOutput: true }),
    onProgress: ({ progress, total, message }) => {
      if (shell.terminal.stderr && !flags.quiet)
        void shell.stderr(`${[progress, total].filter(Number.isFinite).join('/')} ${message ?? ''}\n`);
    },
  });
  const code = await print(invocation, args, about, shell, flags, server.connection?.retryCount ?? 0);
  await engine.records.flush();
  return code;
}

async function readArguments({ inputSchema }: ListedTool, words: readonly string[], shell: Shell): Promise<JsonObject> {
  try {
    const given = words.length > 0 ? words : await standardInputWords(shell);
    return await assemble(readAssignments(given), inputSchema, {
      file: path => readArgumentFile(resolve(shell.cwd, path), path),
      stdin: () => readStandardInput(shell, LARGEST_FILE),
    });
  } catch (error) {
    throw error instanceof BadWord ? invalidArguments(error.message) : error;
  }
}

async function readArgumentFile(path: string, shown: string): Promise<Buffer> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new BadWord(shown, `The file ${shown} cannot be read (${error.code})`);
  });
  if (bytes.length > LARGEST_FILE) throw new BadWord(shown, `The file ${shown} is larger than ${LARGEST_FILE} bytes`);
  return bytes;
}

function invalidArguments(message: string): CommandFailure {
  const { failure } = usage(message);
  const [problem] = failure.problems;
  const { variant: _, hint: __, ...plain } = problem;
  return new CommandFailure({ ...failure, problems: [plain] });
}

async function print(
  invocation: Invocation,
  args: JsonObject,
  about: About,
  shell: Shell,
  flags: Flags,
  retries: number,
): Promise<number> {
  const facts = { ...invocation.facts, ...(retries > 0 && { retryCount: retries }) };
  const outcome = withAdvice(invocation.outcome, args, about);
  const dialect = (flags.json ? 'cli' : (flags.dialect as DialectName | undefined)) ?? 'text';
  if (!Object.hasOwn(dialects, dialect)) throw usage(`--dialect must be one of ${Object.keys(dialects).join(', ')}`);
  if (dialect === 'cli')
    await printJson(shell, flags, withDetails(dialects.cli.render(outcome, facts) as JsonObject, facts, flags));
  else if (dialect !== 'text')
    await shell.stdout(`${dialects[dialect].write(dialects[dialect].render(outcome, facts))}\n`);
  else if (outcome.ok)
    await shell.stdout(`${visible(resultText(callToolResult(outcome, facts, 'text')), shell.terminal.stdout)}\n`);
  else await shell.stderr(textOf(outcome.problems, facts, shell));
  if (outcome.ok) return 0;
  return shell.interruptedWith() ?? classify(outcome.problems[0], outcome.exitCode).cli.exit;
}

/** A refused call says how it would be written right. */
function withAdvice(outcome: Outcome, args: JsonObject, about: About): Outcome {
  if (outcome.ok || outcome.problems[0].kind !== 'invalid_params' || outcome.result) return outcome;
  const [first, ...others] = outcome.problems;
  const target = `${about.server}/${about.tool}`;
  const suggestion = suggestionFor(target, args, outcome.problems);
  const problems: Failure['problems'] = [
    { ...first, hint: `mcp info ${target}`, details: { ...first.details, suggestion } },
    ...others,
  ];
  return { ...outcome, problems };
}

function withDetails(document: JsonObject, facts: Invocation['facts'], flags: Flags): JsonObject {
  if (!flags.full || !isJsonObject(document.metadata)) return document;
  return {
    ...document,
    metadata: { ...document.metadata, duration_ms: facts.durationMs, request_id: facts.requestId },
  };
}

/** A result for people: its texts, else its data, and a line for everything that is neither. */
export function resultText(result: JsonObject): string {
  const blocks = Array.isArray(result.content) ? (result.content as readonly JsonObject[]) : [];
  const lines = blocks.map(block => {
    if (block.type === 'text') return String(block.text);
    if (block.type === 'resource_link') return `${block.name} <${block.uri}>`;
    const resource = isJsonObject(block.resource) ? block.resource : block;
    if (typeof resource.text === 'string') return resource.text;
    const data = String(resource.data ?? resource.blob ?? '');
    return `${resource.mimeType ?? block.type}, ${Buffer.byteLength(data, 'base64').toLocaleString('en-US')} bytes`;
  });
  if (lines.length > 0) return lines.join('\n').replace(/\n$/, '');
  return result.structuredContent === undefined ? '' : JSON.stringify(result.structuredContent, null, 2);
}
