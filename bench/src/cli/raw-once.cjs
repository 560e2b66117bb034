// The floor of a cold command: starts a server, shakes hands, asks once, prints, sends it SIGTERM and waits for its end. No dependency.
const { spawn } = require('node:child_process');

const [method, params, command, ...args] = process.argv.slice(2);
const server = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
const send = message => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
let held = [];
server.stdout.on('data', bytes => {
  held.push(bytes);
  if (!bytes.includes(10)) return;
  const lines = Buffer.concat(held).toString().split('\n');
  held = [Buffer.from(lines.pop())];
  for (const line of lines) take(JSON.parse(line));
});
function take({ id, result }) {
  if (id === 1) {
    send({ method: 'notifications/initialized' });
    send({ id: 2, method, params: JSON.parse(params) });
  } else if (id === 2) {
    server.once('exit', () => process.exit(0));
    process.stdout.write(`${JSON.stringify(result)}\n`, () => server.kill('SIGTERM'));
  }
}
const clientInfo = { name: 'raw', version: '1.0.0' };
send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } });
