import { failure, isJsonObject, type JsonObject, type Outcome, problem, success } from '@concord/contract';
import { version } from '@concord/contract/version';
import {
  type Call,
  emptySnapshot,
  nearest,
  rankedMatches,
  type Source,
  signatureOf,
  type Tool,
  usualFields,
} from '@concord/engine';
import type { Mount, Owned } from './catalog.js';
import { publishedOutputSchema } from './project.js';
import type { Shown } from './shown.js';

/** The tool that stands for a call of another one. */
export const DISCOVERED_CALL = 'tools_call';
/** Whose these tools are: no server of a configuration can be called so. */
const DISCOVERY = 'concord/discovery';

const MOST_FOUND = 20;
const MOST_DESCRIBED = 20;
const LONGEST_LINE = 200;

/** Three tools in place of all: to search for one, to have it described, and to call it. `shownTo` gives what the caller of one sees. */
export function discoveryMount(shownTo: (call: Call) => Shown): Mount {
  const toolsOf = (call: Call) => [...shownTo(call).view.tools.values()].filter(({ mount }) => mount.isOwn !== true);
  const found = ({ pattern, limit = MOST_FOUND }: JsonObject, call: Call): Outcome => {
    const tools = toolsOf(call);
    const candidates = tools.map(({ item, mount }) => ({ server: mount.name, tool: item }));
    const matches = rankedMatches(candidates, String(pattern), usualFields);
    const shown = matches.slice(0, limit as number);
    const lines = shown.map(({ tool }) =>
      `${signatureOf(tool.name, tool.inputSchema)} ${firstLine(tool.description)}`.trimEnd(),
    );
    const more =
      matches.length > shown.length ? [`[${matches.length - shown.length} more: search with more words]`] : [];
    const none = [`[None of ${tools.length} tools has these words. Try fewer, or others.]`];
    return success({ text: [...(lines.length > 0 ? lines : none), ...more].join('\n') });
  };
  const described = ({ names }: JsonObject, call: Call): Outcome => {
    const tools = new Map(toolsOf(call).map(each => [each.item.name, each]));
    const wanted = (names as readonly string[]).slice(0, MOST_DESCRIBED);
    const [unknown, ...others] = wanted.filter(name => !tools.has(name)).map(name => noTool(name, tools.keys()));
    if (unknown) return failure([unknown, ...others]);
    return success({ text: JSON.stringify(wanted.map(name => descriptionOf(tools.get(name)!))) });
  };
  const common = { version, dialect: 'text', annotations: { readOnlyHint: true, openWorldHint: false } } as const;
  const tools: Tool[] = [
    {
      ...common,
      name: DISCOVERED_CALL,
      title: 'Call a tool',
      description:
        'Calls a tool that tools_search has found, with the arguments its schema asks for. The result is that of the tool.',
      annotations: { openWorldHint: true },
      takesReferences: true,
      inputSchema: {
        type: 'object',
        properties: {
          name: { type: 'string', description: 'The name, as tools_search shows it' },
          arguments: { type: 'object', description: 'As tools_describe shows them' },
        },
        required: ['name'],
        additionalProperties: false,
      },
      // A call that is right never comes here: it is made a call of the tool it names.
      run: async () => failure(problem('invalid_params', 'tools_call cannot call itself')),
    },
    {
      ...common,
      name: 'tools_describe',
      title: 'Describe tools',
      description: 'Gives the descriptions and schemas of tools, so that they can be called by tools_call.',
      inputSchema: {
        type: 'object',
        properties: { names: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: MOST_DESCRIBED } },
        required: ['names'],
        additionalProperties: false,
      },
      run: async (args, call) => described(args, call),
    },
    {
      ...common,
      name: 'tools_search',
      title: 'Search for tools',
      description:
        'Finds tools by words of their names and descriptions; each with its parameters: name(required:type, [optional:type]). Call what it finds with tools_call.',
      inputSchema: {
        type: 'object',
        properties: {
          pattern: { type: 'string', minLength: 1, description: 'Words that all occur, or a name with *' },
          limit: { type: 'integer', minimum: 1, maximum: 100, default: MOST_FOUND },
        },
        required: ['pattern'],
        additionalProperties: false,
      },
      run: async (args, call) => found(args, call),
    },
  ];
  const source: Source = {
    identity: { name: DISCOVERY, version },
    kinds: ['tools'],
    open: async () => {},
    snapshot: () => snapshot,
    onChange: () => () => {},
    close: async () => {},
  };
  const snapshot = { ...emptySnapshot, tools };
  return { name: DISCOVERY, source, isOwn: true };
}

/** Whether a tool is one of the three. */
export function isDiscovery({ mount }: Owned<Tool>): boolean {
  return mount.isOwn === true && mount.name === DISCOVERY;
}

function descriptionOf({ item }: Owned<Tool>): JsonObject {
  const { name, title, description, inputSchema, annotations } = item;
  const outputSchema = publishedOutputSchema(item);
  return {
    name,
    ...(title !== undefined && { title }),
    description,
    inputSchema,
    ...(outputSchema && { outputSchema }),
    ...(isJsonObject(annotations) && { annotations }),
  };
}

function noTool(name: string, names: Iterable<string>) {
  const near = nearest(name, names);
  return problem(
    'not_found',
    `Unknown tool: ${name.slice(0, 200)}`,
    near === undefined ? {} : { hint: `Did you mean '${near}'?` },
  );
}

function firstLine(description: string): string {
  const line = description.trim().split('\n', 1)[0]!;
  return line === '' ? '' : `- ${line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line}`;
}
