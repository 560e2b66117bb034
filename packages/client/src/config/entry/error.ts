export interface ConfigErrorOptions {
  readonly kind?: ConfigError['kind'];
  /** One sentence or the next command. */
  readonly hint?: string | undefined;
  /** The server it is about, when it is about one. */
  readonly server?: string | undefined;
}

/** A configuration that cannot be used. Messages name files, fields and variables, never the values of variables or headers. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly kind: 'config' | 'usage' | 'unknown_server' | 'untrusted';
  readonly hint?: string;
  readonly server?: string;

  constructor(message: string, options: ConfigErrorOptions = {}) {
    super(message);
    this.kind = options.kind ?? 'config';
    if (options.hint !== undefined) this.hint = options.hint;
    if (options.server !== undefined) this.server = options.server;
  }
}
