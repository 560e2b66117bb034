import { type Definition, isAllowed } from '@concord/client';
import { nearest, type Tool } from '@concord/engine';
import { forbidden, notFound } from '../command/failure.js';
import type { OpenServer, ToolList } from './open-server.js';

/** What the filters of an entry leave of a server's tools. */
export function filtered(tools: readonly Tool[], definition: Definition): ToolList {
  return {
    tools: tools.filter(tool => isAllowed(definition, tool.name)),
    hidden: tools.filter(tool => !isAllowed(definition, tool.name)).map(tool => tool.name),
  };
}

/** The tool of that name. One a filter hides is forbidden; a near name is told, never taken. */
export function toolNamed({ entry }: Pick<OpenServer, 'entry'>, { tools, hidden }: ToolList, name: string): Tool {
  const found = tools.find(tool => tool.name === name);
  if (found) return found;
  const about = { server: entry.name, tool: name };
  if (hidden.includes(name)) {
    const where = entry.file === undefined ? 'its entry' : entry.file;
    throw forbidden(
      `The tool '${name}' of '${entry.name}' is hidden by ${where}`,
      `mcp config show ${entry.name}`,
      about,
    );
  }
  const near = nearest(
    name,
    tools.map(tool => tool.name),
  );
  throw notFound(`tool '${name}' on '${entry.name}'`, near, about);
}
