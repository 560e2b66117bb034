import { catalog, failure, type Kind, problem, success } from '@concord/contract';
import type { Tool } from '@concord/engine';

const nothing = { type: 'object', additionalProperties: false } as const;
const never = () => new Promise<never>(() => {});

/** Kinds that the engine makes come about by doing the thing; the others are returned. */
const causes: Partial<Record<Kind, Partial<Tool>>> = {
  invalid_params: {
    inputSchema: { type: 'object', properties: { needed: { type: 'string' } }, required: ['needed'] },
    run: async () => success({ text: 'the arguments were fine after all' }),
  },
  timeout: { limits: { timeoutMs: 50 }, run: never },
  cancelled: {
    run: (_, { signal }) => new Promise(resolve => signal.addEventListener('abort', () => resolve(success()))),
  },
  too_large: { limits: { maxOutputBytes: 1_000 }, run: async () => success({ text: 'x'.repeat(2_000) }) },
  upgrade_required: { tier: 'enterprise', run: async () => success() },
  malformed_output: { run: async () => undefined as never },
  internal: {
    run: async () => {
      throw new Error('a bug in the tool');
    },
  },
};

/** One tool for each kind of failure, and one that fails as a build does. */
export const failingTools: readonly Tool[] = [
  ...(Object.keys(catalog) as Kind[]).map(
    (kind): Tool => ({
      name: `fail_${kind}`,
      version: '1.0.0',
      description: `Always fails, as ${kind}`,
      inputSchema: nothing,
      annotations: { readOnlyHint: true, openWorldHint: false },
      dialect: 'text',
      run: async () =>
        failure(problem(kind, `This is how ${kind} looks`), { exitCode: 1, text: 'some output before it failed' }),
      ...causes[kind],
    }),
  ),
  {
    name: 'broken_build',
    version: '1.0.0',
    title: 'Broken build',
    description: 'Fails as a compiler does, in the contract for build tools',
    inputSchema: nothing,
    annotations: { readOnlyHint: true, openWorldHint: false },
    dialect: 'contract-v1',
    run: async () =>
      failure(
        problem('command_failed', "The name 'Consol' does not exist in the current context", {
          code: 'CS0103',
          hint: 'Check for typos or missing using directives.',
          rawOutput: "Program.cs(5,9): error CS0103: The name 'Consol' does not exist in the current context",
          details: { file: 'Program.cs', line: '5', column: '9' },
        }),
        { exitCode: 1, command: 'dotnet build App.csproj' },
      ),
  },
];
