import { isTerminalVariable, type SourceDescription, SourceRefusal } from '@concord/engine';

/** The variables the programs of a project ever see, unless one of its settings lets them see more. */
const ofProjects =
  /^(?:(?:MCP|MCPBASH|CONCORD)_\w+|PATH|HOME|USERPROFILE|APPDATA|SYSTEMROOT|TMPDIR|TMP|TEMP|LANG|LC_\w+|(?:(?:HTTPS?|ALL|NO)_PROXY)|SSH_AUTH_SOCK|GIT_SSH_COMMAND|GIT_ASKPASS|SSL_CERT_(?:FILE|DIR))$/i;
const settingsThatShowMore = ['MCPBASH_TOOL_ENV_MODE', 'MCPBASH_PROVIDER_ENV_MODE'];

/** The project in a folder. */
export const description: SourceDescription = {
  name: 'folder',
  needs: ['path'],
  servesFolders: true,
  runsProjectPrograms: true,
  keptVariables: env =>
    settingsThatShowMore.some(name => env[name]) ? name => !isTerminalVariable(name) : name => ofProjects.test(name),
  create: async ({ env, path, program: { version, command }, isPublic = false }) => {
    const { BadFolderSetting, NoProject, openFolder } = await import('./index.js');
    try {
      return await openFolder(path!, { env, version, isPublic, command });
    } catch (error) {
      const isExpected = error instanceof BadFolderSetting || error instanceof NoProject;
      throw isExpected ? new SourceRefusal(error.message) : error;
    }
  },
};
