import { resolve } from 'node:path';
import {
  type ContentKind,
  makeContent,
  makeProject,
  makeTest,
  nameFault,
  type ToolLanguage,
} from '@concord/source-folder';
import type { CommandWords } from '../../command/command.js';
import type { CommandContext } from '../../command/context.js';
import { usage } from '../../command/failure.js';
import { folderCommand, splitFolder } from '../project/folder-command.js';
import { printMade } from '../project/print-made.js';
import { projectFor } from '../project/project.js';

/** The next step after each kind of content was made. */
const nextSteps: Readonly<Record<ContentKind, (name: string) => string>> = {
  tool: name => `mcp run-tool ${name}`,
  prompt: () => 'mcp validate',
  resource: () => 'mcp validate',
  completion: () => 'mcp validate',
  provider: () => 'mcp validate',
};

/** `mcp new NAME`, `mcp new tool|prompt|resource|completion|provider NAME`, `mcp new test`. */
export const newContent = folderCommand({
  summary: 'make a project, or a tool, prompt, resource, completion, provider or test in one',
  usage: 'mcp new NAME | tool NAME | prompt NAME | resource NAME | completion NAME | provider SCHEME | test',
  flags: ['lang', 'no-hello'],
  examples: [
    'mcp new weather                       a project in a new folder',
    'mcp new tool forecast --lang python',
    'mcp new prompt summary',
    'mcp new test',
  ],
  more: 'What is made works at once, and nothing that is there is changed. Exit codes: 0 done · 1 cannot be made · 2 wrong usage.',
  run: async (context, line) => {
    const [kind] = line.words;
    if (kind === undefined)
      throw usage('Expected the name of a project, or what to make in one: tool, prompt, resource, …', 'mcp help new');
    if (context.flags.lang !== undefined && kind !== 'tool') throw usage('--lang is for new tool', 'mcp help new');
    if (kind === 'test') await test(context, line);
    else if (Object.hasOwn(nextSteps, kind)) await content(context, line, kind as ContentKind);
    else await project(context, line, kind);
    return 0;
  },
});

async function project(context: CommandContext, line: CommandWords, name: string): Promise<void> {
  const { folder = name } = splitFolder(context, line, 1);
  checkName('project', name);
  const hello = context.flags['no-hello'] === undefined;
  const made = await makeProject(resolve(context.cwd, folder), { name, hello, readme: true });
  await printMade(context, made, `mcp ${hello ? 'run-tool hello' : 'new tool NAME'}`);
}

async function content(context: CommandContext, line: CommandWords, kind: ContentKind): Promise<void> {
  const { own, folder } = splitFolder(context, line, 2);
  const name = own[1];
  if (name === undefined) throw usage(`Expected a name: mcp new ${kind} NAME`, 'mcp help new');
  if (context.flags['no-hello'] !== undefined) throw usage('--no-hello is for a new project', 'mcp help new');
  checkName(kind, name);
  const made = await makeContent(
    projectFor(context, folder),
    kind,
    name,
    context.flags.lang as ToolLanguage | undefined,
  );
  await printMade(context, made, nextSteps[kind](name));
}

async function test(context: CommandContext, line: CommandWords): Promise<void> {
  const { folder } = splitFolder(context, line, 1);
  await printMade(context, await makeTest(projectFor(context, folder)), './test/run.sh');
}

function checkName(kind: ContentKind | 'project', name: string): void {
  const fault = nameFault(kind, name);
  if (fault !== undefined)
    throw usage(`'${name.slice(0, 80)}' cannot be the name of a ${kind}: ${fault}`, 'mcp help new');
}
