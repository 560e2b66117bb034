import { resolve } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { ProblemError } from '@concord/contract';
import { replaceFile } from '@concord/engine';
import { folderSettings } from '../project/settings.js';
import { type Network, readHttps, systemNetwork } from '../resources/network/https.js';
import { remoteUrl } from '../resources/network/remote-url.js';
import { DownloadFailure, type DownloadFailureType } from './download-failure.js';
import type { DownloadOptions } from './download-options.js';
import { pauseMs } from './with-retry.js';

/** Failures by the kind the reader gives them. */
const types: Readonly<Record<string, DownloadFailureType>> = {
  invalid_params: 'host_blocked',
  timeout: 'timeout',
  cancelled: 'timeout',
  too_large: 'size_exceeded',
};

/** Failures after which another attempt can succeed. */
const passing: ReadonlySet<string> = new Set(['network_error', 'timeout']);

/**
 * Reads a page of a public host over https, by the same rules as a resource: only allowed hosts, only public addresses, no redirect.
 * Throws a DownloadFailure.
 */
export async function download(url: string, options: DownloadOptions = {}, network?: Network): Promise<Buffer> {
  const { attempts = 1, retryDelayMs = 1_000, out, signal } = options;
  try {
    remoteUrl(url);
  } catch (error) {
    throw new DownloadFailure('invalid_url', messageOf(error));
  }
  const bytes = await repeated(attempts, retryDelayMs, signal, () => attempt(url, options, network));
  if (out !== undefined) await write(out, bytes);
  return bytes;
}

/** Repeats a failed attempt while another one can succeed. */
async function repeated(
  attempts: number,
  delayMs: number,
  signal: AbortSignal | undefined,
  run: () => Promise<Buffer>,
): Promise<Buffer> {
  for (let n = 1; ; n += 1) {
    try {
      return await run();
    } catch (error) {
      const failure = failureOf(error);
      if (n >= attempts || signal?.aborted || !passing.has(failure.type)) throw failure;
      await after(pauseMs(n, delayMs));
    }
  }
}

async function attempt(url: string, options: DownloadOptions, network: Network = systemNetwork): Promise<Buffer> {
  const { allow, deny = [], maxBytes, timeoutSecs, userAgent, signal } = options;
  const { env } = process;
  const settings = folderSettings(
    {
      ...env,
      ...(allow && { MCPBASH_HTTPS_ALLOW_HOSTS: allow.join(','), MCPBASH_HTTPS_ALLOW_ALL: '' }),
      MCPBASH_HTTPS_DENY_HOSTS: [env.MCPBASH_HTTPS_DENY_HOSTS ?? '', ...deny].join(','),
      ...(maxBytes !== undefined && { MCPBASH_HTTPS_MAX_BYTES: String(maxBytes) }),
      ...(timeoutSecs !== undefined && { MCPBASH_HTTPS_TIMEOUT: String(timeoutSecs) }),
      ...(userAgent !== undefined && { MCPBASH_HTTPS_USER_AGENT: userAgent }),
      MCPBASH_MAX_RESOURCE_BYTES: '',
      MCPBASH_MAX_TOOL_OUTPUT_SIZE: String(MOST_BYTES),
    },
    () => {},
  );
  const call = { signal: signal ?? new AbortController().signal, log: () => {}, secret: () => {} };
  return (await readHttps({ uri: url, settings, call }, network)).bytes;
}

/** What the reader allows at most. */
const MOST_BYTES = 20_971_520;

function failureOf(error: unknown): DownloadFailure {
  if (!(error instanceof ProblemError)) return new DownloadFailure('network_error', messageOf(error));
  const { kind, message, details } = error.problem;
  if (typeof details?.location === 'string') return new DownloadFailure('redirect', message, details.location);
  return new DownloadFailure(types[kind] ?? 'network_error', message);
}

async function write(out: string, bytes: Buffer): Promise<void> {
  try {
    await replaceFile(resolve(out), bytes, { mode: 'umask' });
  } catch (error) {
    throw new DownloadFailure('write_error', `The file cannot be written: ${(error as NodeJS.ErrnoException).code}`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'The download failed';
}
