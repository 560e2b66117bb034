import type { Call } from '@concord/engine';
import type { ResourceItem, TemplateItem } from '../project/items.js';
import type { Project } from '../project/project.js';
import type { FolderSettings } from '../project/settings.js';

/** What reading needs of the call it serves. */
export type ReadCall = Pick<Call, 'signal' | 'log' | 'secret'>;

/** A resource to read, and what is known about it. */
export interface ReadRequest {
  readonly uri: string;
  /** The resource or template that was found under the URI. */
  readonly item?: ResourceItem | TemplateItem;
  /** What the variables of the template stand for. */
  readonly variables?: Readonly<Record<string, string>>;
  readonly project: Project;
  readonly settings: FolderSettings;
  readonly call: ReadCall;
}

/** What was read. */
export interface Content {
  readonly bytes: Buffer;
  /** A path or name whose extension tells the type; none where the bytes alone tell it. */
  readonly name?: string;
}

/** Reads one kind of URI. Fails with a ProblemError. */
export type Provider = (request: ReadRequest) => Promise<Content>;
