import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ProblemError } from '@concord/contract';
import { type Network, readHttps, systemNetwork } from '../provide/https.js';
import { remoteUrl } from '../provide/remote-url.js';
import { folderSettings } from '../settings.js';
import { DownloadFailure, type DownloadFailureType } from './download-failure.js';
import type { DownloadOptions } from './download-options.js';
import { INVALID_PARAMS, ToolError } from './tool-error.js';
import { withRetry } from './with-retry.js';

/** Failures by the kind the reader gives them. */
const types: Readonly<Record<string, DownloadFailureType>> = {
  invalid_params: 'host_blocked',
  timeout: 'timeout',
  cancelled: 'timeout',
  too_large: 'size_exceeded',
};

/** Those that may be gone the next time. */
const passing: ReadonlySet<string> = new Set(['network_error', 'timeout']);

/**
 * Reads a page of a public host over https, by the same rules as a resource: only allowed hosts, only public addresses, no redirect.
 * Throws a DownloadFailure.
 */
export async function download(url: string, options: DownloadOptions = {}, network?: Network): Promise<Buffer> {
  const { attempts = 1, retryDelayMs = 1_000, out, signal } = options;
  let bytes: Buffer;
  try {
    remoteUrl(url);
  } catch (error) {
    throw new DownloadFailure('invalid_url', messageOf(error));
  }
  try {
    bytes = await withRetry(attempts, retryDelayMs, async () => {
      try {
        return await attempt(url, options, network);
      } catch (error) {
        const failure = failureOf(error);
        throw passing.has(failure.type) && !signal?.aborted ? failure : new Final(failure);
      }
    });
  } catch (error) {
    throw error instanceof Final ? error.failure : error;
  }
  if (out !== undefined) write(out, bytes);
  return bytes;
}

/** A failure that trying again would not mend. */
class Final extends ToolError {
  constructor(readonly failure: DownloadFailure) {
    super(INVALID_PARAMS, failure.message);
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
  const call = { signal: signal ?? new AbortController().signal, log: () => {} };
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

function write(out: string, bytes: Buffer): void {
  const path = resolve(out);
  const aside = `${path}.${process.pid}.part`;
  try {
    writeFileSync(aside, bytes, { flag: 'wx' });
    renameSync(aside, path);
  } catch (error) {
    rmSync(aside, { force: true });
    throw new DownloadFailure('write_error', `The file cannot be written: ${(error as NodeJS.ErrnoException).code}`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'The download failed';
}
