import { Socket } from 'node:net';
import { version } from '@concord/contract/version';
import { daemonSocket, reachDaemon, relay } from '@concord/daemon';
import { splitVerb } from './parse/verb.js';
import { build } from './start/build.js';
import { EarlySignals } from './start/early-signals.js';
import { loadCommands, loadStartServers } from './start/load-bundle.js';
import { namesOwnFile } from './start/process-files.js';
import { runInDaemon } from './start/run-in-daemon.js';

/** The help of `mcp` itself, put in when the bundle is made. */
declare const MAIN_HELP: string;

/** Verbs that a daemon runs with the servers it keeps. `mcp daemon` speaks to a running daemon and never starts one. */
const daemonVerbs = new Set([
  'list',
  'ls',
  'info',
  'logs',
  'call',
  'search',
  'grep',
  'resources',
  'read',
  'prompts',
  'prompt',
]);

/** Verbs whose servers are started before the commands are loaded. */
const startingVerbs = new Set(['list', 'ls', 'call']);

const argv = process.argv.slice(2);

/** Prints help and version without loading the commands, and lets a daemon run the command where it can. */
async function start(): Promise<void> {
  const [first] = argv;
  if (argv.length <= 1 && (first === undefined || first === '--help' || first === '-h'))
    process.stdout.write(MAIN_HELP);
  else if (first === '--version' || first === '-V') process.stdout.write(`mcp ${version}\n`);
  else await runCommand();
}

async function runCommand(): Promise<void> {
  const line = splitVerb(argv);
  const { verb, rest } = line;
  if (isStartedDaemon() && (await passClientOn())) return;
  const earlySignals = new EarlySignals(argv);
  const isDaemon = verb === 'daemon' && rest[0] === 'run' && rest.slice(1).every(word => word === '--started');
  const asksDaemon = verb === 'daemon' && !isDaemon;
  const result =
    asksDaemon || (verb !== undefined && daemonVerbs.has(verb) && mayUseDaemon())
      ? await runInDaemon(argv, earlySignals, { starts: !asksDaemon })
      : { code: undefined };
  if (result.code !== undefined) process.exit(result.code);
  // A command that ends before its exit code is known has failed.
  process.exitCode = 1;
  const starter = verb !== undefined && startingVerbs.has(verb) && !result.daemonEnded ? loadStartServers() : undefined;
  const startedServers = await starter?.exports.startServers(line);
  const { exports: commands, keepCompiled } = loadCommands();
  const { receivedSignal } = earlySignals;
  const running = isDaemon
    ? commands.runDaemon(build)
    : commands.runHere({
        ...result,
        line,
        importModule,
        ...(startedServers && { startedServers }),
        ...(receivedSignal !== undefined && { receivedSignal }),
      });
  // The running command handles signals from here on.
  earlySignals.stopListening();
  const code = await running;
  keepCompiled();
  starter?.keepCompiled();
  // Sources may hold open handles; our own are closed and all output is written.
  process.exit(code);
}

/** Code that `vm.Script` compiled cannot use `import()`, so it gets this function. */
const importModule = (url: string): Promise<unknown> => import(url);

const isStartedDaemon = (): boolean => argv[0] === 'daemon' && argv[2] === '--started';

/** Passes the first client of this daemon on to a daemon that already listens. Returns false when there is none. */
async function passClientOn(): Promise<boolean> {
  const socket = daemonSocket(process.env, build);
  const other = socket === undefined ? undefined : await reachDaemon(socket);
  if (other) await relay(new Socket({ fd: 3 }), other);
  return other !== undefined;
}

function mayUseDaemon(): boolean {
  const { MCP_NO_DAEMON: never = '', MCP_CONFIG_PATH = '' } = process.env;
  const end = argv.indexOf('--');
  const isRefused = argv.slice(0, end === -1 ? undefined : end).includes('--no-daemon');
  return (never === '' || never === '0') && !isRefused && !namesOwnFile([...argv, MCP_CONFIG_PATH]);
}

void start();
