// Every environment variable, by section: docs/environment.md and docs/limits.md are made of these. Names and defaults come from the tables
// of the code where there is one; the rows below add what a table does not say.
import { limitTable } from '@concord/engine';
import { commandEngine } from '../packages/cli/dist/call/engine.js';
import { flagTable } from '../packages/cli/dist/command/flags.js';
import { numberSettings, switchSettings } from '../packages/server/dist/settings/settings.js';
import { contextSettings } from '../sources/context/dist/tools/settings.js';
import { cliEnvironment } from '../sources/dotnet/dist/run/environment.js';
import { folderSettings } from '../sources/folder/dist/project/settings.js';

const folder = folderSettings({}, () => {});
const context = contextSettings({});

/** What each setting of the server does; its default is that of its table. */
const serverWords = {
  CONCORD_MAX_LINE_BYTES: 'bytes of one line on stdin',
  CONCORD_HTTP_MAX_BODY: 'bytes of one HTTP body',
  CONCORD_HTTP_MAX_SESSIONS: 'HTTP sessions at a time; an idle one ends where a new one needs its place',
  CONCORD_HTTP_MAX_SESSIONS_PER_ADDRESS:
    'HTTP sessions of one client address; to be raised behind a proxy, which is one address for all',
  CONCORD_HTTP_SESSION_IDLE: 'seconds after which an unused HTTP session ends',
  CONCORD_PAGE_SIZE: 'items on one page of a list, 1 to 1,000',
  CONCORD_EOF_DRAIN_SECS: 'seconds that calls have to end after stdin has ended',
  CONCORD_DIRECT: 'answer plain calls without the SDK; `0` sends all of them through it',
  CONCORD_UPSTREAM_INSTRUCTIONS: 'pass the instructions of other servers on; `0` leaves them out',
  MCPBASH_MAX_CONCURRENT_REQUESTS: 'requests that run at a time in sources of this process; later ones wait',
  CONCORD_MAX_UPSTREAM_REQUESTS: 'requests that are passed on to each other server at a time; later ones wait',
  CONCORD_MAX_UPSTREAM_WAITING: 'requests that wait for such a place; later ones are refused as `limited`',
  MCPBASH_MAX_TOOL_OUTPUT_SIZE: 'one response of the server too',
  MCPBASH_REGISTRY_MAX_BYTES: 'bytes of one list: `tools/list`, and what a project registers',
  MCPBASH_SHUTDOWN_TIMEOUT: 'seconds between `shutdown` and the end of the process or session',
  MCPBASH_IDLE_TIMEOUT: 'seconds without a message after which a stdio server ends; 0 is never',
  MCPBASH_IDLE_TIMEOUT_ENABLED: 'end an idle stdio server',
  MCPBASH_ORPHAN_CHECK_INTERVAL: 'seconds between two looks at whether the parent process is still there',
  MCPBASH_ORPHAN_CHECK_ENABLED: 'end a stdio server whose parent process has gone',
  MCPBASH_CORRUPTION_WINDOW: 'seconds in which foreign writes to stdout are counted',
  MCPBASH_CORRUPTION_THRESHOLD: 'foreign writes to stdout in that time before the server ends',
  MCPBASH_ALLOW_CORRUPT_STDOUT: 'go on whatever else writes to stdout',
  MCPBASH_MAX_PROGRESS_PER_MIN: 'progress notifications of one request in a minute; 0 is no limit',
  MCPBASH_DEFAULT_SUBSCRIBE_TIMEOUT: 'seconds `resources/subscribe` may take',
  MCPBASH_ELICITATION_TIMEOUT: 'seconds a question to the client may take',
  MCPBASH_ROOTS_REQUEST_TIMEOUT: 'seconds `roots/list` may take',
  MCPBASH_REMOTE_TOKEN_MAX_FAILURES_PER_MIN: 'wrong tokens in a minute before the answers say `throttled`',
  MCPBASH_FORCE_MINIMAL: 'open no source; answer `initialize`, `ping` and the like alone',
  MCPBASH_COMPAT_BATCHES: 'take batches in every handshake revision, not in 2025-03-26 alone',
  MCPBASH_LOG_VERBOSE: 'write errors of sources to stderr in their own words, paths included',
  MCPBASH_CI_MODE: 'turn off the checks for idle and orphaned servers',
};

const size = number => number.toLocaleString('en-US');
const shown = value => (typeof value === 'boolean' ? (value ? 'on' : 'off') : size(value));
const row = (name, by, otherwise, does) => ({ name, by, otherwise: `${otherwise}`, does });
const rowsBy = (by, rows) => rows.map(([name, otherwise, does]) => row(name, by, otherwise, does));

const limits = Object.values(limitTable).map(({ variable, value, unit, bounds }) =>
  row(variable, 'engine', `${size(value)}${unit === 'count' ? '' : ` ${unit}`}`, `limits ${bounds}`),
);

const settings = Object.values({ ...numberSettings, ...switchSettings }).map(({ variable, value }) => {
  if (!(variable in serverWords)) throw new Error(`There are no words for ${variable} in scripts/environment-rows.mjs`);
  return row(variable, 'server', shown(value), serverWords[variable]);
});

const flags = Object.entries(flagTable).flatMap(([name, { variable, value, standard = '', help }]) =>
  variable === undefined
    ? []
    : [row(variable, 'command', value === undefined ? 'off' : standard, `the same as \`--${name}\`: ${help}`)],
);

// With a state folder that is nowhere, an engine touches nothing.
const commandLimits = commandEngine({ env: { XDG_STATE_HOME: '/nowhere' }, flags: { quiet: true } }).limits;
/** Where the limits of a command differ from those of the table. */
const ofCommands = Object.entries(limitTable)
  .filter(([name, { value }]) => commandLimits[name] !== value)
  .map(([name, { variable }]) => `\`${variable}\` ${size(commandLimits[name])}`);

const everywhere = [
  ...limits,
  ...rowsBy('engine', [
    ['CONCORD_NO_RECORDS', 'off', 'write no call records'],
    ['CONCORD_FORBID_UNSAFE_OUTPUT', 'off', 'refuse `unsafeOutput` and `--unsafe-output`'],
  ]),
];

const command = [
  ...flags,
  ...rowsBy('command', [
    ['MCP_CONFIG_PATH', '', 'use this configuration file and no other, as `--config` does'],
    ['MCP_DISCOVER', 'on', '`0`, `false`, `no` or `off`: never read the files of other clients'],
    ['MCP_IDLE_TIMEOUT', '300,000 ms', 'how long the daemon keeps a server that nobody uses'],
    ['MCP_DAEMON_LINGER', '60,000 ms', 'how long a daemon without servers stays'],
    ['MCP_MAX_MESSAGE_BYTES', '67,108,864 bytes', 'the most one message from a server may have'],
    ['MCP_INPUT_<ID>', '', 'the value of the placeholder `input:id` in a configuration file'],
    ['MCP_CATALOG_PATH', '`~/.mcp-inspector/mcp.json`', "the file of the MCP Inspector's servers"],
    ['MCPBASH_HEALTH_TIMEOUT_SECS', '5', 'seconds `mcp health` may take, as its `--timeout` does'],
    [
      'MCPBASH_RUN_TOOL_SOURCE_SERVER_ENV',
      'off',
      '`mcp run-tool` loads `server.d/env.sh` first, as `--with-server-env` does',
    ],
  ]),
];

const server = [
  ...settings,
  ...rowsBy('server', [
    ['CONCORD_HTTP_TOKEN', '', 'the bearer token every HTTP request must carry; 32 visible ASCII characters or more'],
    [
      'CONCORD_SESSION_KEYS',
      '',
      'the keys sessions of clients are sealed with, 32 bytes each in base64 or hex, separated by commas: the first seals, all open; those of the store unless set',
    ],
    [
      'MCPBASH_REMOTE_TOKEN',
      '',
      'the token every stdio request must carry in `_meta`; the bearer token of HTTP where it has none of its own',
    ],
    ['MCPBASH_REMOTE_TOKEN_KEY', '`mcpbash/remoteToken`', 'the key of `_meta` that carries the token'],
    ['MCPBASH_REMOTE_TOKEN_FALLBACK_KEY', '`remoteToken`', 'a second key for it'],
    ['MCPBASH_MAX_LOGS_PER_MIN', 'that of progress', 'log notifications of one request in a minute; 0 is no limit'],
    ['MCPBASH_CANCEL_RESPONSE', '`error`', '`none` leaves cancelled requests unanswered in the handshake revisions'],
    ['MCPBASH_LOG_LEVEL', '`info`', 'the level of stderr, and the one each session starts with'],
    ['MCPBASH_LOG_LEVEL_DEFAULT', '`info`', 'the same, where `MCPBASH_LOG_LEVEL` is not set'],
    ['MCPBASH_TRANSPORT', '`stdio`', 'no effect; any other value gives a warning that `--http` serves over HTTP'],
  ]),
];

const project = rowsBy('folder source', [
  [
    'MCPBASH_PROJECT_ROOT',
    'the nearest project',
    'the folder of the project, for commands that are not given one; tools get it too',
  ],
  ['MCPBASH_TOOLS_DIR', '`tools`', 'where the tools of a project are'],
  ['MCPBASH_RESOURCES_DIR', '`resources`', 'where its resources are; providers get it too'],
  ['MCPBASH_PROMPTS_DIR', '`prompts`', 'where its prompts are; providers get it too'],
  ['MCPBASH_COMPLETIONS_DIR', '`completions`', 'where its completion scripts are'],
  ['MCPBASH_SERVER_DIR', '`server.d`', 'where its server metadata, hooks and policy are'],
  ['MCPBASH_PROVIDERS_DIR', '`providers`', 'where its resource providers are'],
  ['MCPBASH_REGISTRY_DIR', '`.registry`', 'where its stored lists are'],
  ['MCPBASH_REGISTRY_MAX_BYTES', size(folder.registryMaxBytes), serverWords.MCPBASH_REGISTRY_MAX_BYTES],
  [
    'MCPBASH_REGISTRY_REFRESH_PATH',
    '',
    '`mcp registry refresh` reports on what lies at this path alone, as `--filter` does',
  ],
  ['MCPBASH_STATIC_REGISTRY', shown(folder.staticRegistry), 'start from the stored lists and look for no changes'],
  ...[
    'MCP_TOOLS_TTL',
    'MCP_RESOURCES_TTL',
    'MCP_RESOURCES_TEMPLATES_TTL',
    'MCP_PROMPTS_TTL',
    'MCPBASH_REGISTER_TTL',
  ].map(name => [
    name,
    size(folder.pollSecs),
    'seconds between two looks for changes where files cannot be watched; the shortest of the five counts',
  ]),
  ['MCPBASH_MAX_MANUAL_REGISTRY_BYTES', size(folder.registerMaxBytes), 'bytes of `server.d/register.json`'],
  ['MCPBASH_MANUAL_BUFFER_MAX_BYTES', size(folder.hookMaxBytes), 'bytes that `server.d/register.sh` may print'],
  ['MCPBASH_ALLOW_PROJECT_HOOKS', shown(folder.allowHooks), 'run `server.d/register.sh`'],
  ['MCPBASH_MAX_TOOL_OUTPUT_SIZE', `${size(folder.maxOutputBytes)} bytes`, 'the output of a tool of a project too'],
  [
    'MCPBASH_MAX_TOOL_STDERR_SIZE',
    `${size(folder.maxStderrBytes)} bytes`,
    'limits what a child process may write to stderr',
  ],
  ['MCPBASH_MAX_RESOURCE_BYTES', 'that of output', 'bytes of one resource'],
  [
    'MCPBASH_ENV_PAYLOAD_THRESHOLD',
    size(folder.payloadThreshold),
    'bytes of arguments above which a tool gets them in a file; 0 is always',
  ],
  ['MCPBASH_DEFAULT_TOOL_TIMEOUT', size(folder.timeoutSecs), 'seconds a tool may take whose metadata says nothing'],
  ['MCPBASH_PROGRESS_EXTENDS_TIMEOUT', shown(folder.progressExtendsTimeout), 'progress gives a tool its time anew'],
  ['MCPBASH_MAX_TIMEOUT_SECS', size(folder.maxTimeoutSecs), 'seconds after which progress gives no more time'],
  [
    'MCPBASH_TOOL_STDERR_CAPTURE',
    shown(folder.captureStderr),
    'a failure shows the end of what the tool wrote to stderr',
  ],
  ['MCPBASH_TOOL_STDERR_TAIL_LIMIT', size(folder.stderrTailBytes), 'bytes of that end'],
  [
    'MCPBASH_TOOL_STREAM_STDERR',
    shown(folder.streamStderr),
    "pass a tool's stderr on to the server's as it is written",
  ],
  [
    'MCPBASH_TRACE_TOOLS',
    shown(folder.traceTools),
    'trace shell tools (`set -x`), and log the last command of those that fail',
  ],
  ['MCPBASH_TRACE_MAX_BYTES', size(folder.traceMaxBytes), 'bytes at the end of a trace that are looked at'],
  [
    'MCPBASH_DEBUG_ERRORS',
    shown(folder.debugErrors),
    'malformed output is shown with the end of stderr, an error of a module with its stack',
  ],
  ['MCPBASH_DEBUG_LOG', '', 'the file that `mcp_debug` in shell tools appends to'],
  [
    'MCPBASH_RESOURCES_POLL_INTERVAL_SECS',
    size(folder.resourcePollSecs),
    'seconds between two looks at a watched resource that is no file; 0 is off',
  ],
  ['MCPBASH_TMP_ROOT', '`TMPDIR`', 'where temporary files of calls go'],
  ['MCPBASH_TOOL_ENV_MODE', '`minimal`', 'what tools see of the environment: `minimal`, `allowlist` or `inherit`'],
  ['MCPBASH_TOOL_ENV_ALLOWLIST', '', 'names that `allowlist` adds, divided by commas or spaces'],
  ['MCPBASH_TOOL_ENV_INHERIT_ALLOW', 'off', 'permits `inherit`'],
  [
    'MCPBASH_PROVIDER_ENV_MODE',
    '`isolate`',
    'what providers, completion scripts and hooks see: `isolate`, `allowlist` or `inherit`',
  ],
  ['MCPBASH_PROVIDER_ENV_ALLOWLIST', '', 'names that `allowlist` adds for them'],
  ['MCPBASH_PROVIDER_ENV_INHERIT_ALLOW', 'off', 'permits `inherit` for them'],
  ['MCPBASH_TOOL_ALLOWLIST', '', 'the tools that may be used, by name; `*` is all'],
  [
    'MCPBASH_TOOL_ALLOW_DEFAULT',
    '`allow`; `deny` on a public address',
    'whether tools may be used where there is no list',
  ],
  [
    'MCPBASH_ROOTS',
    '`config/roots.json`, else the project',
    'folders tools may work in where the client names none, divided by colons',
  ],
  [
    'MCP_RESOURCES_ROOTS',
    "the project's resources",
    'folders that `file:` resources may lie in, divided as `PATH` is; providers get it too',
  ],
  ['MCPBASH_HTTPS_ALLOW_HOSTS', '', 'hosts that `https:` resources and downloads may come from'],
  ['MCPBASH_HTTPS_DENY_HOSTS', '', 'hosts they may never come from'],
  ['MCPBASH_HTTPS_ALLOW_ALL', 'off', 'every public host is allowed'],
  ['MCPBASH_HTTPS_TIMEOUT', '15', 'seconds such a read may take, at most 60'],
  ['MCPBASH_HTTPS_MAX_BYTES', '10,485,760', 'bytes of one answer, at most 20,971,520'],
  ['MCPBASH_HTTPS_USER_AGENT', '`concord/<version>`', 'how such a read calls itself'],
  ['MCPBASH_ENABLE_GIT_PROVIDER', 'off', 'resources may be read from git; providers get it too'],
  ['MCPBASH_GIT_ALLOW_HOSTS', '', 'hosts that `git:` resources may come from'],
  ['MCPBASH_GIT_DENY_HOSTS', '', 'hosts they may never come from'],
  ['MCPBASH_GIT_ALLOW_ALL', 'off', 'every public host is allowed'],
  ['MCPBASH_GIT_TIMEOUT', '30', 'seconds such a read may take, at most 60'],
  ['MCPBASH_GIT_MAX_KB', '51,200', 'kilobytes of one repository, at most 1,048,576'],
  [
    'MCPBASH_MAX_TEXT_BYTES',
    '102,400',
    'bytes above which the text of a result made with `result` or `mcp_result_success` is a summary; read in the tool',
  ],
  ['MCPBASH_ELICITATION_TIMEOUT', '30', serverWords.MCPBASH_ELICITATION_TIMEOUT],
]);

const given = rowsBy('tools', [
  ['MCP_SDK', '', 'the folder of `tool-sdk.sh` and `tool.mjs`'],
  ['MCP_TOOL_NAME', '', 'the name of the tool'],
  ['MCP_TOOL_PATH', '', 'its file'],
  ['MCP_TOOL_ARGS_JSON', '', 'the arguments; empty when they are in a file'],
  ['MCP_TOOL_ARGS_FILE', '', 'the file of arguments that are too long for a variable'],
  ['MCP_TOOL_METADATA_JSON', '', 'what `tools/list` says of the tool'],
  ['MCP_TOOL_METADATA_FILE', '', 'the same in a file, when it is too long'],
  ['MCP_TOOL_META_JSON', '', '`_meta` of the request'],
  ['MCP_TOOL_META_FILE', '', 'the same in a file, when it is too long'],
  ['MCP_ARG_<name>', '', 'each argument that is a text, a number or a boolean'],
  ['MCP_TOOL_ERROR_FILE', '', 'where a tool writes a JSON-RPC error of its own'],
  ['MCP_TOOL_RESOURCES_FILE', '', 'where it writes resources for its result'],
  ['MCP_PROGRESS_STREAM', '', 'where it appends progress notifications'],
  ['MCP_PROGRESS_TOKEN', '', 'their token; empty when nobody wants progress'],
  ['MCP_LOG_STREAM', '', 'where it appends log notifications'],
  ['MCP_CANCEL_FILE', '', 'the file that appears when the call is cancelled'],
  ['MCP_ELICIT_SUPPORTED', '', '`1` when the client can be asked'],
  ['MCP_ELICIT_REQUEST_FILE', '', 'where a question is written'],
  ['MCP_ELICIT_RESPONSE_FILE', '', 'where its answer appears'],
  ['MCP_ROOTS_JSON', '', 'the folders the call may work in'],
  ['MCP_ROOTS_PATHS', '', 'their paths, one on each line'],
  ['MCP_ROOTS_COUNT', '', 'how many they are'],
  ['MCP_PERSISTENT', '', '`1` for a program that stays between calls'],
  ['MCP_CONFIG_JSON', '', 'what `mcp_config_load` in a shell tool has read'],
  ['MCP_COMPLETION_NAME', '', 'completion scripts: the argument to complete'],
  ['MCP_COMPLETION_ARGS_JSON', '', 'completion scripts: the arguments so far'],
  ['MCP_COMPLETION_ARGS_HASH', '', 'completion scripts: the SHA-256 of those arguments'],
  ['MCP_COMPLETION_LIMIT', '', 'completion scripts: how many values to give'],
  ['MCP_COMPLETION_OFFSET', '', 'completion scripts: how many to leave out'],
  ...['PROMPT', 'RESOURCE'].flatMap(kind => [
    [
      `MCP_${kind}_NAME`,
      '',
      `completion scripts${kind === 'RESOURCE' ? ' and providers' : ''}: the name of the ${kind.toLowerCase()}`,
    ],
    [`MCP_${kind}_PATH`, '', 'completion scripts: its file'],
    [`MCP_${kind}_REL_PATH`, '', 'completion scripts: its file within its folder'],
    [
      `MCP_${kind}_METADATA`,
      '',
      `completion scripts${kind === 'RESOURCE' ? ' and providers' : ''}: its entry in the list`,
    ],
  ]),
  ['MCP_RESOURCE_URI', '', 'completion scripts and providers: the URI'],
  ['MCP_RESOURCE_PROVIDER', '', 'completion scripts: the provider of the resource'],
  ['MCP_RESOURCE_VARS_JSON', '', 'providers: the variables of its template'],
  ['MCPBASH_HOME', '', 'the folder above `MCP_SDK`'],
  ['MCPBASH_MODE', '', 'always `full`'],
  ['MCPBASH_FRAMEWORK_VERSION', '', 'the version of mcp-bash whose projects run unchanged'],
  ['MCPBASH_SERVER_NAME', '', "the server's name"],
  ['MCPBASH_SERVER_VERSION', '', "the server's version"],
  ['MCPBASH_SERVER_TITLE', '', "the server's title"],
  ['MCPBASH_JSON_TOOL', '', '`jq`, `gojq` or `none`'],
  ['MCPBASH_JSON_TOOL_BIN', '', 'the path of that program'],
  ['CONCORD_VERSION', '', 'the version of this program'],
  ['CONCORD_MCP', '', 'the path of the `mcp` command'],
  ['CONCORD_REQUEST_ID', '', 'the id of the call'],
  ['CONCORD_TRACE_FILE', '', 'where the trace of a shell tool goes'],
]);

const codeRows = rowsBy('code source', [
  [
    'CONCORD_TIER',
    '`community`',
    'the tier calls are served in, as `--tier` does; with a licence it can only be lower than that',
  ],
  ['CONCORD_CODE_WRITE', 'off', 'the tools may change files, as with `--write`'],
  ['CONCORD_ADVISORIES', '', 'a folder of OSV advisories, as `--advisories` names one'],
  ['CONCORD_MANIFEST_SECRET', '', 'the key that manifests of policies are signed with'],
  [
    'CONCORD_LICENSE_PUBLIC_KEY',
    '',
    'the key that licences are checked with, PEM; with it the licence is the highest tier',
  ],
  ['CONCORD_LICENSE', '', 'the licence: a JWT signed with EdDSA or RS256'],
  ['CONCORD_LICENSE_PATH', '', 'a file that holds it'],
  ['CONCORD_LICENSE_ISSUER', '`concord`', 'who must have made it'],
  ['CONCORD_LICENSE_AUDIENCE', '`concord-users`', 'whom it must be for'],
  ['CONCORD_LICENSE_REVOKED', '', 'ids of licences that count no more, divided by commas'],
]);

const contextRows = rowsBy('context source', [
  ['CONTEXT_CACHE_ROOT', '', 'the folder whose sub-folders are caches, as `--root` says'],
  ['CONTEXT_TOOL_TIMEOUT_SECS', size(context.timeoutMs / 1000), 'seconds `context_resolve` may take, 1 to 86,400'],
  ['CONTEXT_MAX_RESULT_BYTES', size(context.maxResultBytes), 'a larger result is refused whole'],
  ['CONTEXT_INDEX_MAX_BYTES', size(context.maxIndexBytes), 'bytes that all indexes in memory may take together'],
  ['CONTEXT_SIDECAR', `\`${context.sidecar}\``, '`write`, `read` or `off`: whether the index is kept beside the cache'],
]);

const dotnet = rowsBy('dotnet source', [
  ['CONCORD_DOTNET_PATH', 'that on `PATH`', 'the file of the dotnet CLI'],
  ['CONCORD_DOTNET_MAX_PROCESSES', '8', 'CLI processes at a time; further calls wait'],
  ['CONCORD_DOTNET_MAX_SESSIONS', '16', 'sessions at a time'],
  ['CONCORD_DOTNET_NETWORK_TIMEOUT_MS', '30,000 ms', 'how long a package source may take to answer a search'],
  ['CONCORD_DOTNET_NODE_REUSE', 'on', '`0` leaves no MSBuild nodes behind'],
]);

const forWatch = new Set(Object.keys(cliEnvironment({}, {}, true)).filter(name => !(name in cliEnvironment({}))));
const cli = Object.entries(cliEnvironment({}, {}, true))
  .toSorted(([one], [other]) => (one < other ? -1 : 1))
  .map(([name, value]) =>
    row(
      name,
      'dotnet CLI',
      `\`${value}\``,
      forWatch.has(name) ? 'set for `dotnet watch`, unless it is set already' : 'always set',
    ),
  );

const standard = [
  ...rowsBy('all', [
    ['HOME', "the user's", 'where the folders below begin'],
    ['PATH', '', 'where programs are found'],
    ['TMPDIR', "the system's", 'where temporary files go'],
    [
      'XDG_STATE_HOME',
      '`~/.local/state`',
      'the state folder is `mcp` in it: records, locks, trust, credentials, log of the daemon',
    ],
    ['XDG_CACHE_HOME', '`~/.cache`', 'the cache folder is `mcp` in it: catalogs of servers, compiled code'],
    ['XDG_CONFIG_HOME', '`~/.config`', "the user's `mcp/mcp.json` is in it"],
    ['XDG_RUNTIME_DIR', 'the temporary folder', "the daemon's socket is in `mcp` in it"],
  ]),
  ...rowsBy('command', [
    ['NO_COLOR', '', 'no colours'],
    ['FORCE_COLOR', '', 'colours without a terminal; `0` is never'],
    ['TERM', '', '`dumb` has no colours'],
    ['CI', '', 'no progress line'],
    ['SOURCE_DATE_EPOCH', 'now', 'the moment a cache of `mcp context build` says it was made at'],
    ['APPDATA', '', 'where settings are on Windows'],
    ['COPILOT_HOME', '`~/.copilot`', 'where that client keeps its servers'],
    ['CODEX_HOME', '`~/.codex`', 'where that client keeps its servers'],
  ]),
  ...rowsBy('client', [
    ['HTTPS_PROXY', '', 'the proxy to `https:` servers; `https_proxy` wins'],
    ['HTTP_PROXY', '', 'the proxy to `http:` servers; `http_proxy` wins'],
    ['NO_PROXY', '', 'hosts that are reached directly; `no_proxy` wins'],
    ['NODE_EXTRA_CA_CERTS', '', 'a file of further certificate authorities'],
  ]),
  ...rowsBy('folder source', [['SSL_CERT_FILE', '', 'a file of certificate authorities for `https:` resources']]),
];

const sections = [
  [
    'Every call',
    `These count wherever a call is made: in a server, in the command, in the daemon. Switches are on with \`1\`, \`true\`, \`yes\` or \`on\`. A command has
other defaults for some: ${ofCommands.join(', ')}.`,
    everywhere,
  ],
  ['The command', 'A flag wins over its variable.', command],
  [
    'The server',
    '`mcp serve` reads these once, when it starts. A value that cannot be used is a warning, and the default holds.',
    server,
  ],
  [
    'Projects that are folders',
    'Projects bring these along from mcp-bash; they mean the same here. For a number, 0 is the default unless the row says otherwise.',
    project,
  ],
  [
    'What programs of a project are given',
    'Tools, completion scripts and providers read these; nobody has to set them.',
    given,
  ],
  ['Code', 'What a flag says counts more.', codeRows],
  ['Caches of documents', 'A value that cannot be used keeps the source from starting.', contextRows],
  ['The .NET SDK', '', dotnet],
  [
    'What the dotnet CLI is given',
    'So that its output is English, plain and short. No `CONCORD_` variable is passed on to it.',
    cli,
  ],
  ['Variables of other programs that we honour', '', standard],
];

/** The sections with one row for each name: it stands where it comes first, with all its readers and what it does for each. */
export function variables() {
  const first = new Map();
  return sections.map(([title, words, rows]) => {
    const kept = rows.filter(({ name, by, does }) => {
      const known = first.get(name);
      if (known === undefined) first.set(name, { readers: new Set([by]), effects: new Set([does]) });
      known?.readers.add(by);
      known?.effects.add(does);
      return known === undefined;
    });
    return [title, words, kept.map(each => ({ ...each, ...first.get(each.name) }))];
  });
}
