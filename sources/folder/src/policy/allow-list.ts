/** Decides by name which tools may be used. */
export interface AllowList {
  allows(name: string): boolean;
  /** The variable to change to allow a tool. */
  readonly variable: string;
}

const LIST = 'MCPBASH_TOOL_ALLOWLIST';
const DEFAULT = 'MCPBASH_TOOL_ALLOW_DEFAULT';

export interface Exposure {
  /** Whether other machines can reach the server: then only listed tools may be used. */
  readonly isPublic: boolean;
  /** Further allowed tools, for commands that run a single tool; `*` for all. */
  readonly also?: readonly string[];
}

/** Reads the operator's allow-list, else the default. */
export function allowList(
  env: Readonly<Record<string, string | undefined>>,
  { isPublic, also = [] }: Exposure,
  warn: (message: string) => void,
): AllowList {
  const names = (env[LIST] ?? '').split(/[,\s]/).filter(name => name !== '');
  const extra = new Set(also);
  const isExtra = (name: string) => extra.has('*') || extra.has(name);
  if (names.length > 0) {
    const listed = new Set(names);
    const all = listed.has('*') || listed.has('all');
    return { allows: name => all || listed.has(name) || isExtra(name), variable: LIST };
  }
  const allowed = allowedByDefault(env[DEFAULT], isPublic, warn);
  return { allows: name => allowed || isExtra(name), variable: env[DEFAULT] ? DEFAULT : LIST };
}

function allowedByDefault(given: string | undefined, isPublic: boolean, warn: (message: string) => void): boolean {
  const value = given?.toLowerCase();
  if (value === 'allow' || value === 'all') return true;
  if (value === 'deny') return false;
  if (value) warn(`${DEFAULT} must be allow or deny`);
  if (isPublic)
    warn(
      `Tools are denied on an address that others can reach: name those to allow in ${LIST}, or set ${DEFAULT}=allow`,
    );
  return !isPublic;
}
