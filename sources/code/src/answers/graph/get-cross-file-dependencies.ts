import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json, JsonObject } from '@concord/contract';
import { globs } from '../../project/walk.js';
import { ToolFailure } from '../../workspace/failure.js';
import { CallGraph, circlesIn, fileGraph, idOf } from '../../workspace/graph.js';
import { looseJson } from '../../workspace/modules.js';
import { sha256 } from '../../workspace/source-file.js';
import type { Answer, Asked } from '../question/asked.js';
import { leftOutOf, named, symbolNamed, tokensOf } from '../question/shared.js';
import { diagram } from './get-call-graph.js';

const LOW = 0.5;

/** What a symbol uses, file after file, with the code of as much of it as fits. */
export async function getCrossFileDependencies(asked: Asked): Promise<Answer> {
  const { workspace } = asked;
  const file = await named(asked, asked.text('target_file')!);
  const symbol = symbolNamed(file, asked.text('target_symbol')!);
  const most = asked.within('max_files', asked.number('max_files'), Number.POSITIVE_INFINITY);
  const project = await workspace.project({ most, onProgress: asked.onProgress });
  const graph = new CallGraph(project);
  const decay = asked.number('confidence_decay_factor') ?? 0.9;
  if (decay <= 0 || decay > 1)
    throw new ToolFailure('invalid_argument', 'confidence_decay_factor is more than 0 and at most 1.', {
      reason: 'factor',
    });
  const depth = asked.within('max_depth', asked.number('max_depth'), 3);
  const own = project.files.find(each => each.absolute === file.absolute);
  if (!own)
    throw new ToolFailure('too_large', `The file is not part of the index: ${file.path}.`, { reason: 'not_indexed' });
  const start = idOf(own, symbol.name);
  const found = new Map([[start, { depth: 0, confidence: 1 }]]);
  const inside = [...graph.nodes.values()].filter(
    node => node.file === own && (node.name === symbol.name || node.name.startsWith(`${symbol.name}.`)),
  );
  for (const { id } of inside) found.set(id, { depth: 0, confidence: 1 });
  let wave = [...found.keys()];
  for (let step = 1; step <= depth && wave.length > 0; step++) {
    const next: string[] = [];
    for (const id of wave)
      for (const edge of graph.out.get(id) ?? []) {
        if (found.has(edge.to)) continue;
        found.set(edge.to, { depth: step, confidence: found.get(id)!.confidence * edge.confidence * decay });
        next.push(edge.to);
      }
    wave = next;
  }
  for (const { id } of inside) if (id !== start) found.delete(id);
  const wantsCode = asked.question.args.include_code !== false;
  const order = [...found].sort(([, one], [, other]) => one.depth - other.depth || other.confidence - one.confidence);
  const files = new Set<string>();
  const sources = new Map<string, Awaited<ReturnType<typeof workspace.fileAt>>>();
  for (const [id] of order) {
    const node = graph.nodes.get(id)!;
    if (!node.file) continue;
    files.add(node.file.path);
    if (wantsCode && !sources.has(node.file.path)) sources.set(node.file.path, await workspace.fileAt(node.file));
  }
  asked.uses(`lang:${file.language.id}`);
  asked.uses('scope:project');
  let codeTokens = 0;
  const { shown, page } = asked.page(order, ([id, facts]) => {
    const node = graph.nodes.get(id)!;
    const source = node.file && sources.get(node.file.path);
    const slice = source?.symbols.find(each => each.name === node.name);
    const code = slice && source?.text.slice(slice.start, slice.end);
    if (code !== undefined) codeTokens += tokensOf(code);
    return {
      name: node.name,
      ...(node.file && { file: node.file.path, line_start: node.line!, line_end: node.endLine! }),
      depth: facts.depth,
      confidence: Number(facts.confidence.toFixed(3)),
      ...(facts.confidence < LOW && { low_confidence: true }),
      ...(code !== undefined && { code, sha256: sha256(source!.slice(slice!.start, slice!.end)) }),
    };
  });
  const imports = fileGraph(project);
  const used: Record<string, Json> = {};
  for (const path of files) used[path] = [...(imports.get(path) ?? [])].filter(each => files.has(each));
  return asked.answer({
    target_name: symbol.name,
    target_file: file.path,
    file_sha256: file.hash,
    extracted_symbols: shown,
    ...page,
    total_dependencies: order.length - 1,
    import_graph: used,
    circular_imports: circlesIn(imports)
      .filter(circle => circle.some(each => files.has(each)))
      .slice(0, 20),
    unresolved_imports: own.imports
      .filter(({ module, names }) => !project.modules.find(own, { module, names }))
      .map(({ module }) => module)
      .slice(0, 50),
    token_estimate: codeTokens,
    files_analyzed: files.size,
    max_depth_reached: Math.max(...order.map(([, facts]) => facts.depth)),
    low_confidence_count: order.filter(([, { confidence }]) => confidence < LOW).length,
    ...(asked.flag('include_diagram') && {
      mermaid: diagram(
        [...imports]
          .flatMap(([from, targets]) =>
            files.has(from) ? [...targets].filter(to => files.has(to)).map(to => ({ from, to })) : [],
          )
          .slice(0, 60),
      ),
    }),
    ...(asked.flag('layers') &&
      asked.has('layers') && { layer_violations: layerViolations(workspace.roots.folders[0]!, imports) }),
    ...leftOutOf(asked, project, 'max_files'),
  });
}

/** Imports that lead from a lower layer to a higher one, by the layers in `.concord/layers.json`: a list of folders, the highest first. */
function layerViolations(root: string, imports: ReadonlyMap<string, ReadonlySet<string>>): Json {
  const path = join(root, '.concord', 'layers.json');
  if (!existsSync(path))
    throw new ToolFailure('not_found', 'The project has no layers: write them to .concord/layers.json.', {
      reason: 'no_layers',
    });
  const { layers } = (looseJson(readFileSync(path, 'utf8')) ?? {}) as { layers?: unknown };
  if (!Array.isArray(layers) || !layers.every(each => typeof each === 'string'))
    throw new ToolFailure('invalid_argument', '.concord/layers.json has no list of texts named layers.', {
      reason: 'layers',
    });
  const fits = layers.map(each => globs([each as string]));
  const layerOf = (file: string) => fits.findIndex(each => each(file, false));
  const found: JsonObject[] = [];
  for (const [from, targets] of imports)
    for (const to of targets) {
      const [one, other] = [layerOf(from), layerOf(to)];
      if (one >= 0 && other >= 0 && other < one)
        found.push({ from, to, from_layer: layers[one] as string, to_layer: layers[other] as string });
    }
  return found.slice(0, 100);
}
