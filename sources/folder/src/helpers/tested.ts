import type { Answer, Json, JsonObject, LogLevel } from '../call/tool-context.js';

/** A tool to test: the path of its file or folder, or what its module exports as default. */
export type Testable = string | TestableModule;

// biome-ignore lint/suspicious/noExplicitAny: whatever the arguments and the context of the tool are, it can be tested.
type Run = (args: any, context: any) => unknown;
export type TestableModule = Run | { readonly meta?: object; readonly run: Run };

/** A question of a tool to the person behind the client. */
export interface Question {
  readonly message: string;
  readonly schema?: JsonObject;
  readonly url?: string;
}

export interface TestOptions {
  /** The folders the call may work in; the project's when left out. */
  readonly roots?: readonly string[];
  /** The answer to every question, or what finds it. Questions are declined when left out. */
  readonly elicit?: Answer | ((question: Question) => Answer | Promise<Answer>);
  /** `_meta` of the request. */
  readonly meta?: JsonObject;
}

/** The result of a call as a client sees it, with its progress and log messages. */
export interface Tested {
  readonly ok: boolean;
  /** The text blocks of the result, joined; the message of the error where there is one instead. */
  readonly text: string;
  /** `structuredContent`, where the tool gives some. */
  readonly data?: Json;
  readonly exitCode: number;
  readonly stderr: string;
  /** The whole result; undefined when the call ended with a JSON-RPC error of the tool's own. */
  readonly result?: JsonObject;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Json };
  readonly progress: readonly { readonly progress: number; readonly total?: number; readonly message?: string }[];
  readonly logs: readonly { readonly level: LogLevel; readonly logger: string; readonly data: Json }[];
}
