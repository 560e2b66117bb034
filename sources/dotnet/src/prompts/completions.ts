import { relative } from 'node:path';
import type { CompletionPage, CompletionRequest } from '@concord/engine';
import type { SourceContext } from '../context/source-context.js';
import { frameworkLists } from '../project/frameworks.js';
import { prompts, providerNames } from './prompts.js';

const MOST = 20;

const runtimes =
  'linux-arm linux-arm64 linux-musl-arm64 linux-musl-x64 linux-x64 osx-arm64 osx-x64 win-arm64 win-x64 win-x86 browser-wasm'.split(
    ' ',
  );

type Values = (context: SourceContext, directory: string) => readonly string[] | Promise<readonly string[]>;

/** The suggestions for each argument name. */
const values: Readonly<Record<string, Values>> = {
  framework: ({ facts }) => frameworkLists(facts.sdks.peek()?.map(each => each.version)).modern.map(each => each.tfm),
  configuration: () => ['Debug', 'Release'],
  runtime: () => runtimes,
  dbProvider: () => providerNames,
  projectPath: async ({ facts }, directory) =>
    (await facts.workspace(directory).get()).value.projects.map(({ path }) => relative(directory, path) || path),
};

/** At most twenty values that begin with the given text, ignoring case. */
export async function complete(
  { ref, argument, offset = 0 }: CompletionRequest,
  context: SourceContext,
  directory: string,
): Promise<CompletionPage> {
  const all =
    ref.type === 'ref/resource'
      ? ids(argument.name, context)
      : await ofPrompt(ref.name, argument.name, context, directory);
  const begins = argument.value.toLowerCase();
  const fitting = all.filter(each => each.toLowerCase().startsWith(begins));
  const page = fitting.slice(offset, offset + MOST);
  return { values: page, total: fitting.length, hasMore: offset + page.length < fitting.length };
}

const ids = (name: string, { recentCalls }: SourceContext) => (name === 'requestId' ? recentCalls.ids() : []);

async function ofPrompt(
  prompt: string,
  name: string,
  context: SourceContext,
  directory: string,
): Promise<readonly string[]> {
  const isKnown = prompts.find(each => each.name === prompt)?.arguments.some(each => each.name === name) === true;
  return isKnown && Object.hasOwn(values, name) ? values[name]!(context, directory) : [];
}
