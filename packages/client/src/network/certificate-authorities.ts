import { readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Who is trusted to vouch for servers, as an environment says it (`NODE_EXTRA_CA_CERTS`). Empty where that is what the process
 * was started with, because then it trusts them already; a file that cannot be read adds nobody, as in Node itself.
 */
export function authorities(env: Environment, own: Environment = process.env): { readonly ca?: string[] } {
  const { NODE_EXTRA_CA_CERTS: file = '' } = env;
  if (file === (own.NODE_EXTRA_CA_CERTS ?? '')) return {};
  return { ca: [...rootCertificates, ...(file === '' ? [] : contentsOf(file))] };
}

function contentsOf(file: string): readonly string[] {
  try {
    return [readFileSync(file, 'utf8')];
  } catch {
    return [];
  }
}
