import type { Json, JsonObject, Tier, UpgradeHint } from '@concord/contract';
import { type FeatureRow, limitOf, reaches, type ToolId, tierBeyond, tierTable } from '../../tiers/table.js';
import { ToolFailure } from '../../workspace/failure.js';
import type { Workspace } from '../../workspace/workspace.js';

/** What can be asked: the tools, and what resources are made of. */
export type QuestionId = ToolId | 'last_sarif' | 'last_finding';

/** A question to a tool, as it goes to the thread that answers. */
export interface Question {
  readonly tool: QuestionId;
  readonly args: JsonObject;
  readonly roots: readonly string[];
  readonly tier: Tier;
  readonly mayWrite: boolean;
  readonly settings: AnswerSettings;
}

export interface AnswerSettings {
  /** A folder of advisories about packages. */
  readonly advisories?: string;
  /** The key that manifests of policies are signed with. */
  readonly manifestSecret?: string;
}

/** A file that a tool wants written: what it must be now, and what it shall be. */
export interface Write {
  readonly path: string;
  readonly absolute: string;
  /** The hash of what is there now. */
  readonly before: string;
  readonly bytes: Uint8Array;
}

/** What a tool has to say. */
export interface Answer {
  readonly data: JsonObject;
  readonly capabilities: readonly string[];
  readonly upgrades: readonly UpgradeHint[];
  readonly writes: readonly Write[];
}

export const DEFAULT_TOKENS = 6_000;
const BYTES_PER_TOKEN = 4;

/** One question while it is answered: its arguments, the limits of its tier, and what is to be told beside the answer. */
export class Asked {
  readonly #capabilities = new Set<string>();
  readonly #upgrades: UpgradeHint[] = [];
  readonly warnings: string[] = [];
  readonly writes: Write[] = [];

  constructor(
    readonly question: Question,
    readonly workspace: Workspace,
    readonly onProgress: (done: number, total: number) => void,
  ) {}

  text(name: string): string | undefined {
    const value = this.question.args[name];
    return typeof value === 'string' ? value : undefined;
  }

  number(name: string): number | undefined {
    const value = this.question.args[name];
    return typeof value === 'number' ? value : undefined;
  }

  flag(name: string): boolean {
    return this.question.args[name] === true;
  }

  texts(name: string): readonly string[] | undefined {
    const value = this.question.args[name];
    return Array.isArray(value) ? value.filter(each => typeof each === 'string') : undefined;
  }

  /** Notes what the answer was made with: `lang:python`, `engine:taint`. */
  uses(capability: string): void {
    this.#capabilities.add(capability);
  }

  warn(text: string): void {
    if (!this.warnings.includes(text)) this.warnings.push(text);
  }

  /** How far a limit of this tool reaches. */
  limit(name: string): number {
    return limitOf(this.#tool, name, this.question.tier);
  }

  /** Only tools have rows in the table of tiers. */
  get #tool(): ToolId {
    return this.question.tool as ToolId;
  }

  /** Tells that a limit cut the answer, and which tier goes on. */
  cut(name: string): void {
    const { tier } = this.question;
    const limit = this.limit(name);
    this.uses(`limit:${name}=${limit}`);
    const higher = tierBeyond(this.#tool, name, tier);
    const feature = `limit:${name}`;
    if (higher && !this.#upgrades.some(each => each.feature === feature))
      this.#upgrades.push({
        feature,
        tier: higher,
        reason: `The ${tier} tier has ${name} ${limit}; this answer was cut there`,
      });
  }

  /** What was asked for, or the limit where that is less; asking for more than the tier has is told. */
  within(name: string, asked: number | undefined, usual: number): number {
    const limit = this.limit(name);
    const wanted = asked ?? Math.min(usual, limit);
    if (wanted > limit) this.cut(name);
    return Math.min(wanted, limit);
  }

  /** Whether an extra may be given. Throws where a call has no point without it. */
  has(feature: string): boolean {
    const { tier } = this.question;
    const tool = this.#tool;
    const row = (tierTable[tool].features as Readonly<Record<string, FeatureRow>>)[feature];
    if (!row) throw new Error(`${tool} has no feature ${feature}`);
    if (reaches(tier, row.tier)) return true;
    const hint = {
      feature,
      tier: row.tier,
      reason: `${row.what} is part of the ${row.tier} tier; this call has the ${tier} tier`,
    };
    if (row.isThePoint)
      throw new ToolFailure('upgrade_required', `'${feature}' needs the ${row.tier} tier.`, { feature }, hint);
    this.#upgrades.push(hint);
    this.warn(`${feature} was left out: it needs the ${row.tier} tier.`);
    return false;
  }

  /** How many bytes the answer may have. */
  get budget(): number {
    return (this.number('max_tokens') ?? DEFAULT_TOKENS) * BYTES_PER_TOKEN;
  }

  answer(data: JsonObject): Answer {
    const full = { success: true, ...data, ...(this.warnings.length > 0 && { warnings: this.warnings }) };
    return {
      data: fitted(full, this.budget),
      capabilities: [...this.#capabilities],
      upgrades: this.#upgrades,
      writes: this.writes,
    };
  }

  /**
   * As many items as fit, from where the cursor of the question says, and how many there are in all. `reserve` bytes are left for the rest
   * of the answer.
   */
  page<Item>(
    items: readonly Item[],
    render: (item: Item) => Json,
    reserve = 2_000,
    most = Number.POSITIVE_INFINITY,
  ): Page {
    const from = cursorOf(this.text('cursor'));
    const room = Math.max(this.budget - reserve, 500);
    const shown: Json[] = [];
    let bytes = 0;
    let at = from;
    for (; at < items.length && shown.length < most; at++) {
      const one = render(items[at]!);
      const size = Buffer.byteLength(JSON.stringify(one)) + 1;
      if (bytes + size > room && shown.length > 0) break;
      bytes += size;
      shown.push(one);
    }
    const isCut = at < items.length;
    return {
      shown,
      page: { total: items.length, returned: shown.length, truncated: isCut, ...(isCut && { next_cursor: `n${at}` }) },
    };
  }
}

export interface Page {
  readonly shown: Json[];
  readonly page: JsonObject;
}

function cursorOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const at = /^n(\d{1,9})$/.exec(cursor)?.[1];
  if (at === undefined)
    throw new ToolFailure('invalid_argument', 'The cursor is none that this tool gave.', { reason: 'cursor' });
  return Number(at);
}

/** The same data with its longest lists made shorter until it is within a number of bytes. */
function fitted(data: JsonObject, budget: number): JsonObject {
  let size = Buffer.byteLength(JSON.stringify(data));
  if (size <= budget) return data;
  const shorter: Record<string, Json> = { ...data };
  const cut: Record<string, number> = {};
  for (let round = 0; round < 40 && size > budget; round++) {
    const lists = Object.entries(shorter).filter(([, value]) => Array.isArray(value) && value.length > 0);
    const [largest] = lists.sort(([, one], [, other]) => JSON.stringify(other).length - JSON.stringify(one).length);
    if (!largest) break;
    const [name, list] = largest as [string, Json[]];
    cut[name] ??= list.length;
    shorter[name] = list.slice(0, Math.floor(list.length / 2));
    shorter.truncated = true;
    shorter.truncated_totals = cut;
    size = Buffer.byteLength(JSON.stringify(shorter));
  }
  return shorter;
}
