import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { version } from '@concord/contract/version';
import type { ProgramFacts, SourceDescription } from '@concord/engine';
import { description as demo } from '@concord/example-demo/description';
import { protocolVersions } from '@concord/server/protocol-versions';
import { description as code } from '@concord/source-code/description';
import { description as context } from '@concord/source-context/description';
import { description as dotnet } from '@concord/source-dotnet/description';
import { description as folder } from '@concord/source-folder/description';

/** The sources that come with the command, in the order they are listed. None of them is loaded before it is made. */
export const sources: readonly SourceDescription[] = [demo, dotnet, code, context, folder];

/** The source of that name; undefined where there is none. */
export function sourceNamed(name: string): SourceDescription | undefined {
  return sources.find(source => source.name === name);
}

/** The sources that can be used by their names alone. */
export const readySources: readonly SourceDescription[] = sources.filter(({ needs = [] }) => needs.length === 0);

/** What sources get to know about this program: its version and how to start it. */
export function programFacts(): ProgramFacts {
  // The path is that of the bundle, which does not exist when the command runs from its separate modules.
  const command = fileURLToPath(new URL('../../mcp.cjs', import.meta.url));
  return { version, protocolVersions, command: existsSync(command) ? command : undefined };
}
