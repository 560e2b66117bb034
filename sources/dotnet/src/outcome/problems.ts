import { type Category, type Problem, problem } from '@concord/contract';
import { explain } from '../explain/explain.js';
import type { Diagnostic } from '../read/diagnostic.js';
import { clipped, cut } from './cut.js';
import { nextStep } from './next-step.js';
import { rootCauseOf } from './root-cause.js';

/** The facts of a run that its problems contain. */
export interface RunFacts {
  readonly command: string;
  readonly exitCode: number;
  /** The project the caller named, for advice that names it again. */
  readonly project?: string;
  /** The session that runs a project, if one does. */
  readonly sessionOf?: (project: string) => string | undefined;
}

const MOST_RAW = 4_000;
const MOST_STDERR = 1_000;

/** What a compiler, MSBuild, NuGet or the SDK reported, as a problem with everything that helps. */
export function problemOf(diagnostic: Diagnostic, facts: RunFacts): Problem {
  const { code, message, raw } = diagnostic;
  const category = categoryOf(diagnostic);
  return problem('command_failed', message, {
    ...(code !== undefined && { code }),
    ...(category && { category }),
    ...explain(diagnostic),
    rawOutput: cut(raw, MOST_RAW).text,
    command: facts.command,
    exitCode: facts.exitCode,
    stderr: clipped(raw, MOST_STDERR, '... (truncated)'),
    details: detailsOf(diagnostic, facts),
  });
}

/** Codes with families of their own are sorted by these; any other with a place in a source file comes from an analyzer. */
function categoryOf({ code, file, line }: Diagnostic): Category | undefined {
  if (code === undefined || /^(?:CS|FS|BC|MSB|NU|NETSDK)\d/i.test(code)) return undefined;
  return file !== undefined && line !== undefined ? 'Compilation' : undefined;
}

function detailsOf(diagnostic: Diagnostic, facts: RunFacts): Record<string, string> {
  const { file, line, column, endLine, endColumn, tool, projects, frameworks } = diagnostic;
  const step = nextStep(diagnostic, facts);
  const known = {
    file,
    line,
    column,
    endLine,
    endColumn,
    project: projects.join('; '),
    framework: frameworks.join('; '),
    tool,
    rootCause: rootCauseOf(diagnostic),
    nextTool: step?.tool,
    nextArguments: step && JSON.stringify(step.arguments),
  };
  return Object.fromEntries(
    Object.entries(known).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  );
}
