import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/engine.js';
import { mcp, node24, peer, serverEnvironment } from './serving.js';

const run = promisify(execFile);
const inspector = peer('@modelcontextprotocol/inspector/clients/launcher/build/index.js');
const mcporter = peer('mcporter/dist/cli.js');
const missing = !existsSync(inspector) || !existsSync(mcporter) || !existsSync(node24);
if (missing)
  console.warn(
    'SKIPPED: other clients; install them with: npm ci --prefix test/conformance && npm ci --prefix test/peers',
  );

describe.skipIf(missing)('the Inspector’s command line', () => {
  const inspect = async (...args: string[]) => {
    const server = [process.execPath, mcp, 'serve', 'demo'];
    const options = {
      env: { ...serverEnvironment(), HOME: temporaryFolder() },
      timeout: 60_000,
      maxBuffer: 10_000_000,
    };
    const { stdout } = await run(node24, [inspector, '--cli', ...server, ...args], options).catch(
      error => error as { stdout: string },
    );
    return stdout;
  };

  it('lists the tools', async () => {
    expect(await inspect('--method', 'tools/list')).toContain('"echo"');
  });

  it('calls one', async () => {
    const printed = await inspect('--method', 'tools/call', '--tool-name', 'echo', '--tool-arg', 'message=hi');
    expect(JSON.parse(printed)).toMatchObject({ content: [{ type: 'text', text: 'hi' }] });
  });

  it('shows a failure', async () => {
    expect(await inspect('--method', 'tools/call', '--tool-name', 'broken_build')).toContain('CS0103');
  });
});

describe.skipIf(missing)('mcporter', () => {
  const port = async (...args: string[]) => {
    const home = temporaryFolder();
    const config = join(home, 'mcporter.json');
    const server = { command: process.execPath, args: [mcp, 'serve', 'demo'], env: serverEnvironment() };
    writeFileSync(config, JSON.stringify({ mcpServers: { demo: server } }));
    const options = { cwd: home, env: { ...serverEnvironment(), HOME: home }, timeout: 60_000, maxBuffer: 10_000_000 };
    const given = ['--config', config, ...args];
    const { stdout, stderr } = await run(node24, [mcporter, ...given], options).catch(
      error => error as { stdout: string; stderr: string },
    );
    return stdout + stderr;
  };

  it('lists the tools', async () => {
    expect(await port('list', 'demo')).toContain('echo');
  });

  it('calls one', async () => {
    expect(await port('call', 'demo.echo', 'message=hi')).toContain('hi');
  });

  it('shows a failure', async () => {
    expect(await port('call', 'demo.broken_build')).toContain('CS0103');
  });
});
