import type { Expanded } from '../expand/expand.js';
import { isSecretHeader, isSecretName, isSecretShaped, isSecretVariable, isSetting } from './secret-values.js';

/** Collects the values of one definition that must never be shown. */
export class Secrets {
  readonly #values = new Set<string>();

  /** A variable of `env`: secret by its name, by what was expanded into it, or by its shape. */
  environment(name: string, value: Expanded): void {
    const taken = [...value.taken].filter(([variable]) => isSecretVariable(variable));
    for (const [, inner] of taken) this.add(inner);
    if (isSecretName(name) || taken.length > 0 || isSecretShaped(value.text)) this.add(value.text);
  }

  /** A variable the child takes over: only its name can tell. */
  inherited(name: string, value: string): void {
    if (isSecretName(name)) this.add(value);
  }

  /** A header: its value, what was expanded into it, and the credentials behind a scheme such as `Bearer`. */
  header(name: string, value: Expanded): void {
    if (!isSecretHeader(name)) return;
    this.add(value.text);
    for (const [variable, inner] of value.taken) if (isSecretVariable(variable)) this.add(inner);
    const credentials = /^[A-Za-z][A-Za-z0-9-]* +(\S+)$/.exec(value.text)?.[1];
    if (credentials !== undefined) this.add(credentials);
  }

  /** Any other field: variables whose name or look is a secret's. A folder's path must not be masked in every result. */
  field(value: Expanded): void {
    for (const [variable, inner] of value.taken) {
      if (isSecretVariable(variable) && (isSecretName(variable) || isSecretShaped(inner))) this.add(inner);
    }
  }

  /** A URL: also its password, parameters that are named like secrets, and what was expanded into any. A host must not be masked. */
  url(url: URL, { taken }: Expanded): void {
    this.add(decoded(url.password));
    for (const [name, value] of url.searchParams) if (isSecretName(name)) this.add(value);
    const parameters = [...url.searchParams.values(), decoded(url.hash)];
    for (const [variable, inner] of taken)
      if (isSecretVariable(variable) && inner !== '' && parameters.some(each => each.includes(inner))) this.add(inner);
  }

  /** A value that is secret whatever it looks like, unless it is a mere setting such as `true`. */
  add(value: string): void {
    const trimmed = value.trim();
    if (!isSetting(trimmed)) this.#values.add(trimmed);
  }

  /** All of them, each once. */
  list(): readonly string[] {
    return [...this.#values];
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
