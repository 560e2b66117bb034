import type { JsonObject } from '@concord/contract';
import { factsOf } from '../../findings/metadata.js';
import { evaluate } from '../../rules/evaluate/evaluate.js';
import { canMatch } from '../../rules/evaluate/needed-words.js';
import { unique } from '../../rules/evaluate/range.js';
import { Target } from '../../rules/evaluate/target.js';
import { Kind, Role } from '../../syntax/kinds.js';
import { childAs, childrenOf, NONE } from '../../syntax/tree.js';
import { ToolFailure } from '../../workspace/failure.js';
import type { SourceFile } from '../../workspace/source-file.js';
import { sha256 } from '../../workspace/source-file.js';
import type { Answer, Asked } from '../question/asked.js';
import { codeOf } from '../question/shared.js';
import { builtInBook, scanSource } from './scanning.js';

const confidence = { tainted: 0.95, unknown: 0.5, constant: 0.1 } as const;

/** Lists the dangerous places of a piece of code, and whether something from outside is known to reach them. */
export async function unifiedSinkDetect(asked: Asked): Promise<Answer> {
  const threshold = asked.number('confidence_threshold') ?? 0.5;
  if (threshold < 0 || threshold > 1)
    throw new ToolFailure('invalid_argument', 'confidence_threshold is a number from 0 to 1.', { reason: 'threshold' });
  const file = await codeOf(asked);
  const { book } = builtInBook();
  const { findings } = await scanSource(file, book);
  const tainted = new Set(
    findings.filter(({ flow }) => flow).map(({ rule_id, start }) => `${rule_id} ${start.offset}`),
  );
  const target = new Target(file.path, file.text, file);
  const sinks = new Map<string, JsonObject>();
  for (const prepared of await book.for(file.language.id)) {
    const { rule, taint, optionsKey } = prepared;
    if (!taint || !canMatchSinks(prepared, target)) continue;
    const { cwe, owasp } = factsOf(rule.metadata);
    for (const sink of taint.sinks)
      for (const { start } of unique(evaluate(sink.formula, { target, options: rule.options, optionsKey }))) {
        const place = file.lines.placeOf(start);
        const type = rule.id.split('/').at(-2) ?? rule.id;
        const flow = tainted.has(`${rule.id} ${place.offset}`)
          ? 'tainted'
          : isConstantAt(file, start)
            ? 'constant'
            : 'unknown';
        const key = `${type} ${place.line} ${place.column}`;
        const before = sinks.get(key);
        if (
          confidence[flow] < threshold ||
          (before && confidence[before.flow as keyof typeof confidence] >= confidence[flow])
        )
          continue;
        sinks.set(key, {
          sink_id: sha256(Buffer.from(`${file.language.id} ${key} ${cwe.join()}`)).slice(0, 12),
          sink_type: type,
          rule_id: rule.id,
          flow,
          confidence: confidence[flow],
          line: place.line,
          column: place.column,
          cwe: [...cwe],
          owasp: [...owasp],
          ...(file.around(start) && { symbol: file.around(start)!.name }),
        });
      }
  }
  const order = (sink: JsonObject) => -(sink.confidence as number) * 1e9 + (sink.line as number);
  const all = [...sinks.values()].sort((one, other) => order(one) - order(other));
  const limit = asked.limit('max_sinks');
  if (all.length > limit) asked.cut('max_sinks');
  asked.uses('engine:taint');
  const { shown, page } = asked.page(all.slice(0, limit), sink => sink);
  return asked.answer({
    language: file.language.id,
    sink_count: all.length,
    sinks: shown,
    ...page,
    sinks_detected: all.length,
  });
}

/** Sinks count without their sources, so only rules that look for none of the file's words are passed over. */
function canMatchSinks(prepared: Parameters<typeof canMatch>[0], target: Target): boolean {
  const { taint } = prepared;
  return taint !== undefined && canMatch({ ...prepared, taint: { ...taint, sources: taint.sinks } }, target);
}

/** Whether what a sink is given is written down as it is. */
function isConstantAt(file: SourceFile, start: number): boolean {
  const { tree, names } = file;
  for (let node = 1; node < tree.size; node++) {
    if (tree.start[node] !== start) continue;
    const kind = tree.kind[node];
    if (kind === Kind.String || kind === Kind.Number || kind === Kind.Bool || kind === Kind.Null) return true;
    if (names.constants.of(node) !== undefined) return true;
    if (kind !== Kind.Call) continue;
    const list = childAs(tree, node, Role.Arguments);
    const given = list === NONE ? [] : childrenOf(tree, list);
    return given.length > 0 && given.every(each => tree.kind[each] === Kind.String || tree.kind[each] === Kind.Number);
  }
  return false;
}
