import type { Call } from '@concord/engine';
import type { ResourceItem, TemplateItem } from '../project/items.js';
import type { Project } from '../project/project.js';
import type { FolderSettings } from '../project/settings.js';

/** The part of a call that reading needs. */
export type ReadCall = Pick<Call, 'signal' | 'log' | 'secret'>;

/** A request to read a resource. */
export interface ReadRequest {
  readonly uri: string;
  /** The resource or template that was found under the URI. */
  readonly item?: ResourceItem | TemplateItem;
  /** The values of the template's variables. */
  readonly variables?: Readonly<Record<string, string>>;
  readonly project: Project;
  readonly settings: FolderSettings;
  readonly call: ReadCall;
}

/** What was read. */
export interface Content {
  readonly bytes: Buffer;
  /** A path or name whose extension gives the media type; left out where only the bytes do. */
  readonly name?: string;
}

/** Reads one kind of URI. Fails with a ProblemError. */
export type Provider = (request: ReadRequest) => Promise<Content>;
