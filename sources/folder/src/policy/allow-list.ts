/** Which tools may be used at all, by name. */
export interface AllowList {
  allows(name: string): boolean;
  /** The variable that decides, for whoever wants to change it. */
  readonly variable: string;
}

const LIST = 'MCPBASH_TOOL_ALLOWLIST';
const DEFAULT = 'MCPBASH_TOOL_ALLOW_DEFAULT';

export interface Exposure {
  /** Served on an address that others can reach: then only what is named may be used. */
  readonly isPublic: boolean;
  /** Allowed besides, by whoever runs a single tool; `*` for all. */
  readonly also?: readonly string[];
}

/** Reads the operator's list: an exact one where it is set, else the default. */
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
