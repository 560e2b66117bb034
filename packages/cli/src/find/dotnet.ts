import type { Source } from '@concord/engine';
import { protocolVersions } from '@concord/server';
import { dotnetSource } from '@concord/source-dotnet';
import { version } from '../command/version.js';
import type { SourceSetting } from './sources.js';

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
