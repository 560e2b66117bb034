import { classify, type DialectName, dialects, type Facts, type JsonObject, type Problem } from '@concord/contract';
import type { CommandFailure } from '../failure.js';
import type { Flags } from '../parse/flags.js';
import type { Shell } from '../shell.js';
import { printJson } from './json.js';
import { visible } from './text.js';

/** Tells a failure in the form that was asked for, and gives the exit code that belongs to it. */
export async function printFailure(shell: Shell, flags: Flags, failed: CommandFailure): Promise<number> {
  const { failure, about } = failed;
  const facts = factsFor(shell, failed);
  const dialect = flags.dialect as DialectName | undefined;
  if (dialect && dialect !== 'cli' && dialect !== 'text')
    await shell.stdout(`${dialects[dialect].write(dialects[dialect].render(failure, facts))}\n`);
  else if (flags.json || dialect === 'cli') {
    const { tool, ...rest } = dialects.cli.render(failure, facts) as JsonObject;
    const { server, ...others } = rest;
    const subject =
      about.tool !== undefined
        ? { tool }
        : about.uri !== undefined
          ? { uri: about.uri }
          : about.prompt !== undefined
            ? { prompt: about.prompt }
            : {};
    await printJson(shell, flags, { ...(server !== undefined && { server }), ...subject, ...others });
  } else await shell.stderr(textOf(failure.problems, facts, shell));
  return shell.interruptedWith() ?? classify(failure.problems[0], failure.exitCode).cli.exit;
}

function factsFor(shell: Shell, { about }: CommandFailure): Facts {
  return {
    tool: about.tool ?? '',
    toolVersion: '0.0.0',
    ...(about.server !== undefined && { server: about.server }),
    requestId: '0'.repeat(32),
    tier: 'community',
    timestamp: shell.now().toISOString(),
    durationMs: 0,
    state: 'not_started',
    redactions: 0,
    truncated: false,
  };
}

/** `error:` and what is wrong, each problem with its place, then what to do next. */
export function textOf(problems: readonly [Problem, ...Problem[]], facts: Facts, shell: Shell): string {
  const faults = problems.filter(each => each.argument !== undefined);
  const target = facts.server === undefined ? facts.tool : `${facts.server}/${facts.tool}`;
  const plural = faults.length === 1 ? 'problem' : 'problems';
  const head =
    faults.length === problems.length
      ? `${faults.length} ${plural} with the arguments of ${target}`
      : problems[0].message;
  const tail = problems[0].details?.stderrTail;
  const lines = [
    `error: ${visible(head, shell.terminal.stderr)}`,
    ...faults.map(each => `  at ${each.argument!.pointer || '/'}: ${faultText(each)}`),
    ...(typeof tail === 'string' ? tail.split('\n').map(line => `  | ${visible(line, shell.terminal.stderr)}`) : []),
  ];
  const next = problems[0].details?.suggestion ?? problems[0].hint;
  return `${lines.join('\n')}\n${typeof next === 'string' ? `next: ${visible(next, shell.terminal.stderr)}\n` : ''}`;
}

function faultText({ argument, message }: Problem): string {
  const { expected, received, nearest } = argument!;
  const near = nearest === undefined ? '' : `, did you mean "${nearest}"?`;
  return received === 'nothing' ? `${message}${near}` : `expected ${expected}, got ${received}${near}`;
}
