/** The tool's own JSON-RPC error: what a caller gets in place of a result. */
export class ToolError extends Error {
  override readonly name = 'ToolError';

  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

/** The code for arguments that cannot be used. */
export const INVALID_PARAMS = -32602;
