import type { CompletionPage, CompletionRequest } from '@concord/engine';
import type { Contents } from '../project/items.js';
import type { Project } from '../project/project.js';
import type { FolderSettings } from '../project/settings.js';
import { failureOf } from '../read/read-failure.js';
import type { ReadCall } from '../read/request.js';
import { pageOf } from './completion-output.js';
import { type Completed, completionScript } from './completion-script.js';
import { runCompletionScript } from './run-completion.js';

const MOST_VALUES = 100;

/**
 * One page of completion values for an argument, from its registered script, the script beside its file, or its `enum`; empty
 * otherwise. Fails with a ProblemError.
 */
export async function completeArgument(
  request: CompletionRequest,
  contents: Contents,
  project: Project,
  settings: FolderSettings,
  call: ReadCall,
): Promise<CompletionPage> {
  const page = { limit: Math.min(request.limit ?? MOST_VALUES, MOST_VALUES), offset: request.offset ?? 0 };
  const completed = completedBy(request, contents);
  const script = completionScript(completed, contents, project);
  if (script) return runCompletionScript(script, completed, { ...request, ...page }, project, settings, call);
  return pageOf(enumValues(request, completed), page);
}

function completedBy({ ref }: CompletionRequest, { prompts, resources, templates, completions }: Contents): Completed {
  if (ref.type === 'ref/prompt') {
    const prompt = prompts.find(({ name }) => name === ref.name);
    if (prompt) return { name: prompt.name, prompt };
    if (completions.some(({ name }) => name === ref.name)) return { name: ref.name };
    throw failureOf('not_found', `There is no prompt ${ref.name.slice(0, 100)}`);
  }
  const resource =
    templates.find(({ uriTemplate }) => uriTemplate === ref.uri) ??
    [...resources, ...templates].find(each => ('uri' in each && each.uri === ref.uri) || each.name === ref.uri);
  if (resource) return { name: resource.name, resource };
  throw failureOf('not_found', `There is no resource or template ${ref.uri.slice(0, 200)}`);
}

function enumValues({ argument }: CompletionRequest, { prompt }: Completed): readonly string[] {
  const schemas = prompt?.schemas ?? {};
  const schema = Object.hasOwn(schemas, argument.name) ? schemas[argument.name] : undefined;
  const values = Array.isArray(schema?.enum) ? schema.enum : [];
  const plain = values.filter(each => ['string', 'number', 'boolean'].includes(typeof each)).map(String);
  return plain.filter(each => each.startsWith(argument.value));
}
