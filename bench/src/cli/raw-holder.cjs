// The floor of a warm command, its far end: holds a server and passes one line in and one line out for whoever connects.
const { spawn } = require('node:child_process');
const { createServer } = require('node:net');
const { createInterface } = require('node:readline');

const [socket, command, ...args] = process.argv.slice(2);
const server = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
const waiting = new Map();
let last = 0;
const ask = (method, params) =>
  new Promise(resolve => {
    waiting.set(++last, resolve);
    server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: last, method, params })}\n`);
  });
createInterface({ input: server.stdout }).on('line', line => {
  const { id, result } = JSON.parse(line);
  waiting.get(id)?.(result);
});
const clientInfo = { name: 'raw', version: '1.0.0' };
ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }).then(() => {
  server.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  createServer(client => {
    createInterface({ input: client }).once('line', async line => {
      const { method, params } = JSON.parse(line);
      client.end(`${JSON.stringify(await ask(method, params))}\n`);
    });
  }).listen(socket, () => process.stdout.write('ready\n'));
});
process.stdin.resume().once('end', () => {
  server.kill();
  process.exit(0);
});
