import type { ToolId } from '../tiers/table.js';
import { ToolFailure } from '../workspace/failure.js';
import type { Workspaces } from '../workspace/workspace.js';
import { analyzeCode } from './analyze-code.js';
import { type Answer, Asked, type Question } from './asked.js';
import { codePolicyCheck } from './code-policy-check.js';
import { crossFileSecurityScan } from './cross-file-security-scan.js';
import { extractCode } from './extract-code.js';
import { getCallGraph } from './get-call-graph.js';
import { getCapabilities } from './get-capabilities.js';
import { getCrossFileDependencies } from './get-cross-file-dependencies.js';
import { getFileContext } from './get-file-context.js';
import { getGraphNeighborhood } from './get-graph-neighborhood.js';
import { getSymbolReferences } from './get-symbol-references.js';
import type { AnswerResult } from './messages.js';
import { validatePaths, verifyPolicyIntegrity } from './policies.js';
import { crawlProject, getProjectMap } from './project-map.js';
import { renameSymbol } from './rename-symbol.js';
import { scanDependencies } from './scan-dependencies.js';
import { searchCode } from './search-code.js';
import { securityScan } from './security-scan.js';
import { simulateRefactor } from './simulate-refactor.js';
import { typeEvaporationScan } from './type-evaporation-scan.js';
import { unifiedSinkDetect } from './unified-sink-detect.js';
import { updateSymbol } from './update-symbol.js';

const answers: Readonly<Record<ToolId, (asked: Asked) => Promise<Answer>>> = {
  analyze_code: analyzeCode,
  code_policy_check: codePolicyCheck,
  crawl_project: crawlProject,
  cross_file_security_scan: crossFileSecurityScan,
  extract_code: extractCode,
  get_call_graph: getCallGraph,
  get_capabilities: getCapabilities,
  get_cross_file_dependencies: getCrossFileDependencies,
  get_file_context: getFileContext,
  get_graph_neighborhood: getGraphNeighborhood,
  get_project_map: getProjectMap,
  get_symbol_references: getSymbolReferences,
  rename_symbol: renameSymbol,
  scan_dependencies: scanDependencies,
  search_code: searchCode,
  security_scan: securityScan,
  simulate_refactor: simulateRefactor,
  type_evaporation_scan: typeEvaporationScan,
  unified_sink_detect: unifiedSinkDetect,
  update_symbol: updateSymbol,
  validate_paths: validatePaths,
  verify_policy_integrity: verifyPolicyIntegrity,
};

/** Answers a question. Whatever goes wrong is told in words of the envelope. */
export async function answer(
  question: Question,
  workspaces: Workspaces,
  onProgress: (done: number, total: number) => void,
): Promise<AnswerResult> {
  try {
    const asked = new Asked(question, workspaces.at(question.roots), onProgress);
    return { answer: await answers[question.tool](asked) };
  } catch (error) {
    if (error instanceof ToolFailure) {
      const { code, message, details, upgrade } = error;
      return { fault: { code, message, ...(details && { details }), ...(upgrade && { upgrade }) } };
    }
    if (error instanceof RangeError && /call stack/i.test(error.message))
      return {
        fault: { code: 'resource_exhausted', message: 'The code is nested too deep.', details: { reason: 'nesting' } },
      };
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT')
      return {
        fault: { code: 'not_found', message: 'A folder or file of the project is gone.', details: { reason: 'gone' } },
      };
    return {
      fault: { code: 'internal_error', message: 'The tool failed.', stack: (error as Error).stack ?? String(error) },
    };
  }
}
