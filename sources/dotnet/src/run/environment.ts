type Environment = Readonly<Record<string, string | undefined>>;

/** Always set: English output without terminal sequences. */
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

/** Set for `dotnet watch` unless the caller's environment says otherwise. */
const whenWatching = {
  DOTNET_WATCH_SUPPRESS_LAUNCH_BROWSER: '1',
  DOTNET_WATCH_SUPPRESS_EMOJIS: '1',
  DOTNET_WATCH_RESTART_ON_RUDE_EDIT: '1',
};

/** The environment of the CLI: the server's without CONCORD_ variables, what the entry adds, and what makes output readable. */
export function cliEnvironment(env: Environment, entry: Environment = {}, watches = false): Record<string, string> {
  const given = Object.entries({ ...(watches && whenWatching), ...env, ...entry, ...always });
  const passed = given.filter((each): each is [string, string] => each[1] !== undefined && !/^CONCORD_/i.test(each[0]));
  const noReuse = env.CONCORD_DOTNET_NODE_REUSE === '0' && { MSBUILDDISABLENODEREUSE: '1' };
  return { ...Object.fromEntries(passed), ...noReuse };
}
