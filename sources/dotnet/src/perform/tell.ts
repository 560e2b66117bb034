import { resolve } from 'node:path';
import type { Work } from './work.js';

const SHORTEST_MS = 250;

/** What a line has to look like to be a step of an action. */
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

/** Warns of a result that shows what it should not. */
export function warnOfRawResult({ call, isRaw }: Work): void {
  if (isRaw) call.log('warning', 'The result of this call is not redacted', LOGGER);
}

/** Says what begins, in the log and as progress; what comes back listens to lines for further steps. */
export function announce(work: Work): ((line: string) => void) | undefined {
  const { action, args, call } = work;
  const sentence = action.announcement?.(args);
  if (sentence !== undefined) call.log('info', sentence, LOGGER);
  return stepsOf(work, sentence);
}

/** Says how it ended. */
export function conclude({ action, args, call }: Work, exitCode: number, isQuiet = false): void {
  if (isQuiet) return;
  call.log('info', `${action.announcement?.(args) ?? action.name} ended with exit code ${exitCode}`, LOGGER);
}

function stepsOf(work: Work, sentence: string | undefined): ((line: string) => void) | undefined {
  const { tool, action, call, seen, redaction } = work;
  if (!call.wantsProgress || action.lock === undefined) return undefined;
  const pattern = steps[`${tool.name}.${action.name}`];
  const total = totalOf(work);
  let count = 0;
  let toldAt = performance.now();
  call.progress(0, total, sentence);
  seen.lastStep = () => call.progress(total ?? count + 1, total ?? count + 1, 'Done');
  if (pattern === undefined) return undefined;
  return line => {
    if (!pattern.test(line)) return;
    count += 1;
    if (performance.now() - toldAt < SHORTEST_MS || (total !== undefined && count >= total)) return;
    toldAt = performance.now();
    call.progress(count, total, redaction.text(line.trim()).text.slice(0, 200));
  };
}

/** The number of projects that are worked on; undefined when that cannot be told. */
function totalOf({ tool, args, directory, workshop }: Work): number | undefined {
  if (tool.name !== 'dotnet_project') return 1;
  const path = typeof args.project === 'string' ? args.project : '.';
  const projects = workshop.closures.of(resolve(directory, path)).filter(file => /\.[a-z]{1,10}proj$/i.test(file));
  return projects.length === 0 ? undefined : projects.length;
}
