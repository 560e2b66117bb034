import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { type Definition, login as signIn, logout as signOut } from '@concord/client';
import type { Command, CommandWords } from '../../command/command.js';
import type { CommandContext } from '../../command/context.js';
import { CommandFailure, toCommandFailure, usage } from '../../command/failure.js';
import { stateFolder } from '../../command/folders.js';
import { readTarget } from '../../find/target.js';
import { definitionOf } from '../../open/open.js';
import { numberOf } from '../../parse/values.js';
import { printJson } from '../../print/json.js';

/** `mcp login <server>`: the only command that sends anybody to a page to sign in. */
export const login: Command = {
  summary: 'sign in to a server that asks for it',
  usage: 'mcp login <server> [--no-browser] [--timeout TIME]',
  flags: ['no-browser'],
  examples: ['mcp login github', 'mcp login github --no-browser', 'mcp login https://example.com/mcp'],
  more: 'With --no-browser the address of the page is printed; paste the address that the browser ends up at. Limit 300 s.',
  run: (context, line) =>
    onDefinition(context, line, async (name, definition) => {
      const pasted = context.flags['no-browser'] ? firstLine(context.stdin) : undefined;
      try {
        const { issuer } = await signIn(definition, {
          stateFolder: stateFolder(context),
          openBrowser: pasted === undefined,
          onUrl: (url, isOpen) => void context.stderr(signInText(name, url, isOpen, pasted !== undefined)),
          ...(pasted && { pastedRedirect: () => pasted.text }),
          signal: context.signal,
          env: context.env,
          ...timeoutOf(context),
        });
        return issuer === undefined ? `${name} asks nobody to sign in` : `signed in to ${name} at ${issuer}`;
      } finally {
        pasted?.close();
      }
    }),
};

/** `mcp logout <server>`: forgets its tokens, and has them revoked where that is offered. */
export const logout: Command = {
  summary: 'forget the tokens of a server',
  usage: 'mcp logout <server>',
  flags: [],
  examples: ['mcp logout github'],
  run: (context, line) =>
    onDefinition(context, line, async (name, definition) => {
      const { removed } = await signOut(definition, { stateFolder: stateFolder(context), env: context.env });
      return removed ? `signed out of ${name}` : `nobody was signed in to ${name}`;
    }),
};

async function onDefinition(
  context: CommandContext,
  line: CommandWords,
  work: (name: string, definition: Definition) => Promise<string>,
): Promise<number> {
  const { entry, item, words } = await readTarget(line, context, 'server');
  if (item !== undefined || words.length > 0) throw usage('One server at a time', 'mcp login <server>');
  const { name } = entry;
  try {
    const definition = await definitionOf(entry, context);
    if (definition.transport === 'stdio' || definition.transport === 'built-in')
      throw usage(`'${name}' is not behind a URL: there is nothing to sign in to`, `mcp info ${name}`);
    const text = await work(name, definition);
    const metadata = { timestamp: context.now().toISOString() };
    if (context.flags.json) await printJson(context, { server: name, status: 'success', metadata });
    else await context.stdout(`${text}\n`);
    return 0;
  } catch (error) {
    const { failure, about, retryCount } = toCommandFailure(error, { server: name, entry });
    throw new CommandFailure(failure, about, retryCount);
  }
}

function timeoutOf({ flags }: CommandContext): { timeoutMs?: number } {
  const timeoutMs = numberOf(flags, 'timeout', 'duration');
  return timeoutMs === undefined ? {} : { timeoutMs };
}

function signInText(name: string, url: string, isOpen: boolean, canPaste: boolean): string {
  const where = isOpen ? 'A browser shows the page' : 'Open this page';
  const then = canPaste
    ? 'Then paste the address the browser ends up at here, if it does not say that it is done.\n'
    : '';
  return `${where} to sign in to ${name}:\n  ${url}\n${then}`;
}

/** The first line of an input. `text` stays pending when the input ends without one; `close` stops reading. */
function firstLine(input: Readable): { readonly text: Promise<string>; close(): void } {
  const reading = createInterface({ input });
  return { text: new Promise(resolve => reading.once('line', resolve)), close: () => reading.close() };
}
