import type { CodeFile } from '../match/match.js';
import type { Flow, TaintQuery } from './taint.js';
import { Walk } from './walk.js';

/** Every sink of a file that taint reaches, in order. */
export function findFlows(query: TaintQuery, file: CodeFile): Flow[] {
  const some = (parts: readonly { readonly matches: readonly unknown[] }[]) =>
    parts.some(part => part.matches.length > 0);
  if (!some(query.sources) || !some(query.sinks)) return [];
  const walk = new Walk(query, file);
  walk.run();
  return [...walk.flows.values()].sort((a, b) => a.start - b.start || a.end - b.end);
}
