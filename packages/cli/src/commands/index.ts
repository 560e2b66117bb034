import type { Command } from './command.js';

/** Every verb, loaded when it is used. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  list: async () => (await import('./list.js')).list,
  info: async () => (await import('./info.js')).info,
  call: async () => (await import('./call.js')).call,
  search: async () => (await import('./search.js')).search,
  resources: async () => (await import('./catalogs.js')).resources,
  read: async () => (await import('./read.js')).read,
  prompts: async () => (await import('./catalogs.js')).prompts,
  prompt: async () => (await import('./prompt.js')).prompt,
  serve: async () => (await import('./serve.js')).serve,
  context: async () => (await import('./context.js')).context,
  init: async () => (await import('./init.js')).init,
  new: async () => (await import('./new.js')).newContent,
  validate: async () => (await import('./validate.js')).validate,
  doctor: async () => (await import('./doctor.js')).doctor,
  'run-tool': async () => (await import('./run-tool.js')).runTool,
  registry: async () => (await import('./registry.js')).registry,
  health: async () => (await import('./health.js')).health,
  daemon: async () => (await import('./daemon.js')).daemon,
  login: async () => (await import('./login.js')).login,
  logout: async () => (await import('./login.js')).logout,
  config: async () => (await import('./config.js')).config,
  schema: async () => (await import('./schema.js')).schema,
  calls: async () => (await import('./calls.js')).calls,
  completion: async () => (await import('./completion.js')).completion,
  'agent-help': async () => (await import('./agent-help.js')).agentHelp,
};

/** Verbs for programs: no help names them. */
export const hiddenCommands: Readonly<Record<string, () => Promise<Command>>> = {
  __complete: async () => (await import('./completion.js')).complete,
  helper: async () => (await import('./helper.js')).helper,
  bundle: async () => (await import('./absent.js')).absent('bundle'),
  publish: async () => (await import('./absent.js')).absent('publish'),
  vendor: async () => (await import('./absent.js')).absent('vendor'),
  scaffold: async () => (await import('./absent.js')).scaffold,
};

/** Other words for the same. */
export const aliases: Readonly<Record<string, string>> = { grep: 'search', ls: 'list' };
