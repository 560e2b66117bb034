import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { upstreamOf } from '../gateway/serving.js';
import { CommandFolder, demo, has } from './mcp.js';

const hasPython = has('python3', 'apt-get install python3');
const token = ['gh', 'p_', 'a1'.repeat(18)].join('');

describe('how a tool of a folder ended that failed', () => {
  const folder = new CommandFolder({});
  const tool = (name: string, contents: string) => chmodSync(folder.file(`scripts/${name}`, contents), 0o755);
  tool(
    'raises.py',
    `#!/usr/bin/env python3\ndef open_door():\n    raise KeyError("no such door ${token}")\nopen_door()\n`,
  );
  tool('throws', `#!${process.execPath}\nfunction open() {\n  throw new Error('no such door');\n}\nopen();\n`);
  tool('prints.sh', '#!/bin/sh\necho half of it\necho the disk is full >&2\nexit 7\n');
  folder.write({ scripts: { use: 'folder', path: join(folder.folder, 'scripts') } });

  it.skipIf(!hasPython)('shows the exception of a Python tool, masked, on the terminal and in its result', async () => {
    const { code, stdout, stderr } = await folder.quick(['call', 'scripts/raises']);
    expect(code).toBe(2);
    expect(stdout + stderr).toContain("KeyError: 'no such door [REDACTED]");
    const { document } = await folder.json('call', 'scripts/raises');
    const [, end] = document.result.content;
    expect(end.text).toMatch(/^exit code 1\n[\s\S]*KeyError: 'no such door \[REDACTED\]/);
    expect(document.error.message).toContain('KeyError');
    expect(stdout + stderr + JSON.stringify(document)).not.toContain(token);
  });

  it('names the exception of a Node tool, not the place it stands at', async () => {
    const { document } = await folder.json('call', 'scripts/throws');
    expect(document.error.message).toBe('Error: no such door');
  });

  it('shows the exit code and the last lines of stderr of one that has printed something', async () => {
    const { code, stdout, stderr } = await folder.quick(['call', 'scripts/prints']);
    expect(code).toBe(2);
    for (const part of ['half of it', 'exit code 7', 'the disk is full']) expect(stdout + stderr).toContain(part);
    const { document } = await folder.json('call', 'scripts/prints');
    expect(document.result.content).toMatchObject([
      { text: 'half of it\n' },
      { text: 'exit code 7\nthe disk is full' },
    ]);
  });
});

it('shows the last words of a server that exits before the handshake, and advises only what is left to do', async () => {
  const folder = new CommandFolder({ exits: upstreamOf('exits') });
  const plain = await folder.quick(['info', 'exits']);
  expect([plain.code, plain.stderr]).toEqual([3, expect.stringContaining('| KeyError: no such door')]);
  expect(plain.stderr).toContain('the server exited with 9 before the handshake was done');
  expect(plain.stderr).toContain('next: mcp info exits --server-logs');
  const logged = await folder.quick(['info', 'exits', '--server-logs']);
  expect(logged.stderr).toContain('[exits] KeyError: no such door');
  expect(logged.stderr).toContain('next: mcp config show exits');
  expect(logged.stderr).not.toContain('next: mcp info');
  const sentence = 'the server exited with 9 before the handshake was done: KeyError: no such door';
  expect((await folder.quick(['list'])).stdout).toContain(sentence);
  expect((await folder.json('list')).document.servers[0].error).toContain(sentence);
});

it('shows by `mcp logs` what a server has written to stderr, and why one does not start', async () => {
  const script = `console.error('listening', process.env.API_TOKEN); for (let n = 0; n < 30; n++) console.error('line ' + n);
    process.argv[1] = 'x'; process.argv[2] = 'good'; await import(${JSON.stringify(upstreamOf('good').args[0])});`;
  const talks = {
    command: process.execPath,
    args: ['--input-type=module', '-e', script],
    env: { API_TOKEN: 'amber-otter-1705' },
  };
  const folder = new CommandFolder({ talks, quiet: upstreamOf('good'), exits: upstreamOf('exits'), demo });
  const lines = ['listening [REDACTED]', ...Array.from({ length: 30 }, (_, at) => `line ${at}`)];
  expect(await folder.quick(['logs', 'talks'])).toMatchObject({ code: 0, stdout: `${lines.join('\n')}\n` });
  expect((await folder.json('logs', 'talks')).document).toEqual({ text: `${lines.join('\n')}\n` });
  expect(await folder.quick(['logs', 'quiet'])).toMatchObject({ code: 0, stdout: '' });
  const exits = await folder.quick(['logs', 'exits']);
  expect([exits.code, exits.stderr]).toEqual([3, expect.stringContaining('| KeyError: no such door')]);
  expect(await folder.quick(['logs', 'demo'])).toMatchObject({ code: 1, stderr: expect.stringMatching(/^next: /m) });
});

it('shows the exception of a server whose stack trace is longer than what is shown', async () => {
  const stack = `console.error('Error: no such door\\n' + '    at f (x.js:1:1)\\n'.repeat(40)); process.exit(4)`;
  const folder = new CommandFolder({ exits: { command: process.execPath, args: ['-e', stack] } });
  expect((await folder.quick(['info', 'exits'])).stderr).toContain('| Error: no such door');
  expect((await folder.quick(['list'])).stdout).toContain('handshake was done: Error: no such door');
});
