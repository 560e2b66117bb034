import { failure, problem } from '@concord/contract';
import { version } from '@concord/contract/version';
import { BadFolderSetting, BuildFailed, CannotMake, NoProject } from '@concord/source-folder';
import type { Command, CommandWords } from '../../command/command.js';
import type { CommandContext } from '../../command/context.js';
import { CommandFailure, isUsage, toCommandFailure, usage, withExpectation } from '../../command/failure.js';
import { readCommandLine } from '../../parse/command-line.js';
import { printFailure } from '../../print/error.js';
import { commandHelp } from '../../print/help.js';
import { printText } from '../../print/json.js';

/** A command about a project in a folder. */
export interface FolderCommand extends Omit<Command, 'readsOwnFlags' | 'usageExit'> {
  /** Prints a failure in the command's own form, and returns the exit code. */
  readonly fail?: (context: CommandContext, failed: CommandFailure) => Promise<number>;
}

/** The exit code of these commands for wrong usage. */
export const WRONG_USAGE = 2;

/**
 * Makes a command of one about a project: it takes `--project-root`, exits with 2 for a line that cannot be meant, and reads no
 * variables for its flags, because times are seconds here.
 */
export function folderCommand({ fail = printError, ...made }: FolderCommand): Command {
  const command: Command = {
    ...made,
    flags: [...made.flags, 'project-root'],
    readsOwnFlags: true,
    run: async (early, { words }) => {
      let context = early;
      try {
        const line = readCommandLine(words, command.flags, false);
        context = { ...early, flags: { ...line.flags, ...(early.flags.json && { json: true }) } };
        const { flags } = context;
        if (flags.version) await printText(context, `mcp ${version}\n`);
        else if (flags.help) await printText(context, commandHelp(command));
        else return await made.run(context, line);
        return 0;
      } catch (error) {
        return fail(context, withExpectation(folderFailure(error), made.usage));
      }
    },
  };
  return command;
}

async function printError(context: CommandContext, failed: CommandFailure): Promise<number> {
  const code = await printFailure(context, failed);
  return isUsage(failed) ? WRONG_USAGE : code;
}

/** Converts whatever work on a project threw to a failure. */
export function folderFailure(error: unknown): CommandFailure {
  const isExpected =
    error instanceof NoProject ||
    error instanceof BadFolderSetting ||
    error instanceof BuildFailed ||
    error instanceof CannotMake;
  if (!isExpected) return toCommandFailure(error);
  const hint = 'hint' in error ? error.hint : undefined;
  return new CommandFailure(
    failure(problem('invalid_params', error.message, { variant: 'config', hint: hint ?? 'mcp validate' })),
  );
}

/** The words of a line without the folder that may end it; `most` words are the command's own. */
export function splitFolder(
  { flags }: CommandContext,
  { words, rest }: CommandWords,
  most: number,
): { readonly own: readonly string[]; readonly folder: string | undefined } {
  const own = words.slice(0, most);
  const [folder, ...others] = [...words.slice(most), ...(rest ?? [])];
  if (others.length > 0) throw tooMany(others[0]!);
  if (folder !== undefined && flags['project-root'] !== undefined)
    throw usage(`'${folder.slice(0, 80)}' and --project-root both name the project: give one of them`);
  const named = folder ?? (flags['project-root'] as string | undefined);
  // An empty word would mean the working directory; an unset variable of a script must not make a project there.
  if (named === '') throw usage("Expected the folder of the project, and '' is none");
  return { own, folder: named };
}

function tooMany(word: string): CommandFailure {
  return usage(`Did not expect '${word.slice(0, 80)}': the folder of the project comes last`);
}
