import { failure, problem } from '@concord/contract';
import { nearest } from '@concord/engine';
import { CommandFailure, isUsage, toCommandFailure, usage, withExpectation } from '../command/failure.js';
import { version } from '../command/version.js';
import { aliases, commands, hiddenCommands } from '../commands/index.js';
import { earlyFlags, readCommandLine } from '../parse/command-line.js';
import type { VerbLine } from '../parse/verb.js';
import { withEnvironment } from '../parse/with-environment.js';
import { printFailure } from '../print/error.js';
import { commandHelp, mainHelp } from '../print/help.js';
import { printText } from '../print/json.js';
import type { Shell } from './process-shell.js';

/** Runs a command line whose verb has been read, and gives its exit code. */
export async function run(shell: Shell, { verb, rest }: VerbLine): Promise<number> {
  // Before the flags are read, the words themselves say in which form a failure is wanted.
  let flags = earlyFlags(shell.argv);
  let strict: { readonly usageExit: number; readonly usage: string } | undefined;
  try {
    if (shell.interruptedWith() !== undefined) throw new CommandFailure(failure(problem('cancelled', 'Cancelled')));
    if (verb === undefined || verb === 'help') return await helpFor(shell, verb === undefined, rest);
    const command = await commandNamed(verb)();
    if (command.usageExit) strict = { usageExit: command.usageExit(rest), usage: command.usage };
    if (command.readsOwnFlags) return await command.run(shell, { flags, words: rest, rest: undefined });
    const line = readCommandLine(rest, command.flags, command.open === true);
    flags = withEnvironment(line.flags, shell.env);
    if (flags.version) await printText(shell, flags, `mcp ${version}\n`);
    else if (flags.help) await printText(shell, flags, commandHelp(command));
    else return await command.run(shell, { ...line, flags });
    return 0;
  } catch (error) {
    const failed = toCommandFailure(error);
    const code = await printFailure(shell, flags, strict ? withExpectation(failed, strict.usage) : failed);
    return strict && isUsage(failed) ? strict.usageExit : code;
  }
}

/** The command of that name. Nothing is guessed: a near name is told. */
function commandNamed(verb: string) {
  const name = aliases[verb] ?? verb;
  const all = { ...commands, ...hiddenCommands };
  if (Object.hasOwn(all, name)) return all[name]!;
  const near = nearest(name, Object.keys(commands));
  throw usage(
    `Unknown command '${verb.slice(0, 80)}'`,
    near === undefined ? 'mcp --help' : `Did you mean 'mcp ${near}'?`,
  );
}

/** `mcp`, `mcp -h`, `mcp help [command]`. */
async function helpFor(shell: Shell, alone: boolean, rest: readonly string[]): Promise<number> {
  const { words, flags } = readCommandLine(rest, [], false);
  if (alone && words[0] !== undefined) throw usage(`Unknown command '${words[0].slice(0, 80)}'`, 'mcp --help');
  const [topic] = alone ? [] : words;
  if (flags.version) await printText(shell, flags, `mcp ${version}\n`);
  else await printText(shell, flags, topic === undefined ? await mainHelp() : commandHelp(await commandNamed(topic)()));
  return 0;
}
