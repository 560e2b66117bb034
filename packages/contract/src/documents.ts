import type { Category, EnvelopeCode, ErrorV0Code } from './catalog.js';
import type { Json, JsonObject } from './json.js';
import type { Tier, UpgradeHint } from './outcome.js';

/** contract-v1: a call that succeeded. */
export interface SuccessResult {
  readonly success: true;
  readonly command?: string;
  readonly output: string;
  readonly exitCode: 0;
  readonly metadata?: Readonly<Record<string, string>>;
}

/** contract-v1: a call that failed. */
export interface ErrorResponse {
  readonly success: false;
  /** At least one. */
  readonly errors: readonly ErrorResult[];
  /** Never 0; -1 when nothing was executed. */
  readonly exitCode: number;
  readonly metadata?: Readonly<Record<string, string>>;
}

/** contract-v1: one thing that went wrong. */
export interface ErrorResult {
  readonly code: string;
  readonly message: string;
  readonly category: Category;
  readonly hint?: string;
  readonly explanation?: string;
  readonly documentationUrl?: string;
  readonly suggestedFixes?: readonly string[];
  readonly alternatives?: readonly string[];
  readonly rawOutput: string;
  readonly mcpErrorCode?: number;
  readonly data?: ErrorData;
}

/** contract-v1: the facts of one error, for programs. */
export interface ErrorData {
  readonly command?: string;
  readonly exitCode?: number;
  readonly stderr?: string;
  readonly additionalData?: Readonly<Record<string, string>>;
}

/** envelope-v1: the one shape for success and failure. */
export interface EnvelopeV1 {
  readonly tier: Tier;
  readonly tool_version: string;
  readonly tool_id: string;
  readonly request_id: string;
  /** Begins with `envelope-v1`. */
  readonly capabilities: readonly string[];
  readonly duration_ms: number;
  readonly error: EnvelopeError | null;
  readonly upgrade_hints: readonly UpgradeHint[];
  readonly data: Json;
}

/** envelope-v1: what went wrong. */
export interface EnvelopeError {
  readonly error: string;
  readonly error_code: EnvelopeCode;
  readonly error_details: JsonObject | null;
}

/** error-v0: a failure, and nothing else beside it. */
export interface ErrorV0 {
  readonly error: { readonly code: ErrorV0Code; readonly message: string };
}

/** What `mcp list --json` prints. */
export interface ListOutput {
  readonly servers: readonly ListedServer[];
  readonly total_servers: number;
  readonly connected_servers: number;
  readonly failed_servers: number;
  readonly total_tools: number;
}

/** One server of `mcp list`. The keys after `error` appear when there is a cause for them, or with `--full`. */
export interface ListedServer {
  readonly name: string;
  readonly status: 'connected' | 'failed';
  readonly tool_count: number;
  readonly tools: readonly ListedTool[];
  /** Null exactly when connected. */
  readonly error: string | null;
  readonly error_kind?: string;
  readonly error_hint?: string;
  readonly hidden_tools?: number;
  readonly transport?: string;
  readonly file?: string;
  readonly protocol_version?: string;
  readonly duration_ms?: number;
}

/** One tool of `mcp list`. */
export interface ListedTool {
  readonly name: string;
  readonly description?: string;
  readonly input_schema: JsonObject;
  readonly title?: string;
  readonly annotations?: JsonObject;
  readonly output_schema?: JsonObject;
}

/** What `mcp info --json` prints: one tool, or one server. */
export type InfoOutput = ToolInfo | ServerInfo;

/** `mcp info <server>/<tool>`. */
export interface ToolInfo {
  readonly name: string;
  readonly description?: string;
  readonly server: string;
  readonly parameters: readonly ParameterInfo[];
  readonly input_schema: JsonObject;
  readonly title?: string;
  readonly annotations?: JsonObject;
  readonly output_schema?: JsonObject;
  readonly signature?: string;
  readonly example?: string;
}

/** One parameter of a tool. */
export interface ParameterInfo {
  readonly name: string;
  readonly param_type: string;
  readonly required: boolean;
  readonly description?: string;
}

/** `mcp info <server>`. */
export interface ServerInfo {
  readonly name: string;
  readonly status: 'connected' | 'failed';
  readonly transport: string;
  readonly target: string;
  readonly file?: string;
  readonly scope?: string;
  readonly client?: string;
  readonly protocol_version?: string;
  readonly server_info?: JsonObject;
  readonly instructions?: string;
  readonly capabilities?: JsonObject;
  /** Names only. */
  readonly env: readonly string[];
  /** Names only. */
  readonly headers: readonly string[];
  readonly tool_count: number;
  readonly tools: readonly string[];
  readonly resource_count: number;
  readonly prompt_count: number;
  /** What the server lists and cannot be used, a sentence for each. */
  readonly left_out?: readonly string[];
  readonly error?: string;
  readonly error_kind?: string;
  readonly stderr_tail?: string;
}

/** What `mcp call --json` prints. */
export type CallOutput = CallSuccess | CliError;

/** A call that succeeded. */
export interface CallSuccess {
  readonly server: string;
  readonly tool: string;
  readonly status: 'success';
  /** The CallToolResult. */
  readonly result: JsonObject;
  readonly metadata: CallMetadata & { readonly retry_count: number | null };
  readonly spill?: Spill;
  readonly files?: readonly SavedFile[];
}

/** When an answer arrived, and with `--full` how. */
export interface CallMetadata {
  readonly timestamp: string;
  readonly duration_ms?: number;
  readonly request_id?: string;
  readonly protocol_version?: string;
  readonly via?: 'daemon' | 'direct';
}

/** Where the whole of a shortened result is. */
export interface Spill {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Binary data of a result that went to a file. */
export interface SavedFile {
  readonly pointer: string;
  readonly path: string;
  readonly bytes: number;
  readonly mime_type: string;
}

/** The error object every command prints when it fails. */
export interface CliError {
  readonly server?: string;
  readonly tool?: string;
  readonly uri?: string;
  readonly prompt?: string;
  readonly status: 'error';
  /** The CallToolResult, when the tool itself answered with the error. */
  readonly result?: JsonObject;
  readonly error: CliErrorDetail;
  readonly metadata?: CallMetadata & { readonly retry_count?: number };
  readonly spill?: Spill;
  readonly files?: readonly SavedFile[];
}

/** What went wrong. Ours always have `kind` and `retryable`; the document requires the message alone. */
export interface CliErrorDetail {
  /** One line. */
  readonly message: string;
  readonly code?: number;
  readonly kind?: string;
  readonly retryable?: boolean;
  readonly hint?: string;
  readonly problems?: readonly CliProblem[];
  readonly suggestion?: string;
  readonly stderr_tail?: string;
}

/** One argument that cannot be used. */
export interface CliProblem {
  readonly pointer?: string;
  readonly expected?: string;
  readonly received?: string;
  readonly message: string;
  readonly nearest?: string;
}

/** What `mcp search --json` prints. */
export interface SearchOutput {
  readonly pattern: string;
  /** Before any limit. */
  readonly total_matches: number;
  readonly matches: readonly SearchMatch[];
  readonly failed_servers: readonly string[];
  readonly failures?: readonly SearchFailure[];
}

/** One tool that matches. */
export interface SearchMatch {
  readonly server: string;
  readonly tool: string;
  readonly description?: string;
  readonly signature?: string;
  readonly input_schema?: JsonObject;
  readonly annotations?: JsonObject;
}

/** A server that could not be searched, and why. */
export interface SearchFailure {
  readonly server: string;
  readonly kind: string;
  readonly message: string;
}
