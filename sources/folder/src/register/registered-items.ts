import { resolve } from 'node:path';
import type { JsonObject } from '@concord/contract';
import { codeOf, isGone } from '../files/file-system.js';
import { howToRun } from '../files/how-to-run.js';
import { isInside, safetyHint, unsafe } from '../files/safety.js';
import { shown } from '../project/findings.js';
import type { CompletionItem, PromptItem, ResourceItem, TemplateItem, ToolItem } from '../project/items.js';
import { checkFields, type Fields, nonBlank, seconds, text } from '../scan/metadata/fields.js';
import { type Metadata, metadataIn } from '../scan/metadata/metadata.js';
import { promptItem } from '../scan/metadata/prompt-item.js';
import { resourceItem } from '../scan/metadata/resource-item.js';
import { toolItem } from '../scan/metadata/tool-item.js';
import type { Placed } from '../scan/unique.js';
import type { Scanning } from '../scan/walk/scanning.js';
import type { RegisteredKind } from './registration.js';

/** The file and text of a registration, by which faults are located. */
export interface RegistrationText {
  readonly file: string;
  /** Its JSON; empty where there is none. */
  readonly text: string;
}

/** Makes items from registrations, by the same rules as for discovered files. */
export class RegisteredItems {
  readonly #scanning: Scanning;
  readonly #written: RegistrationText;

  constructor(scanning: Scanning, written: RegistrationText) {
    this.#scanning = scanning;
    this.#written = written;
  }

  tools(items: readonly JsonObject[]): Promise<readonly Placed<ToolItem>[]> {
    const within = this.#scanning.project.tools;
    return this.#each('tools', items, async metadata => {
      const file = await this.#file('tools', metadata, within);
      if (file === undefined) return undefined;
      return toolItem(this.#scanning, metadata, {
        path: file,
        relative: below(within, file),
        within,
        defaultName: '',
        howToRun: howToRun(file),
        isRegistered: true,
      });
    });
  }

  prompts(items: readonly JsonObject[]): Promise<readonly Placed<PromptItem>[]> {
    const within = this.#scanning.project.prompts;
    return this.#each('prompts', items, async metadata => {
      const file = await this.#file('prompts', metadata, within);
      if (file === undefined) return undefined;
      return promptItem(this.#scanning, metadata, {
        path: file,
        relative: below(within, file),
        within,
        defaultName: '',
      });
    });
  }

  resources(items: readonly JsonObject[]): Promise<readonly Placed<ResourceItem>[]> {
    return this.#each('resources', items, async metadata => {
      const made = await this.#resource(metadata);
      if (made === undefined || 'resource' in made) return made?.resource;
      return this.#refuse('resources', metadata, 'a template is registered under resourceTemplates');
    });
  }

  templates(items: readonly JsonObject[]): Promise<readonly Placed<TemplateItem>[]> {
    return this.#each('resourceTemplates', items, async metadata => {
      const made = await this.#resource(metadata);
      return made && 'template' in made ? made.template : undefined;
    });
  }

  completions(items: readonly JsonObject[]): Promise<readonly Placed<CompletionItem>[]> {
    const { root } = this.#scanning.project;
    return this.#each('completions', items, async metadata => {
      if (!checkFields(this.#scanning, 'completions', metadata, completionFields)) return undefined;
      const file = await this.#file('completions', metadata, root);
      if (file === undefined) return undefined;
      const timeoutSecs = (metadata.fields.timeoutSecs as number | undefined) ?? 5;
      return { name: metadata.fields.name as string, file, timeoutSecs };
    });
  }

  async #resource(metadata: Metadata) {
    const within = this.#scanning.project.resources;
    const path = nonBlank(metadata.fields.path);
    const hasAddress =
      nonBlank(metadata.fields.uri) !== undefined || nonBlank(metadata.fields.uriTemplate) !== undefined;
    const file = path === undefined ? undefined : await this.#file('resources', metadata, within, hasAddress);
    if (file === undefined && !hasAddress) return undefined;
    return resourceItem(this.#scanning, metadata, {
      defaultName: '',
      path: file,
      relative: file === undefined ? path : below(within, file),
      isRegistered: true,
    });
  }

  async #each<Item extends { readonly file?: string }>(
    kind: RegisteredKind,
    items: readonly JsonObject[],
    make: (metadata: Metadata) => Promise<Item | undefined>,
  ): Promise<readonly Placed<Item>[]> {
    const { file, text } = this.#written;
    const made = await Promise.all(items.map((item, index) => make(metadataIn(file, text, [kind, index], item))));
    return made.flatMap(item => (item === undefined ? [] : [{ item, from: item.file ?? file }]));
  }

  /** The canonical path of the file that an item names, which must be inside a folder. With `isOptional` it need not exist. */
  async #file(section: Section, metadata: Metadata, within: string, isOptional = false): Promise<string | undefined> {
    const path = metadata.fields.path as string;
    const { files, project } = this.#scanning;
    for (const base of [within, project.root]) {
      try {
        const canonical = await files.realpath(resolve(base, path));
        if (!isInside(canonical, within)) continue;
        const fault = unsafe(canonical, within, project.root);
        if (fault === undefined) return canonical;
        return this.#refuse(section, metadata, `${shown(path)} ${fault}`, safetyHint);
      } catch (error) {
        if (!isGone(error)) return this.#refuse(section, metadata, `${shown(path)} cannot be read (${codeOf(error)})`);
      }
    }
    if (isOptional) return undefined;
    const where = this.#scanning.findings.name(within);
    return this.#refuse(section, metadata, `there is no ${shown(path)} in ${where === '.' ? 'the project' : where}`);
  }

  #refuse(section: Section, metadata: Metadata, reason: string, hint?: string): undefined {
    const name = shown(String(metadata.fields.name));
    const place = { file: metadata.file, line: metadata.line(), hint };
    return this.#scanning.findings.error(section, `${name} is left out: ${reason}`, place);
  }
}

type Section = 'tools' | 'prompts' | 'resources' | 'completions';

const completionFields: Fields = { name: text, path: text, timeoutSecs: seconds };

function below(folder: string, file: string): string {
  return file.slice(folder.length + 1).replaceAll('\\', '/');
}
