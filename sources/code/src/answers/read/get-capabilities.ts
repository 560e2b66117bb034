import type { Json, Tier } from '@concord/contract';
import { languageIds } from '../../syntax/language.js';
import {
  type FeatureRow,
  type LimitRow,
  limitOf,
  reaches,
  type ToolId,
  tiers,
  tierTable,
  toolIds,
} from '../../tiers/table.js';
import { nearest, ToolFailure } from '../../workspace/failure.js';
import type { Answer, Asked } from '../question/asked.js';

/** What this server can do, and how far each tier reaches. */
export async function getCapabilities(asked: Asked): Promise<Answer> {
  const given = asked.text('tier');
  if (given !== undefined && !(tiers as readonly string[]).includes(given))
    throw new ToolFailure('invalid_argument', 'tier is one of community, pro and enterprise.', { reason: 'tier' });
  const tier = (given as Tier | undefined) ?? asked.question.tier;
  const one = asked.text('tool_name');
  if (one !== undefined && !toolIds.includes(one as ToolId))
    throw new ToolFailure('not_found', `There is no tool ${one}.`, {
      reason: 'no_tool',
      suggestions: nearest(one, toolIds),
    });
  const shown = one === undefined ? toolIds : [one as ToolId];
  const capabilities = Object.fromEntries(shown.map(tool => [tool, { available: true, ...rowsOf(tool, tier) }]));
  return asked.answer({
    tier,
    tier_in_force: asked.question.tier,
    may_write: asked.question.mayWrite,
    languages: [...languageIds],
    tool_count: toolIds.length,
    available_count: toolIds.length,
    capabilities,
    ...(one !== undefined && { all_tiers: Object.fromEntries(tiers.map(each => [each, rowsOf(one as ToolId, each)])) }),
  });
}

function rowsOf(tool: ToolId, tier: Tier): { limits: Json; features: Json } {
  const { limits, features } = tierTable[tool] as {
    limits: Record<string, LimitRow>;
    features: Record<string, FeatureRow>;
  };
  const end = (value: number) => (Number.isFinite(value) ? value : null);
  return {
    limits: Object.fromEntries(Object.keys(limits).map(name => [name, end(limitOf(tool, name, tier))])),
    features: Object.fromEntries(Object.entries(features).map(([name, row]) => [name, reaches(tier, row.tier)])),
  };
}
