import { type Json, ProblemError, problem } from '@concord/contract';
import type { Call, Resource, ResourceContents, ResourceTemplate } from '@concord/engine';
import type { SourceContext } from '../context/source-context.js';
import type { Aged, Cached } from '../machine/cached.js';
import { frameworkLists } from '../project/frameworks.js';

type Read = (context: SourceContext, directory: string) => Promise<Json>;

const withAge = async <Value>(cached: Cached<Value>, show: (value: Value) => unknown): Promise<Json> => {
  const { value, ageSeconds }: Aged<Value> = await cached.get();
  return { data: show(value) as Json, cache: { ageSeconds, ttlSeconds: cached.ttlSeconds } };
};

interface Fixed {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly read: Read;
}

/** The resources that are always there, by URI. */
const fixed: Readonly<Record<string, Fixed>> = {
  'dotnet://sdk-info': {
    name: 'sdk-info',
    title: 'Installed SDKs',
    description: 'The .NET SDKs of this machine.',
    read: ({ facts }) =>
      withAge(facts.sdks, sdks => {
        const latest = sdks.at(-1);
        return { sdks, ...(latest && { latestSdk: latest.version }) };
      }),
  },
  'dotnet://runtime-info': {
    name: 'runtime-info',
    title: 'Installed runtimes',
    description: 'The .NET runtimes of this machine.',
    read: ({ facts }) => withAge(facts.runtimes, runtimes => ({ runtimes })),
  },
  'dotnet://templates': {
    name: 'templates',
    title: 'Installed templates',
    description: 'What `dotnet new` can create here.',
    read: ({ facts }) => withAge(facts.templates, templates => ({ templates })),
  },
  'dotnet://frameworks': {
    name: 'frameworks',
    title: 'Target frameworks',
    description: 'Target frameworks, which of them have long-term support, and which to take.',
    read: async ({ facts }) => ({
      data: frameworkLists(facts.sdks.peek()?.map(each => each.version)) as unknown as Json,
    }),
  },
  'dotnet://workspace': {
    name: 'workspace',
    title: 'Solution and projects',
    description: 'The solution of the working directory and its projects, or the projects below it.',
    read: ({ facts }, directory) => withAge(facts.workspace(directory), workspace => workspace),
  },
};

export const resources: readonly Resource[] = Object.entries(fixed).map(([uri, { name, title, description }]) => ({
  uri,
  name,
  title,
  description,
  mimeType: 'application/json',
}));

export const LOGS = 'dotnet://logs/{requestId}{?offset,limit,grep}';
export const RESULTS = 'dotnet://results/{requestId}';

export const resourceTemplates: readonly ResourceTemplate[] = [
  {
    uriTemplate: LOGS,
    name: 'logs',
    title: 'Output of a call',
    description: 'Everything a call printed: lines from `offset`, at most `limit` (1000), those that contain `grep`.',
    mimeType: 'text/plain',
  },
  {
    uriTemplate: RESULTS,
    name: 'results',
    title: 'Result of a call',
    description: 'The typed result of a call.',
    mimeType: 'application/json',
  },
];

/** Reads a resource. Fails with a ProblemError. */
export async function readResource(
  uri: string,
  call: Call,
  context: SourceContext,
): Promise<readonly ResourceContents[]> {
  const known = Object.hasOwn(fixed, uri) ? fixed[uri] : undefined;
  if (known) return [json(uri, await known.read(context, context.directoryFor(call)))];
  const [, kind, id, query] = /^dotnet:\/\/(logs|results)\/([^/?#]{1,256})(?:\?([^#]{0,2000}))?$/.exec(uri) ?? [];
  const requestId = id === undefined ? undefined : decoded(id);
  if (requestId === undefined) throw unknown(uri);
  if (kind === 'results') {
    const result = context.recentCalls.result(requestId);
    if (result === undefined) throw unknown(uri);
    return [json(uri, result)];
  }
  const text = context.recentCalls.log(requestId, pageOf(new URLSearchParams(query ?? ''), uri));
  if (text === undefined) throw unknown(uri);
  return [{ uri, mimeType: 'text/plain', text }];
}

/** A decoded part of a URI; undefined when its encoding is malformed. */
function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

const DEFAULT_LINES = 1_000;
const MOST_LINES = 100_000;

function pageOf(query: URLSearchParams, uri: string) {
  const number = (name: string, usual: number) => {
    const given = query.get(name);
    if (given === null) return usual;
    if (!/^\d{1,9}$/.test(given))
      throw new ProblemError(problem('invalid_params', `${name} of ${uri.slice(0, 200)} must be a number`));
    return Number(given);
  };
  const grep = query.get('grep');
  return {
    offset: number('offset', 0),
    limit: Math.min(number('limit', DEFAULT_LINES), MOST_LINES),
    ...(grep !== null && grep !== '' && { grep }),
  };
}

const json = (uri: string, value: Json): ResourceContents => ({
  uri,
  mimeType: 'application/json',
  text: JSON.stringify(value),
});

const unknown = (uri: string) =>
  new ProblemError(
    problem('not_found', `There is no resource ${uri.slice(0, 200)}`, { details: { uri: uri.slice(0, 200) } }),
  );
