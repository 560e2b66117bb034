import {
  failure,
  type Json,
  type JsonObject,
  type Outcome,
  type Problem,
  ProblemError,
  success,
} from '@concord/contract';
import { version } from '@concord/contract/version';
import { type Call, emptySnapshot, type ResourceContents, type Source, type Tool } from '@concord/engine';
import type { Store } from '@concord/store';
import { ownerOf } from '../identity/owner.js';
import { isSpillUri, type Part, readAddress, readPart } from './address.js';
import { budgetFor, type SpillRules, STANDARD_BUDGET } from './budgets.js';
import { readSpill } from './read.js';

export interface SpillSourceOptions {
  readonly store: Store;
  /** Results of the tools are no larger than those of other tools. */
  readonly rules: () => SpillRules;
  /** The most bytes that are read of a resource at once. */
  readonly mostBytes: number;
}

const uri = { type: 'string', description: 'concord://spill/<sha256>, as a result has it' };

/** What was kept of large results, as a resource that is read in parts, and as two tools for clients that read no resources. */
export function spillSource({ store, rules, mostBytes }: SpillSourceOptions): Source {
  const most = (tool: Tool, call: Call) => {
    const budget = budgetFor(rules(), tool, undefined, call.caller, call);
    return Math.min(mostBytes, Number.isFinite(budget) ? budget : STANDARD_BUDGET);
  };
  const reading = async (tool: Tool, given: JsonObject, part: Part | Problem, call: Call): Promise<Outcome> => {
    const address = readAddress(String(given.uri));
    if ('kind' in address) return failure(address);
    if ('kind' in part) return failure(part);
    const isWhole = Object.keys(part).length === 0;
    const wanted = isWhole ? address.part : part;
    const found = await readSpill(store, ownerOf(call.caller), { ...address, part: wanted }, most(tool, call));
    if ('kind' in found) return failure(found);
    const { text, about } = found;
    return success({ text: `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}[${about}]` });
  };
  const common = {
    version,
    dialect: 'text',
    takesReferences: true,
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  } as const;
  const read: Tool = {
    ...common,
    name: 'spill_read',
    title: 'Read a part of a large result',
    description:
      'Reads a part of a result that was too large to be sent: some lines, some bytes, or of JSON the value at a pointer. Without any, from the beginning.',
    inputSchema: {
      type: 'object',
      properties: {
        uri,
        lines: { type: 'string', description: "Such as '1-200', '200-' or '17'; counted from 1" },
        bytes: { type: 'string', description: "Such as '0-4095' or '4096-'; counted from 0" },
        pointer: { type: 'string', description: "A JSON pointer, such as '/items/0/name'" },
      },
      required: ['uri'],
      additionalProperties: false,
    },
    run: (args, call) => reading(read, args, readPart(textsOf(args, ['lines', 'bytes', 'pointer'])), call),
  };
  const find: Tool = {
    ...common,
    name: 'spill_search',
    title: 'Search a large result',
    description:
      'Finds the lines of a result that was too large to be sent that match a regular expression, with their numbers.',
    inputSchema: {
      type: 'object',
      properties: {
        uri,
        pattern: { type: 'string', description: 'A regular expression, or a plain text' },
        context: {
          type: 'integer',
          minimum: 0,
          maximum: 100,
          description: 'How many lines around each match are shown',
        },
      },
      required: ['uri', 'pattern'],
      additionalProperties: false,
    },
    run: (args, call) => {
      const { pattern, context } = args;
      const part = readPart({ grep: String(pattern), ...(context !== undefined && { context: String(context) }) });
      return reading(find, args, part, call);
    },
  };
  const snapshot = {
    ...emptySnapshot,
    tools: [read, find],
    resourceTemplates: [
      {
        uriTemplate: 'concord://spill/{sha256}{?lines,bytes,grep,context,pointer}',
        name: 'spill',
        title: 'A large result',
        description:
          'A result that was too large to be sent, or a part of it: lines=1-200, bytes=0-4095, grep=…&context=2, pointer=/a/b',
      },
    ],
  };
  return {
    identity: { name: 'spill', version },
    kinds: ['tools', 'resources'],
    open: async () => {},
    snapshot: () => snapshot,
    onChange: () => () => {},
    reads: isSpillUri,
    read: async (given, call) => [await contentsOf(given, await partAt(given, call))],
    close: async () => {},
  };

  async function partAt(given: string, call: Call) {
    const address = readAddress(given);
    const found = 'kind' in address ? address : await readSpill(store, ownerOf(call.caller), address, mostBytes);
    if ('kind' in found) throw new ProblemError(found, 'not_started');
    return found;
  }
}

function contentsOf(given: string, { text, mimeType, about }: { text: string; mimeType: string; about: string }) {
  return { uri: given, mimeType, text, _meta: { 'io.concord/part': about } } as ResourceContents;
}

function textsOf(args: JsonObject, names: readonly string[]): Record<string, string> {
  const given = names.map(name => [name, args[name]] as readonly [string, Json | undefined]);
  return Object.fromEntries(given.filter((each): each is readonly [string, string] => typeof each[1] === 'string'));
}
