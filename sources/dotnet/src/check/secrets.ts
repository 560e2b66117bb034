import { isJsonObject, type Json, type JsonObject } from '@concord/contract';
import { tokens } from '../argv/tokens.js';
import { connectionSecrets } from './connection-secrets.js';

type Environment = Readonly<Record<string, string | undefined>>;

const SECRET_NAME = /(?:password|passwd|passphrase|pwd|secret|token|key|credentials?)$/i;
const SECRET_VARIABLE = /(?:PASSWORD|SECRET|TOKEN|KEY|CREDENTIALS)$/i;

/** The secret values of a call, from its arguments, checked or not, and from the environment of the CLI. */
export function secretsOf(args: JsonObject, env: Environment): readonly string[] {
  const found = [
    ...text(args.password),
    ...text(args.value),
    ...text(args.connection).flatMap(each => [each, ...connectionSecrets(each)]),
    ...named(isJsonObject(args.properties) ? Object.entries(args.properties) : []),
    ...named([[String(args.propertyName ?? ''), args.propertyValue]]),
    ...[args.appArgs, args.args].flatMap(text).flatMap(ofProgramArguments),
    ...[args.source, args.nugetSource].flatMap(text).flatMap(ofAddress),
    ...Object.entries(env).flatMap(([name, value]) => (SECRET_VARIABLE.test(name) ? text(value) : [])),
  ];
  return [...new Set(found)];
}

/** The values whose name ends in a word for secrets. */
function named(pairs: readonly (readonly [string, Json | undefined])[]): readonly string[] {
  return pairs.flatMap(([name, value]) => (SECRET_NAME.test(name) ? text(value) : []));
}

/** `--api-key x`, `--api-key=x`, `Section:ApiKey=x`, `/password:x`. */
function ofProgramArguments(given: string): readonly string[] {
  const words = tokens(given) ?? given.split(/\s+/);
  return words.flatMap((word, at) => {
    const equals = word.indexOf('=');
    if (equals !== -1) return named([[word.slice(0, equals), word.slice(equals + 1)]]);
    const colon = word.lastIndexOf(':');
    const next = /^[-/]/.test(word) ? words[at + 1] : undefined;
    return named([
      [word.slice(0, Math.max(colon, 0)), word.slice(colon + 1)],
      [word, next],
    ]);
  });
}

/** User and password of a URL, as written and decoded. */
function ofAddress(given: string): readonly string[] {
  const [, info] = /^[a-z][a-z0-9+.-]{0,20}:\/\/([^/?#]{0,4096})@/i.exec(given) ?? [];
  if (info === undefined) return [];
  const at = info.indexOf(':');
  const parts = at === -1 ? [info] : [info, info.slice(0, at), info.slice(at + 1)];
  return parts.flatMap(each => [...text(each), ...text(decoded(each))]);
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function text(value: Json | undefined): readonly string[] {
  return typeof value === 'string' && value.trim() !== '' ? [value] : [];
}
