import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuthorizationServer } from '../../packages/client/test/support/authorization-server.js';
import { homeIn } from '../cli/home.js';

const bin = fileURLToPath(new URL('../../bin/mcp', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'mcp-login-'));
const config = join(folder, 'servers.json');
const credentials = join(folder, 'state', 'mcp', 'credentials.json');
let server: AuthorizationServer;

beforeAll(async () => {
  server = await AuthorizationServer.start();
  writeFileSync(
    config,
    JSON.stringify({ mcpServers: { guarded: { url: server.mcpUrl }, local: { command: 'true' } } }),
  );
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const printed: string[] = [];

/** Runs `mcp`; `onLine` sees each line of stderr as it comes and may answer on stdin. */
async function mcp(
  args: readonly string[],
  onLine?: (line: string, answer: (text: string) => void) => void,
): Promise<Ran> {
  const child = spawn(process.execPath, [bin, ...args, '--config', config], { cwd: folder, env: homeIn(folder) });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  createInterface({ input: child.stderr }).on('line', line => {
    stderr += `${line}\n`;
    onLine?.(line, text => void child.stdin.write(text));
  });
  if (onLine === undefined) child.stdin.end();
  const code = await new Promise<number | null>(resolve => child.once('close', resolve));
  printed.push(stdout, stderr);
  return { code, stdout, stderr };
}

/** Goes to the page that was printed, and gives the address it leads back to. */
async function visit(line: string): Promise<string | undefined> {
  const url = /^ {2}(http\S+)$/.exec(line)?.[1];
  if (url === undefined) return undefined;
  const response = await fetch(url, { redirect: 'manual' });
  return response.headers.get('location') ?? undefined;
}

const whoami = () => mcp(['call', 'guarded/whoami', '--json']);

describe('signing in', () => {
  it('is offered, done by pasting, used, renewed and undone, and no token shows anywhere', async () => {
    const before = await whoami();
    expect(before.code).toBe(4);
    expect(JSON.parse(before.stdout)).toMatchObject({
      status: 'error',
      error: { kind: 'unauthenticated', code: 401, hint: 'mcp login guarded' },
    });

    const login = await mcp(['login', 'guarded', '--no-browser', '--json'], async (line, answer) => {
      const back = await visit(line);
      if (back) answer(`${back}\n`);
    });
    expect(login.stderr).toContain(`${server.url}/authorize`);
    expect(login.code).toBe(0);
    const document = JSON.parse(login.stdout) as Record<string, unknown>;
    expect(Object.keys(document)).toEqual(['server', 'status', 'metadata']);
    expect(document).toMatchObject({
      server: 'guarded',
      status: 'success',
      metadata: { timestamp: expect.any(String) },
    });
    expect(statSync(credentials).mode & 0o777).toBe(0o600);

    const called = await whoami();
    expect(called.code).toBe(0);
    expect(JSON.parse(called.stdout)).toMatchObject({ status: 'success' });

    const [token] = [...server.tokens.keys()];
    server.revoked.push(token!);
    expect((await whoami()).code).toBe(0);
    expect(server.tokens.size).toBe(2);

    const logout = await mcp(['logout', 'guarded']);
    expect(logout).toMatchObject({ code: 0, stdout: 'signed out of guarded\n' });
    expect((await whoami()).code).toBe(4);
    expect(readFileSync(credentials, 'utf8')).not.toContain('accessToken');
    for (const each of server.tokens.keys()) expect(printed.join()).not.toContain(each);
  });

  it('is refused where there is nothing to sign in to', async () => {
    const { code, stderr } = await mcp(['login', 'local']);
    expect(code).toBe(1);
    expect(stderr).toContain('not behind a URL');
  });

  it('ends after its time', async () => {
    const { code, stdout } = await mcp(['login', 'guarded', '--no-browser', '--timeout', '300ms', '--json'], () => {});
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ error: { kind: 'timeout' } });
  });
});
