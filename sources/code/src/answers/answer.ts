import { ToolFailure } from '../workspace/failure.js';
import type { Workspaces } from '../workspace/workspace.js';
import { getCallGraph } from './graph/get-call-graph.js';
import { getCrossFileDependencies } from './graph/get-cross-file-dependencies.js';
import { getGraphNeighborhood } from './graph/get-graph-neighborhood.js';
import { crawlProject, getProjectMap } from './graph/project-map.js';
import { type Answer, Asked, type Question, type QuestionId } from './question/asked.js';
import type { AnswerResult } from './question/messages.js';
import { analyzeCode } from './read/analyze-code.js';
import { extractCode } from './read/extract-code.js';
import { getCapabilities } from './read/get-capabilities.js';
import { getFileContext } from './read/get-file-context.js';
import { getSymbolReferences } from './read/get-symbol-references.js';
import { validatePaths, verifyPolicyIntegrity } from './read/policies.js';
import { codePolicyCheck } from './scan/code-policy-check.js';
import { crossFileSecurityScan } from './scan/cross-file-security-scan.js';
import { lastFinding, lastSarif } from './scan/last-scan.js';
import { scanDependencies } from './scan/scan-dependencies.js';
import { searchCode } from './scan/search-code.js';
import { securityScan } from './scan/security-scan.js';
import { typeEvaporationScan } from './scan/type-evaporation-scan.js';
import { unifiedSinkDetect } from './scan/unified-sink-detect.js';
import { renameSymbol } from './write/rename-symbol.js';
import { simulateRefactor } from './write/simulate-refactor.js';
import { updateSymbol } from './write/update-symbol.js';

const answers: Readonly<Record<QuestionId, (asked: Asked) => Promise<Answer>>> = {
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
  last_finding: lastFinding,
  last_sarif: lastSarif,
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
