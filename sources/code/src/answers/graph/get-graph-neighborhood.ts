import { CallGraph, type GraphEdge } from '../../workspace/graph.js';
import type { Answer, Asked } from '../question/asked.js';
import { leftOutOf } from '../question/shared.js';
import { diagram, nodeJson, nodeNamed } from './get-call-graph.js';

/** The functions around one function: what it calls, what calls it, and so on. */
export async function getGraphNeighborhood(asked: Asked): Promise<Answer> {
  const project = await asked.workspace.project({
    within: asked.text('project_root') ?? '',
    onProgress: asked.onProgress,
  });
  const graph = new CallGraph(project, true);
  const center = nodeNamed(graph, asked.text('center_node_id')!);
  const hops = asked.within('max_hops', asked.number('k'), 2);
  const direction = asked.text('direction') ?? 'both';
  const least = asked.number('min_confidence') ?? 0;
  const query =
    asked.text('query') !== undefined && asked.has('query') ? asked.text('query')!.toLowerCase() : undefined;
  const depths = new Map([[center.id, 0]]);
  const used: GraphEdge[] = [];
  let wave = [center.id];
  for (let step = 1; step <= hops && wave.length > 0; step++) {
    const next: string[] = [];
    for (const id of wave) {
      const out = direction === 'incoming' ? [] : (graph.out.get(id) ?? []);
      const into = direction === 'outgoing' ? [] : (graph.into.get(id) ?? []);
      // The surest ways first: they are kept where not all can be told.
      for (const edge of [...out, ...into].sort((one, other) => other.confidence - one.confidence)) {
        if (edge.confidence < least) continue;
        const other = edge.from === id ? edge.to : edge.from;
        if (query !== undefined && !other.toLowerCase().includes(query)) continue;
        used.push(edge);
        if (depths.has(other)) continue;
        depths.set(other, step);
        next.push(other);
      }
    }
    wave = next;
  }
  const most = asked.within('max_nodes', asked.number('max_nodes'), Number.POSITIVE_INFINITY);
  if (depths.size > most) asked.cut('max_nodes');
  asked.uses('scope:project');
  const { shown, page } = asked.page(
    [...depths].slice(0, most),
    ([id, depth]) => ({ ...(nodeJson(graph, graph.nodes.get(id)!) as object), depth }),
    asked.budget * 0.5,
  );
  const kept = new Set(shown.map(node => (node as { id: string }).id));
  const edges = [...new Set(used)].filter(({ from, to }) => kept.has(from) && kept.has(to));
  return asked.answer({
    center_node_id: center.id,
    k: hops,
    direction,
    nodes: shown,
    ...page,
    edges: edges.map(({ from, to, confidence }) => ({ from_id: from, to_id: to, edge_type: 'calls', confidence })),
    total_nodes: depths.size,
    total_edges: edges.length,
    max_depth_reached: Math.max(...depths.values()),
    ...(asked.flag('include_diagram') && { mermaid: diagram(edges.slice(0, 60)) }),
    ...leftOutOf(asked, project),
  });
}
