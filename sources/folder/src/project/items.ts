import type { JsonObject } from '@concord/contract';
import type { Annotations, Identity, PromptArgument } from '@concord/engine';

/** A finding about a project, for its author. Paths are relative to the root. */
export interface Diagnostic {
  readonly level: 'error' | 'warning' | 'info';
  readonly section: 'server' | 'tools' | 'prompts' | 'resources' | 'completions' | 'policy';
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  readonly hint?: string;
}

/** A tool as it was found: what is published of it, and how it is run. */
export interface ToolItem {
  /** `^[A-Za-z0-9_-]{1,64}$`. */
  readonly name: string;
  /** As its author wrote it. */
  readonly writtenName: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations?: Annotations;
  readonly icons?: readonly JsonObject[];
  readonly meta?: JsonObject;
  /** Canonical path of the file that runs. */
  readonly file: string;
  /** Canonical content folder the file has to stay inside of. */
  readonly within: string;
  readonly runtime: 'process' | 'module';
  readonly mode: 'oneshot' | 'persistent';
  readonly instances?: number;
  readonly timeoutSecs?: number;
  readonly timeoutHint?: string;
  readonly progressExtendsTimeout?: boolean;
  readonly maxTimeoutSecs?: number;
  /** Lock key, with `{argument}` still in it. */
  readonly lock?: string;
  /** Its normalised metadata, as the tool itself gets it; `path` is relative to the tools folder. */
  readonly entry: JsonObject;
}

interface ResourceFacts {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  /** The provider that its metadata names; that of the URI's scheme when undefined. */
  readonly provider?: string;
  readonly icons?: readonly JsonObject[];
  readonly annotations?: JsonObject;
  readonly meta?: JsonObject;
  /** The data file, or the metadata file where there is none; completion scripts lie beside it. */
  readonly file?: string;
  /** Its normalised metadata, as a provider gets it. */
  readonly entry: JsonObject;
}

export interface ResourceItem extends ResourceFacts {
  /** As published. `file://./x` and `file:x` are published as written. */
  readonly uri: string;
}

export interface TemplateItem extends ResourceFacts {
  readonly uriTemplate: string;
}

export interface PromptItem {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments: readonly PromptArgument[];
  /** JSON Schema of each argument that has one: its `enum` completes. */
  readonly schemas: Readonly<Record<string, JsonObject>>;
  readonly role: 'user' | 'assistant';
  readonly icons?: readonly JsonObject[];
  readonly file: string;
  /** Canonical content folder the file has to stay inside of. */
  readonly within: string;
  readonly entry: JsonObject;
}

/** A registered completion script. */
export interface CompletionItem {
  readonly name: string;
  /** Absolute path inside the project. */
  readonly file: string;
  readonly timeoutSecs: number;
}

/** Everything a project publishes, each kind sorted by name. */
export interface Contents {
  readonly identity: Identity;
  readonly tools: readonly ToolItem[];
  readonly resources: readonly ResourceItem[];
  readonly templates: readonly TemplateItem[];
  readonly prompts: readonly PromptItem[];
  readonly completions: readonly CompletionItem[];
  readonly diagnostics: readonly Diagnostic[];
}
