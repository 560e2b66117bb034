import type { Definition, ServerEntry, ServerFacts } from '@concord/client';
import type { Call, Prompt, PromptResult, Resource, ResourceContents, ResourceTemplate, Tool } from '@concord/engine';

/** A server that has been reached. Lists are asked of it when they are wanted. */
export interface OpenServer {
  readonly entry: ServerEntry;
  readonly definition: Definition;
  /** What it said of itself; undefined for sources that come with the command. */
  readonly facts?: ServerFacts;
  readonly instructions?: string;
  /** `remembered`: a list from an earlier visit will do, where there is one. */
  tools(options?: { readonly remembered?: boolean }): Promise<ToolList>;
  resources(): Promise<readonly Resource[]>;
  templates(): Promise<readonly ResourceTemplate[]>;
  prompts(): Promise<readonly Prompt[]>;
  read(uri: string, call: Call): Promise<readonly ResourceContents[]>;
  prompt(name: string, args: Readonly<Record<string, string>>, call: Call): Promise<PromptResult>;
  /** How often something was tried again so far. */
  retryCount(): number;
  close(): Promise<void>;
}

/** The tools that may be seen and called, in the server's order, and the names of those a filter hides. */
export interface ToolList {
  readonly tools: readonly Tool[];
  readonly hidden: readonly string[];
  /** From an earlier visit: a refusal by it is no refusal. */
  readonly isRemembered?: boolean;
}
