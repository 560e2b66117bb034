import { fitsGlob, type Tool } from '@concord/engine';
import type { Rights } from './rights.js';

/** What of everything there is a caller may see. What it does not see it cannot use either: for it, that does not exist. */
export class Sight {
  /** The same for the same sight: what is shown is made once for all who see it. */
  readonly key: string;
  readonly operations: boolean;
  readonly #rights: Rights;

  private constructor(rights: Rights, key: string) {
    this.#rights = rights;
    this.key = key;
    this.operations = rights.operations === true;
  }

  static of(rights: Rights): Sight {
    const { servers = null, tools = null, readOnly = false, operations = false } = rights;
    return new Sight(rights, JSON.stringify([servers, tools, readOnly, operations]));
  }

  /** Whether anything of a server may be there for it. */
  server(name: string): boolean {
    return fitsAny(this.#rights.servers, name);
  }

  tool(server: string, { name, annotations }: Pick<Tool, 'name' | 'annotations'>): boolean {
    const { tools, readOnly } = this.#rights;
    if (readOnly && annotations?.readOnlyHint !== true) return false;
    return this.server(server) && (tools === undefined || fitsAny(tools, `${server}/${name}`) || fitsAny(tools, name));
  }

  /** Whether the resources, prompts and completions of a server are there for it. */
  rest(server: string): boolean {
    const { servers, tools } = this.#rights;
    return tools === undefined ? this.server(server) : servers !== undefined && this.server(server);
  }
}

const fitsAny = (globs: readonly string[] | undefined, text: string) =>
  globs === undefined || globs.some(glob => fitsGlob(glob, text));
