import { parse, relative } from 'node:path';
import type { MadeIn } from '@concord/source-folder';
import { quoted } from '../../call/arguments/suggestion.js';
import type { Flags } from '../../command/flags.js';
import { printJson } from '../../print/json.js';
import { visible } from '../../print/text.js';
import type { Shell } from '../../start/process-shell.js';
import { placeSeenFrom } from './project.js';

/** Tells what was made and what was there already, and what could be done next, from where the shell is. */
export async function printMade(shell: Shell, flags: Flags, made: MadeIn, next: string): Promise<void> {
  const { projectRoot, created, skipped, updated, formerTools = [] } = made;
  if (formerTools.length > 0) await shell.stderr(`warning: ${visible(farewell(formerTools), shell.terminal.stderr)}\n`);
  if (flags.json) return printJson(shell, flags, { projectRoot, created, skipped, updated });
  const lines = [
    ...created.map(path => `Created ${path}`),
    ...updated.map(path => `Updated ${path}`),
    ...skipped.map(path => `Skipped ${path}: it is there already`),
  ];
  await shell.stdout(lines.map(line => `${line}\n`).join(''));
  if (!flags.quiet) await shell.stderr(`next: ${visible(wayTo(projectRoot, shell), shell.terminal.stderr)}${next}\n`);
}

/** What became of the tools of a folder of executables, and how they can be tools again. */
function farewell(files: readonly string[]): string {
  const { name, ext } = parse(files[0]!);
  const all = `${files.slice(0, MOST_NAMED).join(', ')}${files.length > MOST_NAMED ? ', …' : ''}`;
  return `only what is in tools/ is a tool of a project, and no longer ${all}; move each there, such as ${files[0]} to tools/${name}/tool${ext}`;
}

const MOST_NAMED = 5;

/** What has to be typed first, where commands would not find the project by themselves. */
function wayTo(root: string, { cwd }: Shell): string {
  const isAround = !relative(root, cwd).startsWith('..');
  return isAround ? '' : `cd ${quoted(placeSeenFrom(cwd, root))} && `;
}
