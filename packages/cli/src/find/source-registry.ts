import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { version } from '@concord/contract/version';
import type { ProgramFacts, SourceDescription } from '@concord/engine';
import { description as demo } from '@concord/example-demo/description';
import { protocolVersions } from '@concord/server/protocol-versions';
import { description as context } from '@concord/source-context/description';
import { description as dotnet } from '@concord/source-dotnet/description';
import { description as folder } from '@concord/source-folder/description';

/** The sources that come with the command, in the order they are listed. None of them is loaded before it is made. */
export const sources: readonly SourceDescription[] = [demo, dotnet, context, folder];

/** The source of that name; undefined where there is none. */
export function sourceNamed(name: string): SourceDescription | undefined {
  return sources.find(source => source.name === name);
}

/** The sources that can be used by their names alone. */
export const readySources: readonly SourceDescription[] = sources.filter(({ needs = [] }) => needs.length === 0);

/** What sources may say or start of this command. */
export function programFacts(): ProgramFacts {
  // The path of the command is that of the bundle; it is not there where the command runs from its modules.
  const command = fileURLToPath(new URL('../../mcp.cjs', import.meta.url));
  return { version, protocolVersions, command: existsSync(command) ? command : undefined };
}
