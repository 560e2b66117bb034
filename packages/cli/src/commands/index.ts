import type { Command } from './command.js';

/** Every verb, loaded when it is used. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  list: async () => (await import('./list.js')).list,
  info: async () => (await import('./info.js')).info,
  call: async () => (await import('./call.js')).call,
  search: async () => (await import('./search.js')).search,
  resources: async () => (await import('./catalogs.js')).resources,
  read: async () => (await import('./reading.js')).read,
  prompts: async () => (await import('./catalogs.js')).prompts,
  prompt: async () => (await import('./reading.js')).prompt,
  serve: async () => (await import('./serve.js')).serve,
  config: async () => (await import('./config.js')).config,
  schema: async () => (await import('./telling.js')).schema,
  calls: async () => (await import('./telling.js')).calls,
  'agent-help': async () => (await import('./agent-help.js')).agentHelp,
};

/** Other words for the same. */
export const aliases: Readonly<Record<string, string>> = { grep: 'search', ls: 'list' };
