// The floor: parses a line, echoes, prints. No contract, no checks.
import { createInterface } from 'node:readline';

const answers: Readonly<Record<string, (params: { arguments?: { message?: string } }) => unknown>> = {
  initialize: () => ({
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'raw', version: '1.0.0' },
  }),
  ping: () => ({}),
  'tools/call': params => ({ content: [{ type: 'text', text: params.arguments?.message }] }),
};

createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line) as { id?: number; method: string; params: object };
  if (id !== undefined)
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: answers[method]?.(params) })}\n`);
});
