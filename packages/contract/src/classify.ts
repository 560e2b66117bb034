import { type CatalogRow, type Category, catalog, diagnostics, exitCodeName } from './catalog.js';
import type { Failure, Problem } from './outcome.js';

/** What the catalog says about one problem: its row with the variant laid over, and the contract-v1 code it carries. */
export interface Classification extends Omit<CatalogRow, 'variants' | 'code' | 'mcpErrorCode'> {
  readonly code: string;
  /** Left out for diagnostics that are no missing resource. */
  readonly mcpErrorCode?: number;
}

/** Finds a problem's codes. `exitCode` is that of the failure it belongs to. */
export function classify(problem: Problem, exitCode: number): Classification {
  const { variants, ...plain }: CatalogRow = catalog[problem.kind];
  const row = { ...plain, ...(problem.variant === undefined ? undefined : variants?.[problem.variant]) };
  if (row.code !== null) return { ...row, code: row.code, retryable: problem.retryable ?? row.retryable };

  const diagnostic = problem.code !== undefined && diagnostics.shape.test(problem.code) ? problem.code : undefined;
  const code = diagnostic ?? exitCodeName(problem.exitCode ?? exitCode);
  const category = problem.category ?? (diagnostic === undefined ? undefined : familyOf(diagnostic)) ?? row.category;
  const { mcpErrorCode: kindCode, ...rest } = row;
  const mcpErrorCode = mcpErrorCodeOf(diagnostic, category, kindCode);
  const retryable = problem.retryable ?? (row.retryable || includes(diagnostics.retryable, diagnostic));
  return { ...rest, code, category, retryable, ...(mcpErrorCode === undefined ? undefined : { mcpErrorCode }) };
}

/** The problem that speaks for a failure where only one can. */
export function leadingProblem(failure: Failure): Problem {
  return failure.problems[0];
}

function familyOf(code: string): Category | undefined {
  return diagnostics.families[code.slice(0, code.search(/[0-9]/)).toUpperCase()];
}

function mcpErrorCodeOf(diagnostic: string | undefined, category: Category, kindCode: number): number | undefined {
  if (diagnostic === undefined) return kindCode;
  if (includes(diagnostics.notFound.codes, diagnostic)) return diagnostics.notFound.mcpErrorCode;
  return category === 'Unknown' ? kindCode : undefined;
}

function includes(list: readonly string[], value: string | undefined): boolean {
  return value !== undefined && list.includes(value.toUpperCase());
}
