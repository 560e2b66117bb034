import { isTerminalVariable, type SourceDescription } from '@concord/engine';

/** The .NET SDK of this machine. */
export const description: SourceDescription = {
  name: 'dotnet',
  worksInCallersFolder: true,
  keptVariables: () => name => !isTerminalVariable(name),
  create: async ({ env, entryEnv, root, cwd, program, isShortLived = false }) => {
    const { dotnetSource } = await import('./index.js');
    return dotnetSource({
      env,
      directory: cwd,
      version: program.version,
      protocolVersions: program.protocolVersions,
      isShortLived,
      ...(entryEnv && { entryEnv }),
      ...(root !== undefined && { root }),
    });
  },
};
