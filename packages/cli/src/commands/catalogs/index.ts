import type { JsonObject } from '@concord/contract';
import type { Prompt, Resource, ResourceTemplate } from '@concord/engine';
import type { Command } from '../../command/command.js';
import type { CommandContext } from '../../command/context.js';
import type { CommandFailure } from '../../command/failure.js';
import { readServers } from '../../find/target.js';
import { allClosed, type Listed, listEachServer, type ServerLists } from '../../open/each-server.js';
import { printJson } from '../../print/json.js';
import { paintFor } from '../../print/paint.js';
import { exitCodeOfAll, failedLines, failedMembers, nameWidth, totals } from '../../print/server-lines.js';
import { counted, oneLine, padded, visible, widthOf } from '../../print/text.js';

/** A server with its members of the `--json` document. */
type Members = Omit<Listed, 'answer'> & ({ readonly answer: JsonObject } | { readonly failed: CommandFailure });

/** How one kind of list (resources, prompts) is read and printed. */
interface Catalog {
  readonly noun: 'resource' | 'prompt';
  /** The members of a server that has nothing. */
  readonly empty: JsonObject;
  members(lists: ServerLists): JsonObject;
  summary(members: JsonObject): string;
  /** Two columns a line. */
  lines(members: JsonObject): readonly (readonly [string, string])[];
}

function catalogCommand(catalog: Catalog): Command {
  const plural = `${catalog.noun}s`;
  return {
    summary: `show ${plural}`,
    usage: `mcp ${plural} [server | url | -- command…]`,
    flags: ['strict'],
    examples: [`mcp ${plural} demo`, `mcp ${plural} --json --timeout 10s`],
    run: async (context, line) => {
      const { flags } = context;
      const listed = await listEachServer(await readServers(line, context), context, [`${catalog.noun}s`]);
      const results = listed.map(each => ('answer' in each ? { ...each, answer: catalog.members(each.answer) } : each));
      if (flags.json) await printJson(context, documentOf(catalog, results));
      else {
        const paint = paintFor(context, 'stdout');
        const width = nameWidth(results);
        const lines = results.flatMap(each =>
          'failed' in each
            ? failedLines(each.entry, each.failed, width, paint, context.terminal.stdout)
            : [
                `${paint.bold(padded(each.entry.name, width))}  ${catalog.summary(each.answer)}`,
                ...inColumns(catalog.lines(each.answer), context),
              ],
        );
        await context.stdout(`${lines.join('\n')}\n`);
      }
      await allClosed(listed);
      return exitCodeOfAll(results, flags.strict === true);
    },
  };
}

function documentOf({ noun, empty }: Catalog, results: readonly Members[]): object {
  const counts = results.map(each => ('answer' in each ? (each.answer[`${noun}_count`] as number) : 0));
  return {
    servers: results.map(each =>
      'answer' in each
        ? { name: each.entry.name, status: 'connected', ...each.answer, error: null }
        : { name: each.entry.name, status: 'failed', ...empty, ...failedMembers(each) },
    ),
    ...totals(results),
    [`total_${noun}s`]: counts.reduce((sum, count) => sum + count, 0),
  };
}

function inColumns(lines: readonly (readonly [string, string])[], context: CommandContext): string[] {
  const left = lines.map(([text]) => visible(text, context.terminal.stdout));
  const width = Math.min(48, Math.max(0, ...left.map(widthOf)));
  return lines.map(([, text], index) => {
    const start = `  ${padded(left[index]!, width)}   `;
    const room = Math.max(20, context.columns - widthOf(start));
    return `${start}${oneLine(visible(text, context.terminal.stdout), room, context.terminal.stdout)}`.trimEnd();
  });
}

/** Only what is there, in the document's order. */
const definedMembers = (members: object): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as JsonObject;

const resourceMembers = ({ uri, name, title, description, mimeType, size }: Resource) =>
  definedMembers({ uri, name: name ?? uri, title, description, mime_type: mimeType, size });

const templateMembers = ({ uriTemplate, name, title, description, mimeType }: ResourceTemplate) =>
  definedMembers({ uri_template: uriTemplate, name: name ?? uriTemplate, title, description, mime_type: mimeType });

const promptMembers = ({ name, title, description, arguments: args }: Prompt) =>
  definedMembers({
    name,
    title,
    description,
    arguments: args.map(each =>
      definedMembers({ name: each.name, description: each.description, required: each.required }),
    ),
  });

/** `mcp resources [server]`. */
export const resources = catalogCommand({
  noun: 'resource',
  empty: { resource_count: 0, resources: [], templates: [] },
  members: ({ resources: items, resourceTemplates: templates }) => ({
    resource_count: items.length,
    resources: items.map(resourceMembers),
    templates: templates.map(templateMembers),
  }),
  summary: ({ resource_count, templates }) =>
    `${counted(resource_count as number, 'resource')}, ${counted((templates as unknown[]).length, 'template')}`,
  lines: ({ resources: items, templates }) => [
    ...(items as JsonObject[]).map(
      each => [String(each.uri), [each.name, each.mime_type].filter(Boolean).join(', ')] as const,
    ),
    ...(templates as JsonObject[]).map(each => [String(each.uri_template), `${each.name} (template)`] as const),
  ],
});

/** `mcp prompts [server]`. */
export const prompts = catalogCommand({
  noun: 'prompt',
  empty: { prompt_count: 0, prompts: [] },
  members: ({ prompts: items }) => ({ prompt_count: items.length, prompts: items.map(promptMembers) }),
  summary: ({ prompt_count }) => counted(prompt_count as number, 'prompt'),
  lines: ({ prompts: items }) =>
    (items as JsonObject[]).map(each => {
      const args = (each.arguments as JsonObject[]).map(arg => (arg.required ? arg.name : `[${arg.name}]`));
      return [`${each.name}(${args.join(', ')})`, String(each.description ?? '')] as const;
    }),
});
