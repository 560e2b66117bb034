import { resolve } from 'node:path';
import { makeProject, nameFault } from '@concord/source-folder';
import { usage } from '../../command/failure.js';
import { folderCommand, splitFolder } from '../project/folder-command.js';
import { printMade } from '../project/print-made.js';

/** `mcp init [DIR]`. */
export const init = folderCommand({
  summary: 'make a project of a folder: its tools become MCP tools',
  usage: 'mcp init [DIR] [--name NAME] [--no-hello]',
  flags: ['name', 'no-hello'],
  examples: ['mcp init', 'mcp init weather --name weather-tools', 'mcp init --no-hello'],
  more: 'Nothing that is there is changed, but for lines that .gitignore lacks. Exit codes: 0 done · 1 cannot be made · 2 wrong usage.',
  run: async (context, line) => {
    const { folder = '.' } = splitFolder(context, line, 0);
    const name = context.flags.name as string | undefined;
    const fault = name === undefined ? undefined : nameFault('project', name);
    if (fault !== undefined) throw usage(`--name ${fault}`, 'mcp help init');
    const hello = context.flags['no-hello'] === undefined;
    const made = await makeProject(resolve(context.cwd, folder), { name, hello, readme: false });
    await printMade(context, made, hello ? 'mcp run-tool hello' : 'mcp new tool NAME');
    return 0;
  },
});
