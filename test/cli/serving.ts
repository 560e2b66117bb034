import { spawn } from 'node:child_process';
import { bin, type CommandFolder, type Document, homeIn } from './mcp.js';

/** `mcp serve` on standard input and output, asked one thing after the other. */
export function serving(
  commandFolder: CommandFolder,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
) {
  const child = spawn(process.execPath, [bin, 'serve', ...args, '--config', commandFolder.config], {
    cwd: commandFolder.folder,
    env: { ...homeIn(commandFolder.folder), ...env },
  });
  const waiting = new Map<number, (message: Document) => void>();
  const told: Document[] = [];
  let [rest, stderr, last] = ['', '', 0];
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      const message = JSON.parse(line);
      if (message.id === undefined) told.push(message);
      else waiting.get(message.id)?.(message);
    }
  });
  const ask = (method: string, params: object = {}): Promise<Document> =>
    new Promise(resolve => {
      waiting.set(++last, resolve);
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: last, method, params })}\n`);
    });
  const open = async () => {
    const { result } = await ask('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    });
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
    return result.capabilities;
  };
  const call = async (name: string, args: object = {}) => (await ask('tools/call', { name, arguments: args })).result;
  /** The names of what is listed. */
  const names = async (kind: 'tools' | 'prompts' = 'tools'): Promise<readonly string[]> =>
    (await ask(`${kind}/list`)).result[kind].map((each: Document) => each.name);
  const close = async () => {
    child.stdin.end();
    await new Promise(resolve => child.once('close', resolve));
  };
  return { open, ask, call, names, close, told, stderr: () => stderr };
}
