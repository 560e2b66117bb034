import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import type { JsonObject } from '@concord/contract';
import type { CompletionRequest } from '@concord/engine';
import { canonicalFolder } from '../programs/program.js';
import type { Project } from '../project/project.js';
import type { Completed } from './completion-script.js';

/** A completion request with its page. */
export type PagedRequest = CompletionRequest & { readonly limit: number; readonly offset: number };

/** The variables that carry the request to a completion script. */
export function requestVariables({ name }: Completed, request: PagedRequest): Record<string, string> {
  const { argument, context = {}, ref, limit, offset } = request;
  const question = { query: argument.value, prefix: argument.value, argument, context: { arguments: context }, ref };
  const json = JSON.stringify(question);
  return {
    MCP_COMPLETION_NAME: name,
    MCP_COMPLETION_ARGS_JSON: json,
    MCP_COMPLETION_LIMIT: String(limit),
    MCP_COMPLETION_OFFSET: String(offset),
    MCP_COMPLETION_ARGS_HASH: createHash('sha256').update(json).digest('hex'),
  };
}

/** The variables that describe to a completion script what it completes. */
export function subjectVariables({ prompt, resource }: Completed, { resources }: Project): Record<string, string> {
  if (prompt) return itemVariables('MCP_PROMPT', prompt, prompt.within);
  if (resource === undefined) return {};
  const uri = 'uri' in resource ? resource.uri : resource.uriTemplate;
  return {
    ...itemVariables('MCP_RESOURCE', resource, canonicalFolder(resources)),
    MCP_RESOURCE_URI: uri,
    MCP_RESOURCE_PROVIDER: resource.provider ?? '',
  };
}

function itemVariables(
  prefix: string,
  { name, file = '', entry }: { readonly name: string; readonly file?: string; readonly entry: JsonObject },
  folder: string,
): Record<string, string> {
  return {
    [`${prefix}_NAME`]: name,
    [`${prefix}_PATH`]: file,
    [`${prefix}_REL_PATH`]: file === '' ? '' : relative(folder, file),
    [`${prefix}_METADATA`]: JSON.stringify(entry),
  };
}
