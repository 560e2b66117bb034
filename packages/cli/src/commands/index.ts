import type { CommandTable } from '../command/command.js';

/** Every verb, loaded when it is used. */
export const commands: CommandTable = {
  list: async () => (await import('./list/index.js')).list,
  info: async () => (await import('./info/index.js')).info,
  call: async () => (await import('./call/index.js')).call,
  search: async () => (await import('./search/index.js')).search,
  resources: async () => (await import('./catalogs/index.js')).resources,
  read: async () => (await import('./read/index.js')).read,
  prompts: async () => (await import('./catalogs/index.js')).prompts,
  prompt: async () => (await import('./prompt/index.js')).prompt,
  serve: async () => (await import('./serve/index.js')).serve,
  scan: async () => (await import('./scan/index.js')).scanCommand,
  context: async () => (await import('./context/index.js')).contextCommand,
  init: async () => (await import('./init/index.js')).init,
  new: async () => (await import('./new/index.js')).newContent,
  validate: async () => (await import('./validate/index.js')).validate,
  doctor: async () => (await import('./doctor/index.js')).doctor,
  'run-tool': async () => (await import('./run-tool/index.js')).runTool,
  registry: async () => (await import('./registry/index.js')).registry,
  health: async () => (await import('./health/index.js')).health,
  daemon: async () => (await import('./daemon/index.js')).daemon,
  logs: async () => (await import('./logs/index.js')).logs,
  login: async () => (await import('./login/index.js')).login,
  logout: async () => (await import('./login/index.js')).logout,
  config: async () => (await import('./config/index.js')).config,
  emit: async () => (await import('./emit/index.js')).emit,
  schema: async () => (await import('./schema/index.js')).schema,
  token: async () => (await import('./token/index.js')).token,
  calls: async () => (await import('./calls/index.js')).calls,
  explain: async () => (await import('./explain/index.js')).explain,
  audit: async () => (await import('./audit/index.js')).audit,
  spill: async () => (await import('./spill/index.js')).spill,
  completion: async () => (await import('./completion/index.js')).completion,
  version: async () => (await import('./version/index.js')).version,
  'agent-help': async () => (await import('./agent-help/index.js')).agentHelp(commands),
};

/** Verbs for programs: no help names them. */
export const hiddenCommands: CommandTable = {
  __complete: async () => (await import('./completion/index.js')).complete(commands),
  helper: async () => (await import('./helper/index.js')).helper,
  bundle: async () => (await import('./absent/index.js')).absent('bundle'),
  publish: async () => (await import('./absent/index.js')).absent('publish'),
  vendor: async () => (await import('./absent/index.js')).absent('vendor'),
  scaffold: async () => (await import('./absent/index.js')).scaffold,
};

/** Other names of commands. */
export const aliases: Readonly<Record<string, string>> = { grep: 'search', ls: 'list' };
