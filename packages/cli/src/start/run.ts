import { failure, problem } from '@concord/contract';
import { version } from '@concord/contract/version';
import { nearest } from '@concord/engine';
import type { CommandContext, ProcessContext } from '../command/context.js';
import { CommandFailure, isUsage, toCommandFailure, usage, withExpectation } from '../command/failure.js';
import { aliases, commands, hiddenCommands } from '../commands/index.js';
import { earlyFlags, readCommandLine } from '../parse/command-line.js';
import type { VerbLine } from '../parse/verb.js';
import { withEnvironment } from '../parse/with-environment.js';
import { printFailure } from '../print/error.js';
import { commandHelp, mainHelp } from '../print/help.js';
import { printText } from '../print/json.js';

/** Runs a command line whose verb is known, and returns the exit code. */
export async function run(own: ProcessContext, { verb, rest }: VerbLine): Promise<number> {
  const started = performance.now();
  // A failure before the flags are parsed is printed in the form that the raw words ask for.
  let context: CommandContext = { ...own, flags: earlyFlags(own.argv) };
  let strict: { readonly usageExit: number; readonly usage: string } | undefined;
  try {
    if (context.interruptedWith() !== undefined) throw new CommandFailure(failure(problem('cancelled', 'Cancelled')));
    if (verb === undefined || verb === 'help') return await helpFor(context, verb === undefined, rest);
    const command = await commandNamed(verb)();
    if (command.usageExit) strict = { usageExit: command.usageExit(rest), usage: command.usage };
    if (command.readsOwnFlags) return await command.run(context, { words: rest, rest: undefined });
    const line = readCommandLine(rest, command.flags, command.open === true, command.ownFlags);
    context = { ...own, flags: withEnvironment(line.flags, own.env, command.ownFlags) };
    const { flags } = context;
    if (flags.version) await printText(context, `mcp ${version}\n`);
    else if (flags.help) await printText(context, commandHelp(command));
    else return await command.run(context, line);
    return 0;
  } catch (error) {
    const failed = toCommandFailure(error);
    const code = await printFailure(context, strict ? withExpectation(failed, strict.usage) : failed, started);
    return strict && isUsage(failed) ? strict.usageExit : code;
  }
}

/** The command of that name. An unknown name fails with the nearest one as a hint; it is never run instead. */
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
async function helpFor(own: ProcessContext, alone: boolean, rest: readonly string[]): Promise<number> {
  const { words, flags } = readCommandLine(rest, [], false);
  const context = { ...own, flags };
  if (alone && words[0] !== undefined) throw usage(`Unknown command '${words[0].slice(0, 80)}'`, 'mcp --help');
  const [topic] = alone ? [] : words;
  if (flags.version) await printText(context, `mcp ${version}\n`);
  else
    await printText(context, topic === undefined ? await mainHelp(commands) : commandHelp(await commandNamed(topic)()));
  return 0;
}
