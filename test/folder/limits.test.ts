import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { membersOf } from '../server/wire.js';
import { projectOf, shellTool } from './project.js';
import { it, type Message } from './routed-wire.js';

const textOf = ({ result }: Message) => result?.content?.[0]?.text;
const mebibyte = 1_048_576;

it('stops output over 10 MiB, also without an end, and holds no more than that of it', async ({ session }) => {
  const note = 'echo $$ > "$MCPBASH_PROJECT_ROOT/pid-$MCP_TOOL_NAME"';
  const root = projectOf({
    ...shellTool('over', `${note}; head -c ${10 * mebibyte + 1} /dev/zero | tr "\\0" x`),
    ...shellTool('endless', `${note}; yes x`),
    ...shellTool('over_stderr', `${note}; head -c ${10 * mebibyte + 1} /dev/zero | tr "\\0" x >&2`),
    ...shellTool('endless_stderr', `${note}; yes x >&2`),
    ...shellTool('large', `head -c ${5 * mebibyte} /dev/zero | tr "\\0" x`),
  });
  const wire = await session({ source: root });
  await wire.call('large');
  const before = residentBytes(wire.pid);
  for (const [name, variable] of [
    ['over', 'MCPBASH_MAX_TOOL_OUTPUT_SIZE'],
    ['endless', 'MCPBASH_MAX_TOOL_OUTPUT_SIZE'],
    ['over_stderr', 'MCPBASH_MAX_TOOL_STDERR_SIZE'],
    ['endless_stderr', 'MCPBASH_MAX_TOOL_STDERR_SIZE'],
  ] as const) {
    const { error, result } = await wire.call(name);
    expect(result).toBeUndefined();
    expect(error).toMatchObject({ code: -32603, message: expect.stringContaining(`10485760 bytes`) });
    expect(error!.message).toContain(variable);
    expect(JSON.stringify(error)).not.toContain('xx');
    expect(membersOf(Number(readFileSync(join(root, `pid-${name}`), 'utf8')))).toEqual([]);
    await wire.eventually(() => wire.logged('error').some(data => String(data).includes(name)), 'the diagnostic');
  }
  expect(residentBytes(wire.pid) - before).toBeLessThan(250 * mebibyte);
  expect(textOf(await wire.call('large'))).toHaveLength(5 * mebibyte);
});

it('ends a warm program that prints a line without end, before its time is up', async ({ session, expect }) => {
  const root = projectOf({
    'tools/warm/tool!': `#!/usr/bin/env node
      console.log('{"ready":true}');
      require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
        const { id, args } = JSON.parse(line);
        if (!args.flood) return console.log(JSON.stringify({ id, result: String(process.pid) }));
        const more = () => process.stdout.write('x'.repeat(65536), more);
        more();
      });\n`,
    'tools/warm/tool.meta.json': { description: 'warm', mode: 'persistent', timeoutSecs: 60 },
  });
  const wire = await session({ source: root, env: { MCPBASH_MAX_TOOL_OUTPUT_SIZE: '1000000' } });
  const first = textOf(await wire.call('warm'));
  expect((await wire.call('warm', { flood: true })).error).toMatchObject({
    code: -32603,
    message: "Tool 'warm' printed more than 1000000 bytes on stdout (MCPBASH_MAX_TOOL_OUTPUT_SIZE)",
  });
  await expect.poll(() => membersOf(Number(first))).toEqual([]);
  expect(Number(textOf(await wire.call('warm')))).toBeGreaterThan(0);
});

it('answers -32603 for a tool whose schema is too deep, too large, or none, and runs nothing', async ({ session }) => {
  const nested = (levels: number) =>
    JSON.parse(`${'{"properties":{"a":'.repeat(levels / 2)}{}${'}}'.repeat(levels / 2)}`) as object;
  const root = projectOf({
    ...shellTool('deep', 'echo ran', { inputSchema: { ...nested(66), type: 'object' } }),
    ...shellTool('just_so', 'echo ran', { inputSchema: { ...nested(62), type: 'object' } }),
    ...shellTool('large', 'echo ran', { inputSchema: { type: 'object', description: 'x'.repeat(262_144) } }),
    ...shellTool('deep_output', 'echo {}', { outputSchema: { ...nested(66), type: 'object' } }),
    ...shellTool('broken', 'echo ran', { inputSchema: { type: 'object', properties: { a: { type: 'nonsense' } } } }),
    ...shellTool('elsewhere', 'echo ran', {
      inputSchema: { type: 'object', properties: { a: { $ref: 'https://example.com/schema.json' } } },
    }),
    ...shellTool('well', 'echo ran'),
  });
  const wire = await session({ source: root });
  expect((await wire.request('tools/list')).result?.tools).toHaveLength(7);
  const messages = {
    deep: "The inputSchema of tool 'deep' cannot be used: the schema is nested deeper than 64 levels",
    large: "The inputSchema of tool 'large' cannot be used: the schema is larger than 262144 bytes",
    deep_output: "The outputSchema of tool 'deep_output' cannot be used: the schema is nested deeper than 64 levels",
    broken: expect.stringMatching(/schema.*cannot be used/),
    elsewhere: expect.stringMatching(/schema.*cannot be used/),
  };
  for (const [name, message] of Object.entries(messages)) {
    const { error, result } = await wire.call(name, { a: {} });
    expect([name, error?.code, error?.message, result]).toEqual([name, -32603, message, undefined]);
    expect(error?.data?._meta).toMatchObject({ 'io.concord/outcome': { state: 'not_started' } });
  }
  for (const name of ['just_so', 'well']) expect(textOf(await wire.call(name))).toBe('ran\n');
});

/** What a process has in memory. */
function residentBytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
  return Number(kilobytes) * 1024;
}
