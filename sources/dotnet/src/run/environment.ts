type Environment = Readonly<Record<string, string | undefined>>;

/** English output whatever the machine speaks, and none of what is meant for a terminal. Always set. */
const always = {
  DOTNET_CLI_UI_LANGUAGE: 'en',
  VSLANG: '1033',
  MSBUILDTERMINALLOGGER: 'off',
  NO_COLOR: '1',
  DOTNET_NOLOGO: '1',
  DOTNET_SKIP_FIRST_TIME_EXPERIENCE: '1',
  DOTNET_CLI_TELEMETRY_OPTOUT: '1',
  DOTNET_CLI_WORKLOAD_UPDATE_NOTIFY_DISABLE: '1',
  DOTNET_ADD_GLOBAL_TOOLS_TO_PATH: 'false',
};

/** For a session that watches; where the caller has said otherwise, that holds. */
const whenWatching = {
  DOTNET_WATCH_SUPPRESS_LAUNCH_BROWSER: '1',
  DOTNET_WATCH_SUPPRESS_EMOJIS: '1',
  DOTNET_WATCH_RESTART_ON_RUDE_EDIT: '1',
};

/** What the CLI gets to see: the server's environment without its own settings, what the entry adds, and what makes output readable. */
export function cliEnvironment(env: Environment, entry: Environment = {}, watches = false): Record<string, string> {
  const given = Object.entries({ ...(watches && whenWatching), ...env, ...entry, ...always });
  const passed = given.filter((each): each is [string, string] => each[1] !== undefined && !/^CONCORD_/i.test(each[0]));
  const noReuse = env.CONCORD_DOTNET_NODE_REUSE === '0' && { MSBUILDDISABLENODEREUSE: '1' };
  return { ...Object.fromEntries(passed), ...noReuse };
}
