// The floor of a warm program behind a server: parses a line, hands it to the program and its answer back, prints.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const program = spawn(process.argv[2]!, [], { stdio: ['pipe', 'pipe', 'inherit'] });
const waiting = new Map<number, (text: string) => void>();
createInterface({ input: program.stdout }).on('line', line => {
  const { id, result } = JSON.parse(line) as { id?: number; result: string };
  if (id === undefined) return;
  waiting.get(id)?.(result);
  waiting.delete(id);
});
const ask = (id: number, args: unknown) =>
  new Promise<string>(resolve => {
    waiting.set(id, resolve);
    program.stdin.write(`${JSON.stringify({ id, name: 'warm', args })}\n`);
  });
const input = createInterface({ input: process.stdin });
input.on('close', () => program.kill('SIGKILL'));
input.on('line', async line => {
  const { id, method, params } = JSON.parse(line) as { id?: number; method: string; params: { arguments?: unknown } };
  if (id === undefined) return;
  const result =
    method === 'tools/call'
      ? { content: [{ type: 'text', text: await ask(id, params.arguments) }] }
      : { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'raw', version: '1.0.0' } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
});
