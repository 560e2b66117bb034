import type { JsonObject } from '@concord/contract';
import { namesIn, packageIn } from '../explain/names.js';
import type { Diagnostic } from '../read/diagnostic.js';
import type { RunFacts } from './problems.js';

/** A call that would help, complete. */
export interface NextStep {
  readonly tool: string;
  readonly arguments: JsonObject;
}

type Advice = (diagnostic: Diagnostic, facts: Pick<RunFacts, 'project' | 'sessionOf'>) => NextStep | undefined;

const search: Advice = ({ message, code = '' }) => {
  const searchTerm = packageIn(message, code);
  return searchTerm === undefined ? undefined : { tool: 'dotnet_package', arguments: { action: 'Search', searchTerm } };
};

const restore: Advice = ({ projects: [built] }, { project }) => {
  const which = project ?? built;
  return which === undefined ? undefined : { tool: 'dotnet_project', arguments: { action: 'Restore', project: which } };
};

const installWorkloads: Advice = ({ message, code = '' }) => {
  const ids =
    namesIn(message, code)
      .workloads?.split(' ')
      .filter(id => /^[A-Za-z0-9_-]{1,64}$/.test(id)) ?? [];
  return ids.length === 0 ? undefined : { tool: 'dotnet_workload', arguments: { action: 'Install', workloadIds: ids } };
};

const listSdks: Advice = () => ({ tool: 'dotnet_sdk', arguments: { action: 'ListSdks' } });

const stopSession: Advice = ({ projects: [built] }, { project, sessionOf }) => {
  const sessionId = [project, built].flatMap(each => (each === undefined ? [] : (sessionOf?.(each) ?? [])))[0];
  return sessionId === undefined ? undefined : { tool: 'dotnet_project', arguments: { action: 'Stop', sessionId } };
};

/** What to call next, by code. */
const advice: Readonly<Record<string, Advice>> = {
  ...Object.fromEntries(['NU1100', 'NU1101', 'NU1102', 'NU1103'].map(code => [code, search])),
  ...Object.fromEntries(['NETSDK1004', 'NETSDK1005', 'NETSDK1064'].map(code => [code, restore])),
  NETSDK1147: installWorkloads,
  ...Object.fromEntries(['MSB4236', 'NETSDK1045', 'NETSDK1141'].map(code => [code, listSdks])),
  ...Object.fromEntries(['MSB3021', 'MSB3026', 'MSB3027', 'CS2012'].map(code => [code, stopSession])),
};

/** The call that helps with a diagnostic, when all of its arguments are known. */
export function nextStep(diagnostic: Diagnostic, facts: Pick<RunFacts, 'project' | 'sessionOf'>): NextStep | undefined {
  return advice[diagnostic.code?.toUpperCase() ?? '']?.(diagnostic, facts);
}
