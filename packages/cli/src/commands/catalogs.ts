import type { JsonObject } from '@concord/contract';
import type { Prompt, Resource, ResourceTemplate } from '@concord/engine';
import { eachServer, type Reached } from '../each-server.js';
import { printJson } from '../print/json.js';
import { visible } from '../print/text.js';
import { configured, type OpenServer, serverNamed } from '../servers.js';
import type { Command } from './command.js';
import { exitCodeOf, failedMembers } from './list.js';

/** What a list of something other than tools shows of each server. */
interface Catalog {
  readonly noun: 'resource' | 'prompt';
  members(server: OpenServer): JsonObject;
  lines(members: JsonObject): readonly string[];
}

function catalogCommand(catalog: Catalog): Command {
  const plural = `${catalog.noun}s`;
  return {
    summary: `show ${plural}`,
    usage: `mcp ${plural} [server]`,
    flags: ['strict'],
    examples: [`mcp ${plural} demo`, `mcp ${plural} --json`],
    run: async (shell, { words, flags }) => {
      const config = await configured(shell, flags);
      const entries =
        words[0] === undefined ? config.servers.filter(entry => entry.enabled) : [serverNamed(config, words[0])];
      const reached = await eachServer(entries, shell, flags, async server => catalog.members(server));
      if (flags.json) await printJson(shell, flags, documentOf(catalog, reached));
      else
        await shell.stdout(
          `${visible(reached.flatMap(each => textLines(catalog, each)).join('\n'), shell.terminal.stdout)}\n`,
        );
      return exitCodeOf(reached, flags.strict === true);
    },
  };
}

function documentOf({ noun }: Catalog, reached: readonly Reached<JsonObject>[]): object {
  const empty =
    noun === 'resource' ? { resource_count: 0, resources: [], templates: [] } : { prompt_count: 0, prompts: [] };
  const connected = reached.flatMap(each => ('answer' in each ? [each.answer] : []));
  return {
    servers: reached.map(each =>
      'answer' in each
        ? { name: each.entry.name, status: 'connected', ...each.answer, error: null }
        : { name: each.entry.name, status: 'failed', ...empty, ...failedMembers(each) },
    ),
    total_servers: reached.length,
    connected_servers: connected.length,
    failed_servers: reached.length - connected.length,
    [`total_${noun}s`]: connected.reduce((sum, members) => sum + (members[`${noun}_count`] as number), 0),
  };
}

function textLines(catalog: Catalog, each: Reached<JsonObject>): readonly string[] {
  if ('failed' in each) return [`${each.entry.name}  failed: ${each.failed.message}`];
  return [
    `${each.entry.name}  ${each.answer[`${catalog.noun}_count`]} ${catalog.noun}s`,
    ...catalog.lines(each.answer).map(line => `  ${line}`),
  ];
}

/** Only what is there, in the document's order. */
const present = (members: object): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as JsonObject;

/** `mcp resources [server]`. */
export const resources = catalogCommand({
  noun: 'resource',
  members: ({ source }) => {
    const snapshot = source.snapshot();
    return {
      resource_count: snapshot.resources.length,
      resources: snapshot.resources.map(({ uri, name, title, description, mimeType, size }: Resource) =>
        present({ uri, name, title, description, mime_type: mimeType, size }),
      ),
      templates: snapshot.resourceTemplates.map(
        ({ uriTemplate, name, title, description, mimeType }: ResourceTemplate) =>
          present({ uri_template: uriTemplate, name, title, description, mime_type: mimeType }),
      ),
    };
  },
  lines: ({ resources: items, templates }) => [
    ...(items as JsonObject[]).map(each => `${each.uri}   ${[each.name, each.mime_type].filter(Boolean).join(', ')}`),
    ...(templates as JsonObject[]).map(each => `${each.uri_template}   ${each.name} (template)`),
  ],
});

/** `mcp prompts [server]`. */
export const prompts = catalogCommand({
  noun: 'prompt',
  members: ({ source }) => {
    const items = source.snapshot().prompts;
    return {
      prompt_count: items.length,
      prompts: items.map(({ name, title, description, arguments: args }: Prompt) =>
        present({
          name,
          title,
          description,
          arguments: args.map(each =>
            present({ name: each.name, description: each.description, required: each.required }),
          ),
        }),
      ),
    };
  },
  lines: ({ prompts: items }) =>
    (items as JsonObject[]).map(each => {
      const args = (each.arguments as JsonObject[]).map(arg => (arg.required ? arg.name : `[${arg.name}]`));
      return `${each.name}(${args.join(', ')})   ${each.description ?? ''}`.trimEnd();
    }),
});
