import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, isGone } from '../files/file-system.js';
import type { Project } from '../project/project.js';
import type { FolderSettings } from '../project/settings.js';
import { bad, readAtMost, readRegisterJson, whyUnfit } from './register-json.js';
import { runRegisterScript } from './register-script.js';
import type { Registration } from './registration.js';

export type { Registered, RegisteredKind, Registration } from './registration.js';

export interface RegisterOptions {
  /** The whole environment of a hook of the project. */
  readonly hookEnvironment?: (() => Record<string, string>) | undefined;
  /** Folder of `register-functions.sh`; the package's own by default. */
  readonly sdk?: string | undefined;
  readonly timeoutMs?: number | undefined;
}

/** The largest registration script. */
const LARGEST_SCRIPT = 1_048_576;

/** Reads what a project registers by hand. A script is run again only when its content has changed. */
export class Register {
  readonly #project: Project;
  readonly #settings: FolderSettings;
  readonly #options: RegisterOptions;
  #lastRun: { readonly hash: string; readonly registration: Registration } | undefined;

  constructor(project: Project, settings: FolderSettings, options: RegisterOptions = {}) {
    this.#project = project;
    this.#settings = settings;
    this.#options = options;
  }

  async read(): Promise<Registration> {
    const json = join(this.#project.server, 'register.json');
    if (isThere(json)) return readRegisterJson(this.#project, json, this.#settings.registerMaxBytes);
    const script = join(this.#project.server, 'register.sh');
    if (!isThere(script)) return { kind: 'none' };
    if (this.#settings.allowHooks) return this.#script(script);
    return { kind: 'none', note: 'server.d/register.sh is not run: MCPBASH_ALLOW_PROJECT_HOOKS is not true' };
  }

  async #script(file: string): Promise<Registration> {
    const unfit = await whyUnfit(this.#project, file);
    if (unfit !== undefined) return bad(file, `server.d/register.sh ${unfit}`, unfit);
    let content: Buffer;
    try {
      content = await readAtMost(file, LARGEST_SCRIPT + 1);
    } catch (error) {
      return bad(file, `server.d/register.sh cannot be read (${codeOf(error)})`, codeOf(error));
    }
    if (content.length > LARGEST_SCRIPT) return bad(file, 'server.d/register.sh is too large', content);
    const hash = createHash('sha256').update(content).digest('hex');
    if (this.#lastRun?.hash !== hash) {
      const registration = await runRegisterScript(this.#project, file, content, {
        hookEnvironment: this.#options.hookEnvironment ?? (() => ({ PATH: process.env.PATH ?? '/usr/bin:/bin' })),
        sdk: this.#options.sdk,
        maxBytes: this.#settings.hookMaxBytes,
        timeoutMs: this.#options.timeoutMs,
      });
      this.#lastRun = { hash, registration };
    }
    return this.#lastRun.registration;
  }
}

/** Whether there is a file, or a link that leads nowhere: a broken link is a fault, not the lack of a file. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path) !== undefined;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}
