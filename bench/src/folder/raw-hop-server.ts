// The floor of a tool in a thread: parses a line, hands the message to a thread and back, prints.
import { createInterface } from 'node:readline';
import { Hop } from './hop.js';

const hop = new Hop();
createInterface({ input: process.stdin }).on('line', async line => {
  const { id, method, params } = JSON.parse(line) as {
    id?: number;
    method: string;
    params: { arguments?: { message?: string } };
  };
  if (id === undefined) return;
  const result =
    method === 'tools/call'
      ? { content: [{ type: 'text', text: await hop.there(params.arguments?.message ?? '') }] }
      : { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'raw', version: '1.0.0' } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
});
