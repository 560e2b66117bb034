import { nearest } from '@concord/engine';
import { aliases, commands } from './commands/index.js';
import { toCommandFailure, usage } from './failure.js';
import { commandHelp, mainHelp } from './help.js';
import { readCommandLine } from './parse/command-line.js';
import type { Flags } from './parse/flags.js';
import { printFailure } from './print/error.js';
import { processShell, type Shell } from './shell.js';
import { version } from './version.js';

/** Runs the command line of this process and gives its exit code. */
export async function run(): Promise<number> {
  const argv = process.argv.slice(2);
  const shell = processShell({ handleSignals: argv[0] !== 'serve' });
  // Before the flags are read, the words themselves say in which form a failure is wanted.
  const early: Flags = argv.includes('--json') ? { json: true } : {};
  let flags = early;
  try {
    const [name, rest] = commandIn(argv);
    if (name === undefined) return await helpFor(shell, rest);
    const command = await commands[name]!();
    const line = readCommandLine(rest, command.flags, command.open === true);
    flags = line.flags;
    if (flags.version) await shell.stdout(`mcp ${version}\n`);
    else if (flags.help) await shell.stdout(commandHelp(command));
    else return await command.run(shell, line);
    return 0;
  } catch (error) {
    return printFailure(shell, flags, toCommandFailure(error));
  }
}

/** Finds the verb: the first word that is no flag. Nothing is guessed: a near name is told. */
function commandIn(argv: readonly string[]): readonly [name: string | undefined, rest: readonly string[]] {
  const end = argv.indexOf('--');
  const at = argv.findIndex((word, index) => !word.startsWith('-') && (end === -1 || index < end));
  if (at === -1) return [undefined, argv];
  const word = aliases[argv[at]!] ?? argv[at]!;
  const rest = [...argv.slice(0, at), ...argv.slice(at + 1)];
  if (word === 'help') return [undefined, rest];
  if (Object.hasOwn(commands, word)) return [word, rest];
  const near = nearest(word, Object.keys(commands));
  throw usage(
    `Unknown command '${word.slice(0, 80)}'`,
    near === undefined ? 'mcp --help' : `Did you mean 'mcp ${near}'?`,
  );
}

async function helpFor(shell: Shell, rest: readonly string[]): Promise<number> {
  if (rest.includes('--version') || rest.includes('-V')) {
    await shell.stdout(`mcp ${version}\n`);
    return 0;
  }
  const unknown = rest.find(word => word.startsWith('-') && word !== '--help' && word !== '-h');
  if (unknown) throw usage(`Unknown flag ${unknown}`);
  const topic = rest.find(word => Object.hasOwn(commands, word));
  await shell.stdout(topic === undefined ? await mainHelp() : commandHelp(await commands[topic]!()));
  return 0;
}
