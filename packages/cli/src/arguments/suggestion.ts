import { compileRedaction, type Json, type JsonObject, type Problem } from '@concord/contract';

/** The command line with what can be corrected corrected, and `<type>` where a value is needed. */
export function suggestionFor(target: string, args: JsonObject, problems: readonly Problem[]): string {
  const members = new Map<string, string>();
  for (const [key, value] of Object.entries(compileRedaction({}).value(args).value as JsonObject))
    members.set(key, word(key, value));
  for (const { argument, details } of problems) {
    const name = topLevel(argument?.pointer ?? '');
    if (name === undefined || !argument) continue;
    const given = args[name];
    if (details?.reason === 'unknown') {
      members.delete(name);
      if (argument.nearest !== undefined && given !== undefined)
        members.set(argument.nearest, word(argument.nearest, given));
    } else if (argument.nearest !== undefined) members.set(name, word(name, argument.nearest));
    else if (!members.has(name) || given !== undefined) members.set(name, quoted(`${name}=<${argument.expected}>`));
  }
  return ['mcp call', target, ...members.values()].join(' ');
}

function topLevel(pointer: string): string | undefined {
  const [, first] = pointer.split('/');
  return first?.replaceAll('~1', '/').replaceAll('~0', '~');
}

function word(key: string, value: Json): string {
  return quoted(typeof value === 'string' ? `${key}=${value}` : `${key}:=${JSON.stringify(value)}`);
}

/** Quoted for a POSIX shell, where it needs to be; a placeholder is for people and stays bare. */
function quoted(text: string): string {
  return /^[\w@%+=:,./<>|-]{1,4096}$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
