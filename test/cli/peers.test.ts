import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { validateCall, validateList } from '@concord/contract';
import { describe, expect, it } from 'vitest';
import { Desk, everything, files, hasPeers, memory } from './mcp.js';

describe.skipIf(!hasPeers)('servers from npm', () => {
  const desk = new Desk({ everything, files: files('.'), memory });

  it('are listed with all their tools', async () => {
    const { code, document } = await desk.json('list');
    expect(code).toBe(0);
    expect(validateList(document)).toBe(true);
    expect(document).toMatchObject({ total_servers: 3, connected_servers: 3, failed_servers: 0 });
  });

  it('are called, and their results come as they were sent', async () => {
    const { code, document } = await desk.json('call', 'everything/echo', '{"message":"hi"}');
    expect(code).toBe(0);
    expect(validateCall(document)).toBe(true);
    expect(document.result).toEqual({ content: [{ type: 'text', text: 'Echo: hi' }] });
  });

  it('are protected from arguments they would refuse', async () => {
    const { code, document } = await desk.json('call', 'everything/get-sum', 'a=one', 'b=2');
    expect(code).toBe(1);
    expect(document.error).toMatchObject({
      kind: 'invalid_params',
      suggestion: 'mcp call everything/get-sum a=<number> b:=2',
    });
  });

  it('fail with their own words beside the error', async () => {
    const { code, document } = await desk.json('call', 'files/read_text_file', 'path=/nowhere/at/all');
    expect(code).toBe(2);
    expect(document).toMatchObject({ status: 'error', result: { isError: true }, error: { kind: 'tool_error' } });
  });

  it('give resources and prompts', async () => {
    expect((await desk.json('resources', 'everything')).document).toMatchObject({ connected_servers: 1 });
    expect((await desk.json('prompts', 'files')).document).toMatchObject({
      servers: [{ status: 'connected', prompts: [] }],
    });
  });

  it.skipIf(!existsSync('/usr/bin/jq'))('serve the pipelines people write with jq', async () => {
    const run = promisify(execFile);
    const { stdout } = await desk.run(['search', 'file', '--json']);
    const child = run('jq', ['-r', '.matches[] | "\\(.server)/\\(.tool)"']);
    child.child.stdin!.end(stdout);
    expect((await child).stdout).toContain('files/read_text_file');
  });
});
