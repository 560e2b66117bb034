import {
  compileRedaction,
  type DialectName,
  dialects,
  type Facts,
  type JsonObject,
  type Problem,
} from '@concord/contract';
import { requestIdFor } from '@concord/engine';
import type { CommandContext } from '../command/context.js';
import { type CommandFailure, exitCodeOf, hasOwnHint } from '../command/failure.js';
import { printJson } from './json.js';
import { type Paint, paintFor } from './paint.js';
import { visible } from './text.js';

/** Prints a failure as text or in the requested dialect, and returns its exit code. */
export async function printFailure(
  context: CommandContext,
  failed: CommandFailure,
  /** When the command began, by `performance.now()`. */
  started = performance.now(),
): Promise<number> {
  const { failure, about } = failed;
  const facts = factsFor(context, failed, started);
  const dialect = dialectOf(context);
  if (dialect === 'cli') {
    const { server: _, tool: __, ...others } = dialects.cli.render(failure, facts) as JsonObject;
    const { server, tool, uri, prompt } = about;
    const subject = Object.entries({ server, tool, uri, prompt }).filter(([, value]) => value !== undefined);
    await printJson(context, { ...Object.fromEntries(subject), ...others });
  } else if (dialect === 'text') await context.stderr(failureText(failure.problems, facts, context));
  else await context.stdout(`${dialects[dialect].write(dialects[dialect].render(failure, facts))}\n`);
  return context.interruptedWith() ?? exitCodeOf(failure);
}

/** The dialect a command line asks for: `--dialect`, else the default one of `--json`. */
export function dialectOf({ flags: { dialect, json } }: Pick<CommandContext, 'flags'>): DialectName {
  if (json && dialect === 'text') return 'cli';
  return (dialect as DialectName | undefined) ?? (json ? 'cli' : 'text');
}

function factsFor(context: CommandContext, { about, retryCount, failure }: CommandFailure, started: number): Facts {
  return {
    tool: about.tool ?? about.prompt ?? '',
    toolVersion: '0.0.0',
    ...(about.server !== undefined && { server: about.server }),
    requestId: about.call?.requestId ?? requestIdFor(undefined, compileRedaction({})),
    tier: 'community',
    timestamp: context.now().toISOString(),
    durationMs: about.call?.durationMs ?? Math.round(performance.now() - started),
    state: failure.state ?? 'not_started',
    redactions: 0,
    truncated: false,
    ...(retryCount > 0 && { retryCount }),
  };
}

/** `error:` and what is wrong, each problem with its place, then what to do next. */
export function failureText(
  problems: readonly [Problem, ...Problem[]],
  { server, tool }: Pick<Facts, 'server' | 'tool'>,
  context: CommandContext,
): string {
  const paint = paintFor(context, 'stderr');
  const shown = (text: string) => visible(text, context.terminal.stderr);
  const faults = problems.filter(each => each.argument !== undefined);
  const target = [server, tool].filter(Boolean).join('/');
  const head =
    faults.length === problems.length
      ? `${faults.length} ${faults.length === 1 ? 'problem' : 'problems'} with the arguments of ${target}`
      : problems[0].message;
  const tail = problems[0].details?.stderrTail;
  const lines = [
    `${paint.red('error:')} ${shown(head)}`,
    ...faults.map(each => faultLine(each, shown, paint)),
    ...located(problems).map(line => `  ${shown(line)}`),
    ...(typeof tail === 'string' ? tail.split('\n').map(line => `  | ${shown(line)}`) : []),
  ];
  const next = problems[0].details?.suggestion ?? adviceOf(problems[0]);
  return `${lines.join('\n')}\n${typeof next === 'string' ? `${paint.bold('next:')} ${shown(next)}\n` : ''}`;
}

/** Kinds whose hint in the catalog says what happened, or needs alternatives beside it, and not what to do next. */
const withoutAdvice: ReadonlySet<string> = new Set(['cancelled', 'timeout', 'unavailable', 'upgrade_required']);

function adviceOf(problem: Problem): string | undefined {
  return withoutAdvice.has(problem.kind) && !hasOwnHint(problem) ? undefined : problem.hint;
}

const MAX_LOCATED = 20;

/** Where in files the problems are; of several all are told, not only the first. */
function located(problems: readonly Problem[]): readonly string[] {
  const others = problems.filter(each => each.argument === undefined);
  const placed = others.filter(each => typeof each.details?.file === 'string');
  if (placed.length === 0 && others.length < 2) return [];
  const lines = others.slice(0, MAX_LOCATED).map(({ code, message, details = {} }) => {
    const { file, line, column } = details;
    const spot = [line, column].filter(Boolean).join(',');
    const place = typeof file === 'string' ? `at ${file}${spot && `(${spot})`}: ` : '';
    const words = others.length === 1 ? '' : message.split('\n', 1)[0];
    return `${place}${[code, words].filter(Boolean).join(' ')}`;
  });
  return others.length > MAX_LOCATED ? [...lines, `and ${others.length - MAX_LOCATED} more`] : lines;
}

function faultLine({ argument, message, details }: Problem, shown: (text: string) => string, paint: Paint): string {
  const { pointer, expected, received, nearest } = argument!;
  const place = `  at ${paint.bold(shown(pointer || '/'))}: `;
  if (typeof details?.mistaken === 'string')
    return `${place}required; ${shown(JSON.stringify(details.mistaken))} is not a parameter, did you mean ${shown(JSON.stringify(nearest))}?`;
  const near = nearest === undefined ? '' : `, did you mean ${shown(JSON.stringify(nearest))}?`;
  if (details?.reason === 'required') return `${place}required${near}`;
  if (details?.reason === 'unknown')
    return `${place}not a parameter${near || `; there are: ${shown(expected.replace(/^one of /, ''))}`}`;
  return `${place}${received === 'nothing' ? shown(message) : `expected ${shown(expected)}, got ${shown(received)}`}${near}`;
}
