import { resolve } from 'node:path';
import { download } from '../download.js';
import { DownloadFailure } from '../download-failure.js';
import { readFlags } from './flags.js';
import { argumentsOf, type Verb } from './verb.js';

const names = ['url', 'out', 'allow', 'deny', 'max-bytes', 'timeout', 'user-agent', 'retry', 'retry-delay'] as const;

/** The flags that are numbers: what they look like, and what is said of others. */
const numbers: Readonly<Record<string, { readonly form: RegExp; readonly most: number; readonly expected: string }>> = {
  'max-bytes': { form: /^[1-9]\d{0,14}$/, most: 20_971_520, expected: 'a whole number up to 20971520' },
  timeout: { form: /^[1-9]\d{0,8}$/, most: 60, expected: 'a whole number of seconds up to 60' },
  retry: { form: /^[1-9]\d{0,8}$/, most: 100, expected: 'a whole number up to 100' },
  'retry-delay': {
    form: /^(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})$/,
    most: 600,
    expected: 'a number of seconds up to 600',
  },
};

/**
 * `--url URL --out FILE [--allow HOST]… [--deny HOST]… [--max-bytes N] [--timeout S] [--user-agent A] [--retry N] [--retry-delay S]`:
 * prints `{success, bytes, path}` or `{success: false, error: {type, message, location?}}`, and succeeds in either case.
 */
export const downloadSafe: Verb = async shell => {
  await shell.stdout(JSON.stringify(await outcomeOf(await argumentsOf(shell), shell.cwd)));
  return 0;
};

async function outcomeOf(given: readonly string[], cwd: string): Promise<object> {
  const { values, words, fault } = readFlags(given, names);
  const last = (name: (typeof names)[number]): string | undefined => values[name]?.at(-1);
  const [url, out, userAgent] = [last('url'), last('out'), last('user-agent')];
  const wrong = fault ?? (words.length > 0 ? `Unexpected argument: ${words[0]!.slice(0, 100)}` : wrongNumber(values));
  if (wrong !== undefined) return failure('invalid_params', wrong);
  if (!url) return failure('invalid_url', '--url is required');
  if (!out) return failure('invalid_params', '--out is required');
  const number = (name: (typeof names)[number], otherwise: number) => Number(last(name) ?? otherwise);
  try {
    const bytes = await download(url, {
      ...(values.allow && { allow: values.allow }),
      ...(values.deny && { deny: values.deny }),
      ...(values['max-bytes'] && { maxBytes: number('max-bytes', 0) }),
      ...(values.timeout && { timeoutSecs: number('timeout', 0) }),
      ...(userAgent !== undefined && { userAgent }),
      attempts: number('retry', 1),
      retryDelayMs: number('retry-delay', 1) * 1_000,
      out: resolve(cwd, out),
    });
    return { success: true, bytes: bytes.length, path: out };
  } catch (error) {
    if (!(error instanceof DownloadFailure)) throw error;
    return failure(error.type, error.message, error.location);
  }
}

function wrongNumber(values: Readonly<Record<string, readonly string[]>>): string | undefined {
  for (const [name, { form, most, expected }] of Object.entries(numbers))
    for (const value of values[name] ?? [])
      if (!form.test(value) || Number(value) > most) return `--${name} must be ${expected}`;
  return undefined;
}

function failure(type: string, message: string, location?: string): object {
  return { success: false, error: { type, message, ...(location !== undefined && { location }) } };
}
