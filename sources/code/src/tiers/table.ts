import type { Tier } from '@concord/contract';

/** The tiers, the lowest first. */
export const tiers: readonly Tier[] = ['community', 'pro', 'enterprise'];

/** How far a limit reaches in each tier; null where it has no end. */
export interface LimitRow {
  readonly community: number | null;
  readonly pro: number | null;
  readonly enterprise: number | null;
  /** What is counted, for people. */
  readonly counts: string;
}

/** An extra of a tool that only higher tiers have. */
export interface FeatureRow {
  readonly tier: Tier;
  /** Whether a call that asks for it has no point without it; otherwise the rest is done. */
  readonly isThePoint: boolean;
  readonly what: string;
}

export interface ToolTiers {
  readonly limits: Readonly<Record<string, LimitRow>>;
  readonly features: Readonly<Record<string, FeatureRow>>;
}

const upTo = (community: number, counts: string, pro: number | null = null): LimitRow => ({
  community,
  pro,
  enterprise: pro,
  counts,
});
const extra = (tier: Tier, what: string): FeatureRow => ({ tier, isThePoint: false, what });
const point = (tier: Tier, what: string): FeatureRow => ({ tier, isThePoint: true, what });

/**
 * All that differs from tier to tier: the gate, the tool that tells of it, hints and the documentation read this. Every tier has every
 * tool, every language and every rule; what differs is how much is looked at in one call, and what helps to govern many projects.
 */
export const tierTable = {
  analyze_code: { limits: { max_findings: upTo(50, 'findings told in one answer') }, features: {} },
  code_policy_check: {
    limits: { max_files: upTo(1_000, 'files checked in one call'), max_rules: upTo(200, 'rules of the project') },
    features: { generate_report: point('enterprise', 'a report of the check for auditors') },
  },
  crawl_project: { limits: { max_files: upTo(2_000, 'files looked at') }, features: {} },
  cross_file_security_scan: {
    limits: { max_files: upTo(1_000, 'files scanned in one call') },
    features: {},
  },
  extract_code: {
    limits: { max_depth: upTo(2, 'steps from the symbol to what it uses') },
    features: { include_cross_file_deps: extra('pro', 'what the symbol uses of other files') },
  },
  get_call_graph: {
    limits: { max_depth: upTo(10, 'calls away from the entry'), max_nodes: upTo(200, 'functions told') },
    features: {
      hot_nodes: extra('enterprise', 'the functions most others lead to'),
      dead_code_candidates: extra('enterprise', 'functions nothing calls'),
    },
  },
  get_capabilities: { limits: {}, features: {} },
  get_cross_file_dependencies: {
    limits: { max_depth: upTo(3, 'steps from file to file'), max_files: upTo(500, 'files looked at') },
    features: { layers: extra('enterprise', 'rules about which folder may use which') },
  },
  get_file_context: { limits: { max_symbols: upTo(2_000, 'symbols told') }, features: {} },
  get_graph_neighborhood: {
    limits: { max_hops: upTo(2, 'calls away from the middle'), max_nodes: upTo(100, 'functions told') },
    features: { query: extra('enterprise', 'only functions whose names fit a query') },
  },
  get_project_map: {
    limits: { max_files: upTo(2_000, 'files looked at'), max_modules: upTo(200, 'files told', 1_000) },
    features: {},
  },
  get_symbol_references: {
    limits: { max_files: upTo(2_000, 'files looked at'), max_references: upTo(500, 'places told') },
    features: {
      owners: extra('enterprise', 'who owns the files, by CODEOWNERS'),
      impact: extra('enterprise', 'how much depends on the symbol'),
    },
  },
  rename_symbol: { limits: { max_files_changed: upTo(100, 'files changed in one call') }, features: {} },
  scan_dependencies: {
    limits: { max_dependencies: upTo(1_000, 'dependencies told') },
    features: { sbom: point('enterprise', 'a CycloneDX document of all dependencies') },
  },
  search_code: { limits: { max_matches: upTo(500, 'matches told') }, features: {} },
  security_scan: { limits: { max_findings: upTo(200, 'findings told in one answer') }, features: {} },
  simulate_refactor: { limits: { max_bytes: upTo(5_242_880, 'bytes of code', 104_857_600) }, features: {} },
  type_evaporation_scan: {
    limits: { max_files: upTo(500, 'files looked at') },
    features: { generate_schemas: extra('enterprise', 'schemas for the types that are taken unchecked') },
  },
  unified_sink_detect: { limits: { max_sinks: upTo(200, 'sinks told') }, features: {} },
  update_symbol: { limits: { max_bytes: upTo(1_048_576, 'bytes of new code', 16_777_216) }, features: {} },
  validate_paths: { limits: { max_paths: upTo(100, 'paths looked at') }, features: {} },
  verify_policy_integrity: {
    limits: { max_files: upTo(50, 'files checked') },
    features: { signature: extra('pro', 'the signature of the manifest') },
  },
} as const satisfies Readonly<Record<string, ToolTiers>>;

export type ToolId = keyof typeof tierTable;
export const toolIds = Object.keys(tierTable) as ToolId[];

/** Whether a tier has what another one is needed for. */
export const reaches = (tier: Tier, needed: Tier): boolean => tiers.indexOf(tier) >= tiers.indexOf(needed);

/** The lower of two tiers. */
export const lower = (one: Tier, other: Tier): Tier => (reaches(one, other) ? other : one);

/** How far a limit of a tool reaches in a tier. */
export function limitOf(tool: ToolId, name: string, tier: Tier): number {
  const rows: Readonly<Record<string, LimitRow>> = tierTable[tool].limits;
  const row = rows[name];
  if (!row) throw new Error(`${tool} has no limit ${name}`);
  return row[tier] ?? Number.POSITIVE_INFINITY;
}

/** The lowest tier in which a limit reaches further than in this one. */
export function tierBeyond(tool: ToolId, name: string, tier: Tier): Tier | undefined {
  const own = limitOf(tool, name, tier);
  return tiers.find(each => reaches(each, tier) && limitOf(tool, name, each) > own);
}
