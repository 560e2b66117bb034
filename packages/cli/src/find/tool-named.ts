import type { ServerEntry } from '@concord/client';
import { nearest, type Snapshot, type Tool } from '@concord/engine';
import { forbidden, notFound } from '../command/failure.js';

/** The tool of that name. A filtered tool fails as forbidden; an unknown name fails with the nearest as a hint. */
export function toolNamed(entry: ServerEntry, { tools, withheld = [] }: Snapshot, name: string): Tool {
  const found = tools.find(tool => tool.name === name);
  if (found) return found;
  const about = { server: entry.name, tool: name, entry };
  if (withheld.includes(name)) {
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
