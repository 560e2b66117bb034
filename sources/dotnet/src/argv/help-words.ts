const verbs =
  'add build build-server clean dev-certs ef format fsi list msbuild new nuget pack package project publish reference remove restore run sdk sln solution store test tool user-secrets vstest watch workload';

const subcommands: Readonly<Record<string, string>> = {
  new: 'install uninstall list search update details create',
  tool: 'install uninstall update list search restore run',
  sln: 'add list remove migrate',
  solution: 'add list remove migrate',
  package: 'add list remove search update',
  nuget: 'add config delete disable enable list locals push remove sign trust update verify why',
  workload: 'install list update uninstall search restore repair clean config history',
  reference: 'add list remove',
  ef: 'database dbcontext migrations',
  'dev-certs': 'https',
  'user-secrets': 'init set list remove clear',
  add: 'package reference',
  remove: 'package reference',
  list: 'package reference',
};

const known: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  verbs.split(' ').map(verb => [verb, new Set(subcommands[verb]?.split(' ') ?? [])]),
);

/** The words of a command whose help can be shown without running code of the user; undefined for any other. */
export function helpWords(command: string): readonly string[] | undefined {
  const [verb = '', sub, ...others] = command.trim().split(/\s+/);
  const subs = known.get(verb);
  if (subs === undefined || others.length > 0) return undefined;
  if (sub === undefined) return [verb];
  return subs.has(sub) ? [verb, sub] : undefined;
}

/** The verbs help can be asked for. */
export const helpVerbs: readonly string[] = [...known.keys()];
