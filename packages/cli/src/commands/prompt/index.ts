import type { ServerEntry } from '@concord/client';
import { compileRedaction, failure, isJsonObject, type JsonObject, type Problem, problem } from '@concord/contract';
import { nearest, type Prompt } from '@concord/engine';
import { answerMetadata, askServer } from '../../call/ask-server.js';
import type { Command } from '../../command/command.js';
import { CommandFailure, notFound, usage } from '../../command/failure.js';
import { commandOn, quoted } from '../../command/next-command.js';
import { missingItem, readTarget } from '../../find/target.js';
import { onServer } from '../../open/on-server.js';
import { printJson } from '../../print/json.js';
import { blockText } from '../../print/result-text.js';
import { visible } from '../../print/text.js';

const LIMIT_MS = 300_000;

/** `mcp prompt <server>/<name> [key=value…]`. */
export const prompt: Command = {
  summary: 'get a prompt',
  usage: 'mcp prompt <server>/<prompt> [key=value …] [-- command…]',
  flags: [],
  open: true,
  examples: ['mcp prompt demo/review language=go', 'mcp prompt demo/review language=go --json --timeout 30s'],
  run: async (context, line) => {
    const { flags } = context;
    const { entry, item, words } = await readTarget(line, context, 'prompt', true);
    if (item === undefined) throw missingItem('prompt', entry);
    const args = readTexts(words);
    const about = { server: entry.name, prompt: item };
    const subject = { ...about, entry };
    return onServer(entry, subject, LIMIT_MS, context, async opened => {
      const { source, line: progress } = opened;
      await source.refresh?.({ kinds: ['prompts'] });
      const { prompts } = source.snapshot();
      const found = prompts.find(each => each.name === item);
      const names = prompts.map(each => each.name);
      if (!found) throw notFound(`prompt '${item}' on '${entry.name}'`, nearest(item, names), subject);
      const [first, ...others] = faultsOf(found, args, entry);
      if (first) throw new CommandFailure(failure([first, ...others]), subject);
      const question = { method: 'prompts/get', name: found.name, args } as const;
      const result = (await askServer(question, subject, opened, context)) as JsonObject;
      await progress.end();
      const metadata = answerMetadata(source, context);
      if (flags.json) await printJson(context, { ...about, status: 'success', result, metadata });
      else await context.stdout(`${visible(messagesText(result), context.terminal.stdout)}\n`);
      return 0;
    });
  },
};

function messagesText({ messages }: JsonObject): string {
  const listed = Array.isArray(messages) ? messages.filter(isJsonObject) : [];
  return listed.map(({ role, content }) => `${role}: ${isJsonObject(content) ? blockText(content) : ''}`).join('\n');
}

/** Arguments of prompts are texts: `key=value`, `--key=value`, `--key value`. */
function readTexts(words: readonly string[]): Readonly<Record<string, string>> {
  const found = new Map<string, string>();
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    const text = word.replace(/^--/, '');
    const equals = text.indexOf('=');
    const next = words[at + 1];
    if (equals > 0) found.set(text.slice(0, equals), text.slice(equals + 1));
    else if (word.startsWith('--') && text !== '' && next !== undefined) {
      found.set(text, next);
      at++;
    } else throw usage(`'${word.slice(0, 80)}' is no argument: write key=value`, 'mcp help prompt');
  }
  return Object.fromEntries(found);
}

/** Missing and unknown arguments, all at once. */
function faultsOf(
  { name: prompt, arguments: known }: Prompt,
  args: Readonly<Record<string, string>>,
  entry: ServerEntry,
): readonly Problem[] {
  const names = known.map(each => each.name);
  const missing = known.filter(each => each.required && !Object.hasOwn(args, each.name)).map(each => each.name);
  const unknown = Object.keys(args).filter(name => !names.includes(name));
  const suggestion = commandOn('prompt', entry, prompt, suggestedWords(names, args, missing));
  const fault = (name: string, reason: string, says: string, received: string): Problem => {
    const near = reason === 'unknown' ? nearest(name, names) : undefined;
    const expected = reason === 'unknown' ? `one of ${names.join(', ')}` : 'string';
    const argument = { pointer: `/${name}`, expected, received, ...(near !== undefined && { nearest: near }) };
    const details = { parameter: name, reason, suggestion };
    return problem('invalid_params', `${name} ${says}`, {
      argument,
      details,
      hint: commandOn('prompts', entry),
    });
  };
  return [
    ...missing.map(name => fault(name, 'required', 'is required', 'nothing')),
    ...unknown.map(name => fault(name, 'unknown', 'is not known', 'a value')),
  ];
}

/** What was given and is known, and a place for what is missing. */
function suggestedWords(
  names: readonly string[],
  args: Readonly<Record<string, string>>,
  missing: readonly string[],
): readonly string[] {
  const given = names.filter(name => Object.hasOwn(args, name));
  const shown = (name: string) => compileRedaction({}).value({ [name]: args[name]! }).value as Record<string, string>;
  const isShown = (name: string) => shown(name)[name] === args[name];
  return [
    ...given.map(name => (isShown(name) ? quoted(`${name}=${args[name]}`) : `${quoted(name)}=<string>`)),
    ...missing.map(name => `${quoted(name)}=<string>`),
  ];
}
