// A server of one tool. Its arguments: how long it takes to start, and how many bytes its tool answers with.
const { createInterface } = require('node:readline');

const [delay, bytes] = process.argv.slice(2).map(Number);
const text = 'concord '.repeat(Math.ceil(bytes / 8)).slice(0, bytes);
const results = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'slow', version: '1.0.0' },
  }),
  'tools/list': () => ({ tools: [{ name: 'text', inputSchema: { type: 'object' } }] }),
  'tools/call': () => ({ content: [{ type: 'text', text }] }),
};
setTimeout(() => {
  createInterface({ input: process.stdin }).on('line', line => {
    const { id, method, params } = JSON.parse(line);
    if (id !== undefined)
      process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: results[method](params) })}\n`);
  });
}, delay);
