import { type Caller, type ServerEntry, showServer } from '@concord/client';
import type { ServerInfo } from '@concord/contract';
import type { Source } from '@concord/engine';
import { type CommandFailure, kindOf } from '../../command/failure.js';

/** The document of a server for `mcp info`. */
export function describeServer(entry: ServerEntry, source: Source, caller: Caller): ServerInfo {
  const { server: facts, instructions } = source.identity;
  const lists = source.snapshot();
  const { head, tail } = configured(entry, caller);
  return {
    ...head,
    status: 'connected',
    ...tail,
    ...(facts && { protocol_version: facts.protocolVersion, server_info: facts.serverInfo }),
    ...(instructions !== undefined && { instructions }),
    ...(facts && { capabilities: facts.capabilities }),
    ...names(entry, caller),
    tool_count: lists.tools.length,
    tools: lists.tools.map(tool => tool.name),
    resource_count: lists.resources.length,
    prompt_count: lists.prompts.length,
    ...(lists.leftOut && { left_out: lists.leftOut }),
  };
}

/** The document of a server that could not be opened: its configuration and the failure. */
export function failedServerInfo(entry: ServerEntry, { failure }: CommandFailure, caller: Caller): ServerInfo {
  const { head, tail } = configured(entry, caller);
  const [{ message, details }] = failure.problems;
  return {
    ...head,
    status: 'failed',
    ...tail,
    ...names(entry, caller),
    tool_count: 0,
    tools: [],
    resource_count: 0,
    prompt_count: 0,
    error: message,
    error_kind: kindOf(failure),
    ...(typeof details?.stderrTail === 'string' && { stderr_tail: details.stderrTail }),
  };
}

/** What the configuration says of a server, secrets masked. */
function configured(entry: ServerEntry, caller: Caller) {
  const { command, args, url } = showServer(entry, caller, true);
  const { use, path, root } = entry.entry;
  const target = url ?? (command === undefined ? [use, path ?? root].filter(Boolean) : [command, ...args]).join(' ');
  return {
    head: { name: entry.name },
    tail: {
      transport: entry.transport,
      target,
      ...(entry.file !== undefined && { file: entry.file }),
      scope: entry.scope,
      client: entry.client,
    },
  };
}

function names(entry: ServerEntry, caller: Caller) {
  const { env, headers } = showServer(entry, caller, true);
  return { env, headers };
}
