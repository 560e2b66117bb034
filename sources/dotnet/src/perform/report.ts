import { resolve } from 'node:path';
import type { Work } from './work.js';

const SHORTEST_MS = 250;

/** Patterns of lines that are progress steps, by action. */
const steps: Readonly<Record<string, RegExp>> = {
  'dotnet_project.Build': / -> /,
  'dotnet_project.Publish': / -> /,
  'dotnet_project.Pack': / -> /,
  'dotnet_project.Restore': /^\s{0,10}Restored /,
  'dotnet_project.Test': /^(?:Passed|Failed|Skipped)! |^Test run summary/,
  'dotnet_workload.Install': /^Installing /,
  'dotnet_workload.Update': /^Installing /,
  'dotnet_tool.Install': /^Installing /,
  'dotnet_tool.Restore': /^Tool '/,
};

const LOGGER = 'dotnet';

/** Logs a warning when the result is not redacted. */
export function warnOfUnredactedResult({ call, isRaw }: Work): void {
  if (isRaw) call.log('warning', 'The result of this call is not redacted', LOGGER);
}

/** Logs and reports the start of an action. Gives a function that reports further progress from output lines. */
export function announce(work: Work): ((line: string) => void) | undefined {
  const { action, args, call } = work;
  const sentence = action.announcement?.(args);
  if (sentence !== undefined) call.log('info', sentence, LOGGER);
  return stepsOf(work, sentence);
}

/** Logs the exit code of a command. */
export function conclude({ action, args, call }: Work, exitCode: number, isQuiet = false): void {
  if (isQuiet) return;
  call.log('info', `${action.announcement?.(args) ?? action.name} ended with exit code ${exitCode}`, LOGGER);
}

function stepsOf(work: Work, sentence: string | undefined): ((line: string) => void) | undefined {
  const { tool, action, call, notes, redaction } = work;
  if (!call.wantsProgress || action.lock === undefined) return undefined;
  const pattern = steps[`${tool.name}.${action.name}`];
  const total = totalOf(work);
  let count = 0;
  let toldAt = performance.now();
  call.progress(0, total, sentence);
  notes.lastStep = () => call.progress(total ?? count + 1, total ?? count + 1, 'Done');
  if (pattern === undefined) return undefined;
  return line => {
    if (!pattern.test(line)) return;
    count += 1;
    if (performance.now() - toldAt < SHORTEST_MS || (total !== undefined && count >= total)) return;
    toldAt = performance.now();
    call.progress(count, total, redaction.text(line.trim()).text.slice(0, 200));
  };
}

/** The number of projects that an action works on; undefined when it is unknown. */
function totalOf({ tool, args, directory, context }: Work): number | undefined {
  if (tool.name !== 'dotnet_project') return 1;
  const path = typeof args.project === 'string' ? args.project : '.';
  const projects = context.closures.of(resolve(directory, path)).filter(file => /\.[a-z]{1,10}proj$/i.test(file));
  return projects.length === 0 ? undefined : projects.length;
}
