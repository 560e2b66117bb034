import type { CommandContext } from '../command/context.js';

type Variables = Readonly<Record<string, string>>;

/** What differs from line to line and from window to window, and says nothing about the person's wishes. */
const passing =
  /^(?:_|PWD|OLDPWD|SHLVL|COLUMNS|LINES|TERM|TERM_\w{1,50}|COLORTERM|WINDOWID|SSH_(?:TTY|CLIENT|CONNECTION)|TMUX\w{0,50}|STY|WT_SESSION|XDG_SESSION_\w{1,50}|GPG_TTY|ITERM_\w{1,50}|VSCODE_\w{1,50})$/;

/** What a project of tools is ever told, unless its variables say that it gets more. */
const ofFolders =
  /^(?:(?:MCP|MCPBASH|CONCORD)_\w+|PATH|HOME|USERPROFILE|APPDATA|SYSTEMROOT|TMPDIR|TMP|TEMP|LANG|LC_\w+|(?:(?:HTTPS?|ALL|NO)_PROXY)|SSH_AUTH_SOCK|GIT_SSH_COMMAND|GIT_ASKPASS|SSL_CERT_(?:FILE|DIR))$/i;
const modes = ['MCPBASH_TOOL_ENV_MODE', 'MCPBASH_PROVIDER_ENV_MODE'];

/**
 * Sources that are dear to open, or that hold something between calls, with the variables each is opened with: a daemon keeps one
 * for all commands whose variables are equal.
 */
const kept: Readonly<Record<string, (env: CommandContext['env']) => (name: string) => boolean>> = {
  folder: env => (modes.some(name => env[name]) ? name => !passing.test(name) : name => ofFolders.test(name)),
  dotnet: () => name => !passing.test(name),
};

/** The variables a source is to be opened with so that it can be kept; undefined for one that is opened anew each time. */
export function variablesToKeep(use: string, env: CommandContext['env']): Variables | undefined {
  const choose = Object.hasOwn(kept, use) ? kept[use]!(env) : undefined;
  if (choose === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined && choose(entry[0])),
  );
}
