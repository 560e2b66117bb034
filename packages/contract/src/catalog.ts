/** The categories of contract-v1. */
export const categories = [
  'Validation',
  'Compilation',
  'Build',
  'Package',
  'Runtime',
  'Capability',
  'Concurrency',
  'Cancellation',
  'Unknown',
] as const;

export type Category = (typeof categories)[number];

/** The error codes of envelope-v1. */
export type EnvelopeCode =
  | 'invalid_argument'
  | 'not_found'
  | 'invalid_path'
  | 'forbidden'
  | 'dependency_unavailable'
  | 'not_implemented'
  | 'upgrade_required'
  | 'resource_exhausted'
  | 'timeout'
  | 'too_large'
  | 'internal_error';

/** The error codes of error-v0, frozen. */
export type ErrorV0Code =
  | 'cache_missing'
  | 'cache_invalid'
  | 'invalid_query'
  | 'invalid_budget'
  | 'io_error'
  | 'internal_error';

/** What each dialect and each protocol era says for one kind of problem. */
export interface CatalogRow {
  readonly category: Category;
  /** The fixed contract-v1 code; null where a diagnostic code or `EXIT_n` stands. */
  readonly code: string | null;
  /** `mcpErrorCode` of contract-v1, where the kind alone decides it. */
  readonly mcpErrorCode: number;
  readonly envelope: EnvelopeCode;
  readonly errorV0: ErrorV0Code;
  /** JSON-RPC codes by protocol era; null where the failure stays in the result, as `isError`. */
  readonly rpc: { readonly handshake: number | null; readonly modern: number | null };
  /** `error.code` of the command line's JSON (left out where null), the command's exit code, and its own name for the kind where it has one. */
  readonly cli: { readonly code: number | null; readonly exit: number; readonly kind?: string };
  readonly retryable: boolean;
  /** Advice every problem of this kind carries unless it brings its own. */
  readonly hint?: string;
  readonly explanation?: string;
  /** Named refinements of the row. */
  readonly variants?: Readonly<Record<string, Partial<Omit<CatalogRow, 'variants'>>>>;
}

/** The JSON-RPC codes a server answers with, by what they mean. */
export const rpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  cancelled: -32001,
  notInitialized: -32002,
  shuttingDown: -32003,
  exitBeforeShutdown: -32005,
  missingClientCapability: -32021,
  unsupportedProtocolVersion: -32022,
  headerMismatch: -32020,
} as const;

/** Whether a tool may answer with a code of its own choice: one of JSON-RPC's own errors, or any outside of what is reserved. */
export function isFreeCode(code: number): boolean {
  const { parseError, invalidRequest, internalError } = rpcCodes;
  const isCommon = code === parseError || (code >= internalError && code <= invalidRequest);
  return isCommon || code < -32_768 || code > -32_000;
}

const { invalidParams: INVALID, internalError: INTERNAL, methodNotFound: NO_METHOD, cancelled: CANCELLED } = rpcCodes;

/** Codes that contract-v1 gives a meaning of its own inside a payload. */
const CAPABILITY = -32001;
const NOT_FOUND = -32002;

const bothEras = (code: number | null) => ({ handshake: code, modern: code });

/** Every way a call can fail, and what each document says for it. The only place that knows codes. */
export const catalog = {
  invalid_params: {
    category: 'Validation',
    code: 'INVALID_PARAMS',
    mcpErrorCode: INVALID,
    envelope: 'invalid_argument',
    errorV0: 'invalid_query',
    rpc: bothEras(INVALID),
    cli: { code: 400, exit: 1 },
    retryable: false,
    hint: 'Verify the parameter values and try again.',
    variants: {
      budget: { errorV0: 'invalid_budget' },
      usage: { cli: { code: 400, exit: 1, kind: 'usage' } },
      rpc_error: { cli: { code: null, exit: 2, kind: 'rpc_error' } },
      config: { cli: { code: 400, exit: 1, kind: 'config' } },
    },
  },
  not_found: {
    category: 'Unknown',
    code: null,
    mcpErrorCode: INTERNAL,
    envelope: 'not_found',
    errorV0: 'cache_missing',
    rpc: { handshake: NO_METHOD, modern: INVALID },
    cli: { code: 404, exit: 2 },
    retryable: false,
    variants: {
      unknown_server: { cli: { code: 404, exit: 1, kind: 'unknown_server' } },
      rpc_error: { cli: { code: null, exit: 2, kind: 'rpc_error' } },
    },
  },
  invalid_path: {
    category: 'Validation',
    code: 'INVALID_PARAMS',
    mcpErrorCode: INVALID,
    envelope: 'invalid_path',
    errorV0: 'cache_missing',
    rpc: { handshake: INTERNAL, modern: INVALID },
    cli: { code: 400, exit: 2 },
    retryable: false,
    hint: 'Verify the parameter values and try again.',
  },
  forbidden: {
    category: 'Unknown',
    code: null,
    mcpErrorCode: INTERNAL,
    envelope: 'forbidden',
    errorV0: 'io_error',
    rpc: bothEras(INTERNAL),
    cli: { code: 403, exit: 1 },
    retryable: false,
    variants: {
      untrusted: { cli: { code: 403, exit: 1, kind: 'untrusted' } },
      unauthenticated: { cli: { code: 401, exit: 4, kind: 'unauthenticated' } },
      withheld: { cli: { code: 403, exit: 2 } },
    },
  },
  unavailable: {
    category: 'Capability',
    code: 'CAPABILITY_NOT_AVAILABLE',
    mcpErrorCode: INTERNAL,
    envelope: 'dependency_unavailable',
    errorV0: 'internal_error',
    rpc: bothEras(INTERNAL),
    cli: { code: null, exit: 2 },
    retryable: false,
    hint: 'Consider using one of the suggested alternatives.',
    explanation:
      'This tool/feature exists but cannot be executed in the current environment or configuration. This may be due to missing dependencies, disabled feature flags, OS limitations, or features that are planned but not yet implemented.',
    variants: {
      dependency: {
        mcpErrorCode: CAPABILITY,
        hint: 'Try one of the alternatives or adjust the environment to enable this capability.',
        explanation: '',
      },
      not_implemented: { envelope: 'not_implemented' },
      spawn_failed: { cli: { code: 503, exit: 3, kind: 'spawn_failed' } },
      server_exited: { cli: { code: 503, exit: 3, kind: 'server_exited' }, retryable: true },
      unreachable: { cli: { code: 503, exit: 3, kind: 'unreachable' }, retryable: true },
      input_required: { cli: { code: null, exit: 2, kind: 'input_required' } },
    },
  },
  upgrade_required: {
    category: 'Capability',
    code: 'CAPABILITY_NOT_AVAILABLE',
    mcpErrorCode: INTERNAL,
    envelope: 'upgrade_required',
    errorV0: 'internal_error',
    rpc: bothEras(INTERNAL),
    cli: { code: 403, exit: 2 },
    retryable: false,
    hint: 'Consider using one of the suggested alternatives.',
  },
  conflict: {
    category: 'Concurrency',
    code: 'CONCURRENCY_CONFLICT',
    mcpErrorCode: INTERNAL,
    envelope: 'resource_exhausted',
    errorV0: 'internal_error',
    rpc: bothEras(INTERNAL),
    cli: { code: null, exit: 2 },
    retryable: true,
    hint: 'Wait for the conflicting operation to complete, or cancel it before retrying this operation.',
  },
  limited: {
    category: 'Unknown',
    code: null,
    mcpErrorCode: INTERNAL,
    envelope: 'resource_exhausted',
    errorV0: 'internal_error',
    rpc: bothEras(INTERNAL),
    cli: { code: 429, exit: 2 },
    retryable: true,
    hint: 'Try again later, or with fewer calls at a time.',
  },
  cancelled: {
    category: 'Cancellation',
    code: 'OPERATION_CANCELLED',
    mcpErrorCode: INTERNAL,
    envelope: 'timeout',
    errorV0: 'internal_error',
    rpc: { handshake: CANCELLED, modern: null },
    cli: { code: null, exit: 130 },
    retryable: true,
    hint: 'The command was terminated before completion',
  },
  timeout: {
    category: 'Cancellation',
    code: 'OPERATION_CANCELLED',
    mcpErrorCode: INTERNAL,
    envelope: 'timeout',
    errorV0: 'internal_error',
    rpc: bothEras(INTERNAL),
    cli: { code: 408, exit: 3 },
    retryable: true,
    hint: 'The command was terminated before completion',
  },
  too_large: {
    category: 'Unknown',
    code: null,
    mcpErrorCode: INTERNAL,
    envelope: 'too_large',
    errorV0: 'internal_error',
    rpc: bothEras(INTERNAL),
    cli: { code: 413, exit: 2 },
    retryable: false,
  },
  command_failed: {
    category: 'Unknown',
    code: null,
    mcpErrorCode: INTERNAL,
    envelope: 'internal_error',
    errorV0: 'internal_error',
    rpc: bothEras(null),
    cli: { code: null, exit: 2, kind: 'tool_error' },
    retryable: false,
    hint: 'Check the command syntax and arguments.',
  },
  corrupt: {
    category: 'Unknown',
    code: null,
    mcpErrorCode: INTERNAL,
    envelope: 'internal_error',
    errorV0: 'cache_invalid',
    rpc: bothEras(INTERNAL),
    cli: { code: null, exit: 2 },
    retryable: false,
  },
  io: {
    category: 'Unknown',
    code: null,
    mcpErrorCode: INTERNAL,
    envelope: 'internal_error',
    errorV0: 'io_error',
    rpc: bothEras(INTERNAL),
    cli: { code: null, exit: 2 },
    retryable: true,
    variants: { denied: { envelope: 'forbidden' } },
  },
  malformed_output: {
    category: 'Unknown',
    code: null,
    mcpErrorCode: INTERNAL,
    envelope: 'internal_error',
    errorV0: 'internal_error',
    rpc: bothEras(null),
    cli: { code: null, exit: 2 },
    retryable: false,
    variants: { protocol: { cli: { code: null, exit: 2, kind: 'protocol' } } },
  },
  internal: {
    category: 'Unknown',
    code: null,
    mcpErrorCode: INTERNAL,
    envelope: 'internal_error',
    errorV0: 'internal_error',
    rpc: bothEras(INTERNAL),
    cli: { code: null, exit: 1 },
    retryable: false,
    variants: { rpc_error: { cli: { code: null, exit: 2, kind: 'rpc_error' } } },
  },
} as const satisfies Record<string, CatalogRow>;

/** A kind of problem: a row of the catalog. */
export type Kind = keyof typeof catalog;

/** The one message error-v0 gives for each of its codes. */
export const canonicalMessages: Readonly<Record<ErrorV0Code, string>> = {
  cache_missing: 'Cache does not exist',
  cache_invalid: 'Cache exists but is invalid',
  invalid_query: 'Query is invalid',
  invalid_budget: 'Budget is invalid',
  io_error: 'I/O error occurred',
  internal_error: 'Internal error',
};

/** Diagnostic codes as compilers and build tools print them: letters up to the first digit name the family. */
export const diagnostics = {
  /** What a diagnostic code looks like; anything else is reported as `EXIT_n`. */
  shape: /^(?:[A-Za-z]{1,20}[0-9]{1,8}[A-Za-z]{0,8}|WHITESPACE|FINALNEWLINE|ENDOFLINE|CHARSET|IMPORTS|TESTERROR)$/,
  families: {
    CS: 'Compilation',
    FS: 'Compilation',
    BC: 'Compilation',
    MSB: 'Build',
    NU: 'Package',
    NETSDK: 'Runtime',
  } satisfies Record<string, Category> as Readonly<Record<string, Category>>,
  /** Codes that mean a missing resource; they alone carry this `mcpErrorCode`. */
  notFound: { codes: ['NU1101', 'NU1102', 'MSB1003', 'NETSDK1004', 'MSB4236'], mcpErrorCode: NOT_FOUND },
  /** Codes for which the same call may succeed later. */
  retryable: ['NU1301', 'NU1900', 'MSB3021', 'MSB3026', 'MSB3027', 'CS2012'],
} as const;

/** The contract-v1 code of a failure that has no diagnostic code of its own. */
export const exitCodeName = (exitCode: number): string => `EXIT_${exitCode}`;

/** The kind a code is read back as, for the dialects that give several kinds the same code. */
export const kindsBehind: {
  readonly envelope: Readonly<Record<EnvelopeCode, KindAndVariant>>;
  readonly errorV0: Readonly<Record<ErrorV0Code, KindAndVariant>>;
} = {
  envelope: {
    invalid_argument: { kind: 'invalid_params' },
    not_found: { kind: 'not_found' },
    invalid_path: { kind: 'invalid_path' },
    forbidden: { kind: 'forbidden' },
    dependency_unavailable: { kind: 'unavailable' },
    not_implemented: { kind: 'unavailable', variant: 'not_implemented' },
    upgrade_required: { kind: 'upgrade_required' },
    resource_exhausted: { kind: 'conflict' },
    timeout: { kind: 'timeout' },
    too_large: { kind: 'too_large' },
    internal_error: { kind: 'internal' },
  },
  errorV0: {
    cache_missing: { kind: 'not_found' },
    cache_invalid: { kind: 'corrupt' },
    invalid_query: { kind: 'invalid_params' },
    invalid_budget: { kind: 'invalid_params', variant: 'budget' },
    io_error: { kind: 'io' },
    internal_error: { kind: 'internal' },
  },
};

export interface KindAndVariant {
  readonly kind: Kind;
  readonly variant?: string;
}
