import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { CommandFolder, demo, hasTerminal, missing, onTerminal } from './mcp.js';

const server = fileURLToPath(new URL('./named-server.mjs', import.meta.url));
const long = `tool-${'x'.repeat(300)}`;
const folder = new CommandFolder({ named: { command: process.execPath, args: [server, long] }, demo, missing });

describe('mcp list', () => {
  it('has one line for each server, with its state, count and time', async () => {
    const { code, stdout } = await folder.quick(['list']);
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^named {4}stdio {2}connected {2}4 tools {2}[\d.]+ m?s$/);
    expect(lines[1]).toMatch(/^demo {5}built-in {2}connected {2}\d+ tools {2}[\d.]+ m?s$/);
    expect(lines[2]).toMatch(/^missing {2}stdio {2}failed: /);
    expect(lines[3]).toMatch(/^ {9}next: /);
    expect(lines[4]).toMatch(/^3 servers, 2 connected, 1 failed, \d+ tools$/);
    expect(lines).toHaveLength(5);
  });

  it('shows the tools of the server that is named, and of all with --full', async () => {
    expect((await folder.quick(['list', 'named'])).stdout).toContain('files/read(size:str)');
    expect((await folder.quick(['list', '--full'])).stdout).toContain('files/read(size:str)');
  });

  it('leaves tools that show failures to --full', async () => {
    const { stdout } = await folder.quick(['list', 'demo']);
    expect(stdout).not.toContain('broken_build');
    expect(stdout).toMatch(/^ {2}and \d+ more with --full$/m);
    expect((await folder.quick(['list', 'demo', '--full'])).stdout).toContain('broken_build');
    expect(
      (await folder.json('list', 'demo')).document.servers[0].tools.map((tool: { name: string }) => tool.name),
    ).toContain('broken_build');
  });

  it('cuts nothing where it is not a terminal', async () => {
    const [listed, found] = await Promise.all([folder.quick(['list', 'named']), folder.quick(['search', 'tool-*'])]);
    for (const { stdout } of [listed, found]) {
      expect(stdout).toContain(`the tool ${long}`);
      expect(stdout).not.toContain('…');
    }
  });

  it.skipIf(!hasTerminal)('cuts to the width of a terminal', async () => {
    const { stdout } = await onTerminal(['list', 'named', '--config', folder.config], folder.folder);
    expect(stdout).toContain('…');
  });
});

describe('mcp info', () => {
  it('shows allowed values and a signature in TypeScript', async () => {
    const { stdout } = await folder.quick(['info', 'named/plain']);
    expect(stdout).toContain('plain(input: { size: "small" | "large" })');
    expect(stdout).toMatch(/^ {2}size {3}string {3}required {3}one of small, large$/m);
  });
});
