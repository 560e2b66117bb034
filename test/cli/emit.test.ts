import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connect } from '@concord/client';
import { expect, it } from 'vitest';
import { bin, CommandFolder, demo } from './mcp.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** A server whose words try to end the comments they stand in. */
const foul = { command: process.execPath, args: ['foul.mjs'] };
const folder = new CommandFolder({ demo, foul });
folder.file(
  'foul.mjs',
  `import { createInterface } from 'node:readline';
  const inputSchema = { type: 'object', properties: {
    'a"b': { type: 'string', description: '*/ evil(); /*' }, size: { enum: ['s', 'm'] }, more: { type: 'array', items: { type: ['number', 'null'] } },
  }, required: ['size'] };
  const tools = [{ name: "x'; evil(); '", description: 'one*/ evil();\\u2028two', inputSchema }];
  const results = {
    initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'foul', version: '1' } }),
    'tools/list': () => ({ tools }),
  };
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) continue;
    const result = results[method]?.(params);
    const answer = result ? { result } : { error: { code: -32601, message: 'no' } };
    process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...answer }) + '\\n');
  }`,
);

it('writes types of tools that compile, and refuse what the tools would refuse', async () => {
  for (const server of ['demo', 'foul']) {
    const { code, document } = await folder.json('emit', 'types', server);
    expect(code).toBe(0);
    folder.file(`${server}.ts`, document.text);
  }
  folder.file(
    'use.ts',
    `import { tools } from './demo.js';
    import { tools as others } from './foul.js';
    export async function use(connection: Parameters<typeof tools>[0]): Promise<number> {
      // @ts-expect-error a is a number
      void (() => tools(connection).call('add', { a: 'one', b: 2 }));
      // @ts-expect-error b is missing
      void (() => tools(connection).call('add', { a: 1 }));
      // @ts-expect-error no such tool
      void (() => tools(connection).call('subtract', {}));
      // @ts-expect-error no such size
      void (() => others(connection).call("x'; evil(); '", { size: 'xl' }));
      void (() => others(connection).call("x'; evil(); '", { size: 's', 'a"b': '', more: [1, null] }));
      void (() => tools(connection).call('ask_name'));
      return (await tools(connection).call('add', { a: 1, b: 2 })).structuredContent.sum;
    }`,
  );
  const client = join(root, 'packages/client/dist/index.d.ts');
  const compilerOptions = {
    ...{ target: 'ES2023', module: 'NodeNext', moduleResolution: 'NodeNext', strict: true, skipLibCheck: true },
    ...{ types: [], lib: ['ES2023'], outDir: 'out', paths: { '@concord/client': [client] } },
  };
  writeFileSync(join(folder.folder, 'package.json'), '{"type":"module"}');
  writeFileSync(
    join(folder.folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['use.ts', 'demo.ts', 'foul.ts'] }),
  );
  const tsc = join(root, 'node_modules/.bin/tsc');
  const { stdout } = spawnSync(tsc, ['-p', folder.folder], { encoding: 'utf8' });
  expect(stdout).toBe('');

  const { use } = await import(join(folder.folder, 'out/use.js'));
  const definition = { name: 'demo', transport: 'stdio', command: process.execPath, args: [bin, 'serve', 'demo'] };
  const connection = await connect({ ...definition, env: process.env, cwd: root, secrets: [] } as never);
  expect(await use(connection)).toBe(3);
  const { tools, ToolFailed } = await import(join(folder.folder, 'out/demo.js'));
  await expect(tools(connection).call('broken_build')).rejects.toBeInstanceOf(ToolFailed);
  await connection.close();
});

it('says what there is to emit', async () => {
  const { code, stderr } = await folder.quick(['emit', 'python', 'demo']);
  expect([code, stderr]).toEqual([1, expect.stringContaining('next: mcp help emit')]);
});
