import { failure, type Json, type JsonObject, type Outcome, ProblemError, success } from '@concord/contract';
import { commandLine } from '../argv/command-line.js';
import { templatesArgv } from '../machine/machine-facts.js';
import { frameworkInfo, frameworkLists } from '../project/frameworks.js';
import type { Template } from '../read/tables.js';
import { runCommand } from './execute.js';
import { announce } from './report.js';
import type { Perform, Work } from './work.js';

/** The list of templates, and the command when it was run now. */
async function templates(
  work: Work,
): Promise<{ readonly all: readonly Template[]; readonly command?: string } | { readonly failed: Outcome }> {
  announce(work);
  try {
    const { value, isFresh } = await work.context.facts.templates.get(work.args.forceReload === true);
    return { all: value, ...(isFresh && { command: commandLine(templatesArgv) }) };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const { problem } = error;
    return { failed: failure(problem, { exitCode: problem.exitCode ?? -1 }) };
  }
}

const listed =
  (fits: (template: Template, args: Work['args']) => boolean): Perform =>
  async work => {
    const found = await templates(work);
    if ('failed' in found) return found.failed;
    const fitting = found.all.filter(each => fits(each, work.args));
    const most = typeof work.args.maxResults === 'number' ? work.args.maxResults : fitting.length;
    return success({
      data: { templates: fitting.slice(0, most) as unknown as Json, total: fitting.length },
      ...(found.command !== undefined && { command: found.command }),
    });
  };

const has = (texts: readonly string[], part: unknown) =>
  typeof part !== 'string' || texts.some(text => text.toLowerCase().includes(part.toLowerCase()));

export const listTemplates = listed(({ name, shortNames, type }, { filter }) =>
  has([name, type, ...shortNames], filter),
);

const searchList = listed(({ name, shortNames }, { searchTerm }) => has([name, ...shortNames], searchTerm));

export const searchTemplates: Perform = work => (work.args.online === true ? runCommand(work) : searchList(work));

export const clearTemplateCache: Perform = async ({ context }) => {
  context.facts.clear();
  return success({ data: { cleared: true } });
};

export const showFramework: Perform = async ({ args, context }) => {
  const installed = context.facts.sdks.peek()?.map(each => each.version);
  const shown = typeof args.framework === 'string' ? frameworkInfo(args.framework) : frameworkLists(installed);
  return success({ data: shown as unknown as JsonObject });
};

export const cacheMetrics: Perform = async ({ context }) =>
  success({ data: context.facts.metrics as unknown as JsonObject });
