import { compileRedaction } from '@concord/contract';
import { hasPlaceholder } from '../expand/placeholders.js';
import { isSecretName, isSecretShaped, isSetting } from './secret-values.js';

/** A secret written out in an argument, and how the argument reads with something else in its place. */
export interface ArgumentSecret {
  readonly index: number;
  /** The option it belongs to, without dashes; undefined when it stands alone. */
  readonly option?: string;
  readonly replaced: (by: string) => string;
}

/** What stands where a secret was. */
export const MASK = '[REDACTED]';

/** Names of headers that carry credentials, besides those that any secret may have. */
const SECRET_HEADER = /auth|cookie|session|signature|key/i;

const OPTION = /^--?([A-Za-z][\w.-]*)$/;
const OPTION_WITH_VALUE = /^(?:--?)?([A-Za-z][\w.-]*)=(.*)$/s;

/** The arguments that hold a secret in plain sight: the value of an option named like one, or anything of a secret's shape. */
export function argumentSecrets(args: readonly string[]): readonly ArgumentSecret[] {
  return args.flatMap((argument, index): ArgumentSecret[] => {
    const [, option, value] = OPTION_WITH_VALUE.exec(argument) ?? [];
    if (option !== undefined && isSecretName(option) && isLiteral(value!)) {
      const start = argument.slice(0, argument.length - value!.length);
      return [{ index, option, replaced: by => start + by }];
    }
    const before = OPTION.exec(args[index - 1] ?? '')?.[1];
    if (before !== undefined && isSecretName(before) && !argument.startsWith('-') && isLiteral(argument)) {
      return [{ index, option: before, replaced: by => by }];
    }
    const redacted = compileRedaction().text(argument);
    return redacted.count === 0 ? [] : [{ index, replaced: by => redacted.text.replaceAll(MASK, () => by) }];
  });
}

/** True for a variable of `env` whose value is a secret in plain sight. */
export function isLiteralSecret(name: string, value: string): boolean {
  return isLiteral(value) && (isSecretName(name) || isSecretShaped(value) || redacts(`${name}=${value}`));
}

/** True for a header whose value is a secret in plain sight. */
export function isLiteralSecretHeader(name: string, value: string): boolean {
  return isLiteral(value) && (SECRET_HEADER.test(name) || isLiteralSecret(name, value) || redacts(`${name}: ${value}`));
}

/** Values of parameters that are named like secrets; the rest of the URL, placeholders too, stays as it is written. */
export function maskedUrl(url: string, replacement: (name: string, value: string) => string = () => MASK): string {
  return url.replace(/([?&#;])([^?=&#;]+)=([^&#;]+)/g, (whole, mark: string, name: string, value: string) =>
    isSecretName(name) && !value.includes('$') ? `${mark}${name}=${replacement(name, value)}` : whole,
  );
}

function isLiteral(value: string): boolean {
  return !hasPlaceholder(value) && !isSetting(value);
}

function redacts(text: string): boolean {
  return compileRedaction().text(text).count > 0;
}
