// A Source with as many echo tools as TOOLS says; its last one tells how often the file system was called, where that is counted.
import { success } from '@concord/contract';
import type { Source, Tool } from '@concord/engine';

const fileCalls = () => String((globalThis as { fileSystemCalls?: number }).fileSystemCalls);
const count = Number(process.env.TOOLS ?? 1);
const tools = Array.from(
  { length: count },
  (_, index): Tool => ({
    name: index === 0 ? 'echo' : `echo_${String(index).padStart(5, '0')}`,
    version: '1.0.0',
    description: 'Gives back the message it was sent',
    inputSchema: {
      type: 'object',
      properties: { message: { type: 'string' } },
      required: ['message'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true },
    dialect: 'text',
    run: async ({ message }) => success({ text: index > 0 && index === count - 1 ? fileCalls() : (message as string) }),
  }),
);

const source: Source = {
  identity: { name: 'many', version: '1.0.0' },
  kinds: ['tools'],
  open: async () => {},
  snapshot: () => ({ tools, resources: [], resourceTemplates: [], prompts: [], builtAt: '2026-01-01T00:00:00.000Z' }),
  onChange: () => () => {},
  close: async () => {},
};
export default source;
