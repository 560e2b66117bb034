import type { Tool } from '@concord/engine';
import { oneLine, visible } from '../../print/text.js';
import { mayBeLeftOut, typescriptType } from '../../print/typescript.js';

/** A TypeScript module with the tools of a server: their types, and a client that calls them over a connection. */
export function typescriptModule(server: string, tools: readonly Tool[]): string {
  const members = tools.map(
    tool => `${comment(tool.description, '  ')}  ${JSON.stringify(tool.name)}: ${typesOf(tool)};\n`,
  );
  return `// The tools of ${inComment(server)}, made by \`mcp emit types\`.
import type { Connection } from '@concord/client';

/** What each tool takes and gives. Input that may be left out is \`| undefined\`. */
export interface Tools {
${members.join('')}}

/** The answer of a tool: blocks of content, and data where the tool publishes its type. */
export interface Answer<Data> {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent: Data;
}

/** A tool answered that it failed. */
export class ToolFailed extends Error {
  constructor(readonly tool: string, readonly answer: Answer<unknown>) {
    super(answer.content.map(({ text }) => text ?? '').join('\\n'));
    this.name = 'ToolFailed';
  }
}

type Given<Input> = undefined extends Input ? [input?: Input] : [input: Input];

/** Calls the tools of a server over a connection. Rejects with a ToolFailed, or with the ConnectionProblem of the connection. */
export function tools(connection: Pick<Connection, 'call'>) {
  return {
    async call<Name extends keyof Tools>(
      name: Name,
      ...[input]: Given<Tools[Name]['input']>
    ): Promise<Answer<Tools[Name]['output']>> {
      const result: unknown = await connection.call(name, (input ?? {}) as Parameters<Connection['call']>[1]);
      const answer = result as Answer<Tools[Name]['output']> & { readonly isError?: boolean };
      if (answer.isError === true) throw new ToolFailed(name, answer);
      return answer;
    },
  };
}
`;
}

function typesOf({ inputSchema, outputSchema }: Tool): string {
  const write = (schema: typeof outputSchema) => typescriptType(schema, { comment: text => comment(text, '') });
  const input = write(inputSchema);
  const given = input === '{}' ? 'Record<string, never>' : input;
  return `{ input: ${given}${mayBeLeftOut(inputSchema) ? ' | undefined' : ''}; output: ${write(outputSchema)} }`;
}

function comment(text: string, indent: string): string {
  const words = inComment(text);
  return words === '' ? '' : `${indent}/** ${words} */${indent === '' ? ' ' : '\n'}`;
}

/** Text of a server inside a comment: on one line, and unable to end it. */
function inComment(text: string): string {
  return visible(oneLine(text.slice(0, 2_000), 0, false), true)
    .replaceAll('*/', '*\\/')
    .trim();
}
