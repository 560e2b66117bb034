import { helpWords } from '../argv/help-words.js';
import { everywhere, running, text } from '../table/parameters.js';
import { tool } from '../table/rows.js';
import type { Action, Arguments } from '../table/table.js';

const only = (name: string, more: Partial<Action> = {}): Action => ({
  name,
  required: [],
  optional: [],
  time: 'query',
  ...more,
});

const helpArgv = ({ command }: Arguments): readonly string[] => [
  ...((typeof command === 'string' ? helpWords(command) : undefined) ?? []),
  '--help',
];

/** `dotnet_help`. */
export const help = tool({
  name: 'dotnet_help',
  title: 'Help of the CLI',
  description: 'The help text of a dotnet command.',
  readOnly: true,
  idempotent: true,
  parameters: [
    text('command', 'Command, such as build or tool install; the general help where left out.', {
      rule: 'helpCommand',
      token: false,
    }),
    ...running,
  ],
  actions: [],
  only: only('Help', { optional: ['command'], argv: helpArgv, announcement: () => 'Asking for help' }),
});

/** `dotnet_server_capabilities`. */
export const capabilities = tool({
  name: 'dotnet_server_capabilities',
  title: 'What this server can do here',
  description: 'Versions, tools, limits and features of this server on this machine.',
  readOnly: true,
  idempotent: true,
  closedWorld: true,
  parameters: everywhere,
  actions: [],
  only: only('Capabilities', { data: true }),
});

/** `dotnet_server_info`. */
export const info = tool({
  name: 'dotnet_server_info',
  title: 'About this server',
  description: 'What this server is, its tools and how to use them.',
  readOnly: true,
  idempotent: true,
  closedWorld: true,
  parameters: everywhere,
  actions: [],
  only: only('About'),
});

/** `dotnet_server_metrics`. */
export const metrics = tool({
  name: 'dotnet_server_metrics',
  title: 'Counters of this server',
  description: 'How often each tool was called, how often it failed and how long it took; Reset starts anew.',
  closedWorld: true,
  parameters: everywhere,
  actions: [only('Get', { data: true }), only('Reset', { data: true })],
});
