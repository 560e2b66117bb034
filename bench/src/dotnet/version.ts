import { execFile } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Benchmark } from '../harness.js';
import { LineClient } from '../host/line-client.js';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const mcp = here('../../../bin/mcp');
const fake = dirname(here('../../../test/fake-dotnet/dotnet'));
const run = promisify(execFile);

/** What the CLI is told wherever it is run here, so that both sides do the same. */
export const quiet = {
  DOTNET_CLI_UI_LANGUAGE: 'en',
  MSBUILDTERMINALLOGGER: 'off',
  DOTNET_NOLOGO: '1',
  DOTNET_CLI_TELEMETRY_OPTOUT: '1',
  DOTNET_SKIP_FIRST_TIME_EXPERIENCE: '1',
  DOTNET_CLI_WORKLOAD_UPDATE_NOTIFY_DISABLE: '1',
};

/** A warm server of the source, and a way to call it that fails when the call does. */
export async function dotnetServer(env: Readonly<Record<string, string>> = {}) {
  const client = await new LineClient([mcp, 'serve', 'dotnet'], { ...quiet, ...env }).initialize();
  const call = async (name: string, args: object) => {
    const answer = (await client.request('tools/call', { name, arguments: args })) as {
      result?: { isError?: boolean };
    };
    if (!answer.result || answer.result.isError) throw new Error(`the call failed: ${JSON.stringify(answer)}`);
  };
  return { call, request: client.request.bind(client), close: () => client.close() };
}

/** The version over a warm server, beside starting the CLI for it. */
export function versionOverStdio(cli: 'real' | 'fake'): () => Promise<Benchmark> {
  return async () => {
    const env = cli === 'fake' ? { PATH: `${fake}${delimiter}${process.env.PATH}` } : {};
    const server = await dotnetServer(env);
    return {
      name: `version of the SDK (${cli} CLI)`,
      work: { amount: 1, unit: 'calls' },
      subjects: {
        bare: () => {
          const bare = run('dotnet', ['--version'], { env: { ...process.env, ...quiet, ...env } });
          bare.child.stdin?.end();
          return bare;
        },
        concord: () => server.call('dotnet_sdk', { action: 'Version' }),
      },
      surcharges: [{ subject: 'concord', against: 'bare', underMs: cli === 'real' ? 60 : 15 }],
      rounds: 20,
      warmUp: 2,
      close: server.close,
    };
  };
}
