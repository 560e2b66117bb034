import type { Source } from '@concord/engine';
import { protocolVersions } from '@concord/server';
import { dotnetSource } from '@concord/source-dotnet';
import type { SourceSetting } from '../sources.js';
import { version } from '../version.js';

/** The .NET SDK of this machine as it is set up here. */
export function dotnet({ env, entryEnv, root, cwd = process.cwd(), isShortLived = false }: SourceSetting): Source {
  return dotnetSource({
    env,
    directory: cwd,
    version,
    protocolVersions,
    isShortLived,
    ...(entryEnv && { entryEnv }),
    ...(root !== undefined && { root }),
  });
}
