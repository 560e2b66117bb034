import { type SchemaName, schemas } from '@concord/contract';
import { nearest } from '@concord/engine';
import type { Command } from '../../command/command.js';
import { usage } from '../../command/failure.js';
import { printJson } from '../../print/json.js';

/** The schemas of what each command prints with `--json` on success; every failure is a `cli-error`. */
const outputs: Readonly<Record<string, readonly SchemaName[]>> = {
  list: ['list'],
  info: ['info'],
  call: ['call'],
  search: ['search'],
  resources: ['resources'],
  read: ['read'],
  prompts: ['prompts'],
  prompt: ['prompt'],
  'config show': ['config-show'],
  'config add': ['config-edit'],
  'config remove': ['config-edit'],
  'config import': ['config-import'],
  'config trust': ['config-trust'],
  'config distrust': ['config-trust'],
  'config client': ['config-client', 'text'],
  init: ['made'],
  new: ['made'],
  scan: ['scan'],
  validate: ['validate'],
  doctor: ['doctor'],
  'run-tool': ['run-tool'],
  'registry refresh': ['registry-refresh'],
  'registry status': ['registry-status'],
  health: ['health'],
  'daemon status': ['daemon-status'],
  'daemon stop': ['daemon-stop'],
  login: ['login'],
  logout: ['login'],
  logs: ['text'],
  calls: ['calls'],
  explain: ['explain'],
  'token create': ['token-create'],
  'token list': ['token-list'],
  'token revoke': ['token-revoke'],
  'token rotate': ['token-create'],
  'audit query': ['calls'],
  'audit verify': ['audit-verify'],
  'spill list': ['spill-list'],
  'spill get': ['spill-get'],
  'spill grep': ['spill-get'],
  'spill rm': ['spill-rm'],
  schema: ['schema'],
  emit: ['text'],
  completion: ['text'],
  'agent-help': ['text'],
  help: ['text'],
  version: ['text'],
};

/** `mcp schema [command]`. */
export const schema: Command = {
  summary: "show the JSON Schema of a command's --json output",
  usage: 'mcp schema [command]',
  flags: [],
  examples: ['mcp schema', 'mcp schema call', 'mcp schema config show'],
  more: 'Success and failure are the two sides of a oneOf (2020-12).',
  run: async (context, { words }) => {
    const name = words.join(' ');
    if (name === '') {
      const names = Object.keys(outputs);
      if (context.flags.json) await printJson(context, names);
      else await context.stdout(`${names.join('\n')}\n`);
    } else await printJson(context, schemaOf(name));
    return 0;
  },
};

function schemaOf(name: string): object {
  const names = Object.keys(outputs);
  const found = names.filter(each => each === name || each.startsWith(`${name} `)).flatMap(each => outputs[each]!);
  if (found.length === 0) {
    const near = nearest(name, names);
    throw usage(
      `There is no schema of '${name.slice(0, 80)}'`,
      near === undefined ? 'mcp schema' : `Did you mean 'mcp schema ${near}'?`,
    );
  }
  const alternatives = [...new Set(found)];
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `mcp ${name} --json`,
    oneOf: [...alternatives, ...(alternatives.includes('call') ? [] : ['cli-error' as const])].map(
      each => schemas[each],
    ),
  };
}
