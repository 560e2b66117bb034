import { parse, relative } from 'node:path';
import type { MadeIn } from '@concord/source-folder';
import type { CommandContext } from '../../command/context.js';
import { quoted } from '../../command/next-command.js';
import { printJson } from '../../print/json.js';
import { visible } from '../../print/text.js';
import { relativeFolder } from './project.js';

/** Prints which files were created, updated and skipped, and the next command. */
export async function printMade(context: CommandContext, made: MadeIn, next: string): Promise<void> {
  const { projectRoot, created, skipped, updated, formerTools = [] } = made;
  if (formerTools.length > 0)
    await context.stderr(`warning: ${visible(formerToolsWarning(formerTools), context.terminal.stderr)}\n`);
  if (context.flags.json) return printJson(context, { projectRoot, created, skipped, updated });
  const lines = [
    ...created.map(path => `Created ${path}`),
    ...updated.map(path => `Updated ${path}`),
    ...skipped.map(path => `Skipped ${path}: it is there already`),
  ];
  await context.stdout(lines.map(line => `${line}\n`).join(''));
  if (!context.flags.quiet)
    await context.stderr(`next: ${visible(cdCommand(projectRoot, context), context.terminal.stderr)}${next}\n`);
}

/** The warning that executables of the folder are no tools of the project any more, and where to move them. */
function formerToolsWarning(files: readonly string[]): string {
  const { name, ext } = parse(files[0]!);
  const all = `${files.slice(0, MAX_NAMED).join(', ')}${files.length > MAX_NAMED ? ', …' : ''}`;
  return `only what is in tools/ is a tool of a project, and no longer ${all}; move each there, such as ${files[0]} to tools/${name}/tool${ext}`;
}

const MAX_NAMED = 5;

/** `cd … && ` when the working directory is not inside the project; empty otherwise. */
function cdCommand(root: string, { cwd }: CommandContext): string {
  const isAround = !relative(root, cwd).startsWith('..');
  return isAround ? '' : `cd ${quoted(relativeFolder(cwd, root))} && `;
}
