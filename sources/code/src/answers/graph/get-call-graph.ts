import type { Json } from '@concord/contract';
import { suggesting, ToolFailure } from '../../workspace/failure.js';
import { CallGraph, circlesIn, fileGraph, type GraphEdge, type GraphNode } from '../../workspace/graph.js';
import type { Answer, Asked } from '../question/asked.js';
import { leftOutOf } from '../question/shared.js';

/** Which function calls which, from an entry or in all of a project. */
export async function getCallGraph(asked: Asked): Promise<Answer> {
  const project = await asked.workspace.project({
    within: asked.text('project_root') ?? '',
    onProgress: asked.onProgress,
  });
  const graph = new CallGraph(project);
  const entry = asked.text('entry_point');
  const depth = asked.within('max_depth', asked.number('depth'), 10);
  const from = asked.text('paths_from');
  const to = asked.text('paths_to');
  if ((from === undefined) !== (to === undefined))
    throw new ToolFailure('invalid_argument', 'paths_from and paths_to belong together.', { reason: 'one_end' });
  const focus = asked.texts('focus_functions');
  const starts = entry !== undefined ? [nodeNamed(graph, entry)] : (focus ?? []).map(name => nodeNamed(graph, name));
  const order = reached(graph, starts, depth);
  const most = asked.within('max_nodes', asked.number('max_nodes'), Number.POSITIVE_INFINITY);
  if (order.length > most) asked.cut('max_nodes');
  asked.uses('scope:project');
  const page = asked.page(order.slice(0, most), node => nodeJson(graph, node), asked.budget * 0.55);
  const kept = new Set(page.shown.map(node => (node as { id: string }).id));
  const edges = graph.edges.filter(edge => kept.has(edge.from) && kept.has(edge.to));
  const shownEdges = asked.page(edges, edgeJson, asked.budget * 0.6).shown;
  const circles =
    asked.question.args.include_circular_import_check === false ? undefined : circlesIn(fileGraph(project));
  return asked.answer({
    nodes: page.shown,
    edges: shownEdges,
    ...page.page,
    ...(entry !== undefined && { entry_point: starts[0]!.id }),
    depth_limit: depth,
    total_nodes: order.length,
    total_edges: graph.edges.length,
    nodes_truncated: page.shown.length < order.length,
    edges_truncated: shownEdges.length < edges.length,
    ...(circles && { circular_imports: circles.slice(0, 20) }),
    ...(from !== undefined && { paths: waysBetween(graph, nodeNamed(graph, from), nodeNamed(graph, to!), depth) }),
    ...(asked.flag('hot_nodes') && asked.has('hot_nodes') && { hot_nodes: hottest(graph) }),
    ...(asked.flag('dead_code_candidates') &&
      asked.has('dead_code_candidates') && { dead_code_candidates: uncalled(graph) }),
    ...(asked.flag('include_diagram') && { mermaid: diagram(edges.slice(0, 60)) }),
    ...leftOutOf(asked, project),
  });
}

/** A function of the graph by its id, or by a name that only one has. */
export function nodeNamed(graph: CallGraph, given: string): GraphNode {
  const direct = graph.nodes.get(given);
  if (direct) return direct;
  const dotted = given.split('::');
  const cut = given.search(/[#:](?=[^/:#]{1,300}$)/);
  const name = dotted.length >= 4 ? dotted.at(-1)!.replaceAll(':', '.') : given.slice(cut + 1);
  const path = dotted.length >= 4 ? dotted[1]!.replaceAll('.', '/') : cut < 0 ? undefined : given.slice(0, cut);
  const all = [...graph.nodes.values()].filter(
    node =>
      (node.name === name || node.name.endsWith(`.${name}`)) &&
      (path === undefined ||
        node.file?.path === path ||
        node.file?.path.startsWith(`${path}.`) ||
        node.file?.path.endsWith(`/${path}`)),
  );
  const exact = all.filter(node => node.name === name);
  const best = exact.length > 0 ? exact : all;
  if (best.length === 1) return best[0]!;
  if (best.length === 0)
    throw new ToolFailure(
      'not_found',
      `Symbol not found: ${given}.`,
      suggesting(name, new Set([...graph.nodes.values()].map(each => each.name)), { reason: 'no_symbol' }),
    );
  throw new ToolFailure('invalid_argument', `The name is not unique: ${given}.`, {
    reason: 'ambiguous',
    suggestions: best.slice(0, 3).map(({ id }) => id),
    candidates: best.slice(0, 20).map(({ id }) => id),
  });
}

/** All functions within some calls of the given ones, the nearest first; without any, all there are, the most used first. */
function reached(graph: CallGraph, starts: readonly GraphNode[], depth: number): GraphNode[] {
  if (starts.length === 0) {
    const used = (node: GraphNode) => (graph.into.get(node.id)?.length ?? 0) + (graph.out.get(node.id)?.length ?? 0);
    return [...graph.nodes.values()]
      .filter(node => used(node) > 0 || node.isEntry)
      .sort(
        (one, other) =>
          Number(other.isEntry) - Number(one.isEntry) || used(other) - used(one) || (one.id < other.id ? -1 : 1),
      );
  }
  const seen = new Set(starts.map(({ id }) => id));
  let wave = [...seen];
  for (let step = 0; step < depth && wave.length > 0; step++) {
    const next: string[] = [];
    for (const id of wave)
      for (const { to } of graph.out.get(id) ?? [])
        if (!seen.has(to)) {
          seen.add(to);
          next.push(to);
        }
    wave = next;
  }
  return [...seen].flatMap(id => graph.nodes.get(id) ?? []);
}

export function nodeJson(graph: CallGraph, { id, name, file, line, endLine, isEntry }: GraphNode): Json {
  return {
    id,
    name,
    ...(file && { file: file.path, line: line!, end_line: endLine! }),
    ...(isEntry && { is_entry_point: true }),
    in_degree: graph.into.get(id)?.length ?? 0,
    out_degree: graph.out.get(id)?.length ?? 0,
  };
}

export const edgeJson = ({ from, to, confidence, line }: GraphEdge): Json => ({
  caller: from,
  callee: to,
  confidence,
  call_line: line,
});

const MOST_WAYS = 10;

function waysBetween(graph: CallGraph, from: GraphNode, to: GraphNode, depth: number): Json {
  const ways: string[][] = [];
  let wave: string[][] = [[from.id]];
  for (let step = 0; step < depth && ways.length < MOST_WAYS && wave.length > 0 && wave.length < 10_000; step++) {
    const next: string[][] = [];
    for (const way of wave)
      for (const { to: id } of graph.out.get(way.at(-1)!) ?? []) {
        if (way.includes(id)) continue;
        const longer = [...way, id];
        if (id === to.id) ways.push(longer);
        else next.push(longer);
      }
    wave = next;
  }
  return ways.slice(0, MOST_WAYS);
}

function hottest(graph: CallGraph): Json {
  return [...graph.into]
    .sort(([one, a], [other, b]) => b.length - a.length || (one < other ? -1 : 1))
    .slice(0, 10)
    .map(([id, edges]) => ({ id, in_degree: edges.length }));
}

function uncalled(graph: CallGraph): Json {
  return [...graph.nodes.values()]
    .filter(({ id, file, isEntry, name }) => {
      const symbol = file?.symbols.find(each => each.name === name);
      const isFunction = symbol?.kind === 'function' || symbol?.kind === 'method';
      return isFunction && !isEntry && !symbol!.isExported && !graph.into.has(id);
    })
    .slice(0, 50)
    .map(({ id }) => id);
}

/** The edges as a diagram in Mermaid's words. */
export function diagram(edges: readonly { readonly from: string; readonly to: string }[]): string {
  const numbers = new Map<string, string>();
  const lines = ['graph LR'];
  const numberOf = (id: string) => {
    let number = numbers.get(id);
    if (number === undefined) {
      number = `n${numbers.size}`;
      numbers.set(id, number);
      lines.push(`  ${number}["${id.replace(/["<>[\]{}|]/g, '').slice(0, 80)}"]`);
    }
    return number;
  };
  for (const { from, to } of edges) {
    const line = `  ${numberOf(from)} --> ${numberOf(to)}`;
    lines.push(line);
  }
  return lines.join('\n');
}
