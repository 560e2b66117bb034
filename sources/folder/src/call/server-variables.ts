import { dirname } from 'node:path';
import type { Identity } from '@concord/engine';
import { jsonTool } from '../programs/json-tool.js';
import { sdkFolder } from '../programs/sdk-folder.js';
import type { Project } from '../project/project.js';
import type { FolderSettings } from '../project/settings.js';

/** The version of mcp-bash whose projects run here unchanged. */
export const COMPATIBILITY = '1.3.0';

/** The variables that tell every tool of a project about its server. */
export function serverVariables(
  project: Project,
  identity: Identity,
  { env }: FolderSettings,
  { version, command }: { readonly version: string; readonly command?: string | undefined },
): Readonly<Record<string, string>> {
  return {
    MCP_SDK: sdkFolder,
    MCPBASH_HOME: dirname(sdkFolder),
    MCPBASH_PROJECT_ROOT: project.root,
    MCPBASH_MODE: 'full',
    MCPBASH_FRAMEWORK_VERSION: COMPATIBILITY,
    MCPBASH_SERVER_NAME: identity.name,
    MCPBASH_SERVER_VERSION: identity.version,
    MCPBASH_SERVER_TITLE: identity.title ?? identity.name,
    ...jsonTool(env.PATH ?? ''),
    MCPBASH_DEBUG_LOG: env.MCPBASH_DEBUG_LOG ?? '',
    CONCORD_VERSION: version,
    ...(command !== undefined && { CONCORD_MCP: command }),
  };
}
