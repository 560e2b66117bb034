import type { Config } from '@concord/client';
import type { Command } from '../../command/command.js';
import type { CommandContext } from '../../command/context.js';
import { flagTable, sharedFlags } from '../../command/flags.js';
import { configured } from '../../find/servers.js';
import type { CompletionData } from './candidates.js';
import { rememberedTools } from './remembered-tools.js';
import { scripts } from './scripts.js';

const actions = {
  emit: ['types'],
  config: ['show', 'add', 'remove', 'import', 'trust', 'distrust', 'client'],
  new: ['tool', 'prompt', 'resource', 'completion', 'provider', 'test'],
  registry: ['refresh', 'status'],
  token: ['create', 'list', 'revoke', 'rotate'],
  audit: ['tail', 'query', 'verify', 'export'],
  spill: ['list', 'get', 'grep', 'rm'],
  daemon: ['status', 'stop', 'run'],
  completion: Object.keys(scripts),
};

/** Completion data from the table of commands, the configuration files and the stored catalogs. */
export function completionData(context: CommandContext, commands: Readonly<Record<string, Command>>): CompletionData {
  let reading: Promise<Config> | undefined;
  const config = () => {
    reading ??= configured({ ...context, flags: { ...context.flags, quiet: true } });
    return reading;
  };
  return {
    verbs: [...Object.keys(commands), 'help'],
    actions: { ...actions, help: Object.keys(commands), schema: Object.keys(commands) },
    flags: verb => {
      const own = commands[verb]?.ownFlags ?? {};
      const table = { ...flagTable, ...own };
      const names = new Set([...Object.keys(sharedFlags), ...(commands[verb]?.flags ?? []), ...Object.keys(own)]);
      return [...names].map(name => {
        const { value, choices = [] } = table[name]!;
        return { name, takesValue: value !== undefined, choices };
      });
    },
    servers: async () => (await config()).servers.filter(entry => entry.enabled).map(entry => entry.name),
    tools: async name => {
      const entry = (await config()).servers.find(each => each.name === name);
      return entry && rememberedTools(context, entry);
    },
  };
}
