import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Identity } from '@concord/engine';
import { sdkFolder } from '../programs/sdk-folder.js';
import type { Project } from '../project/project.js';
import type { FolderSettings } from '../project/settings.js';

/** The version of mcp-bash whose projects run here unchanged. */
export const COMPATIBILITY = '1.3.0';

/** What every tool of a project is told about where it is. */
export function serverFacts(
  project: Project,
  identity: Identity,
  { env }: FolderSettings,
  { version, command }: { readonly version: string; readonly command?: string | undefined },
): Readonly<Record<string, string>> {
  const json = jsonTool(env.PATH ?? '');
  return {
    MCP_SDK: sdkFolder,
    MCPBASH_HOME: dirname(sdkFolder),
    MCPBASH_PROJECT_ROOT: project.root,
    MCPBASH_MODE: 'full',
    MCPBASH_FRAMEWORK_VERSION: COMPATIBILITY,
    MCPBASH_SERVER_NAME: identity.name,
    MCPBASH_SERVER_VERSION: identity.version,
    MCPBASH_SERVER_TITLE: identity.title ?? identity.name,
    MCPBASH_JSON_TOOL: json?.name ?? 'none',
    MCPBASH_JSON_TOOL_BIN: json?.path ?? '',
    MCPBASH_DEBUG_LOG: env.MCPBASH_DEBUG_LOG ?? '',
    CONCORD_VERSION: version,
    ...(command !== undefined && { CONCORD_MCP: command }),
  };
}

/** The first of the programs that read JSON for shell scripts. */
function jsonTool(path: string): { readonly name: string; readonly path: string } | undefined {
  const folders = path.split(':').filter(folder => folder.startsWith('/'));
  const found = ['jq', 'gojq'].flatMap(name => folders.map(folder => ({ name, path: join(folder, name) })));
  return found.find(each => existsSync(each.path));
}
