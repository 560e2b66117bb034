import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Json, JsonObject } from '@concord/contract';
import { NONE } from '../../syntax/tree.js';
import type { FileFacts } from '../../workspace/facts.js';
import { ToolFailure } from '../../workspace/failure.js';
import { CallGraph, circlesIn, fileGraph, rank } from '../../workspace/graph.js';
import type { Project } from '../../workspace/workspace.js';
import type { Answer, Asked } from '../question/asked.js';
import { leftOutOf } from '../question/shared.js';
import { diagram } from './get-call-graph.js';

/** The whole project at a glance: the files that most others lead to, and what they declare, in as many tokens as there are. */
export async function getProjectMap(asked: Asked): Promise<Answer> {
  const project = await projectOf(asked);
  const imports = fileGraph(project);
  const calls = new CallGraph(project);
  // Files lead to each other by imports, and by calls where a language needs none.
  const leads = new Map([...imports].map(([path, targets]) => [path, new Set(targets)]));
  for (const { from, to } of calls.edges) {
    const [one, other] = [calls.nodes.get(from)?.file?.path, calls.nodes.get(to)?.file?.path];
    if (one !== undefined && other !== undefined && one !== other) leads.get(one)?.add(other);
  }
  const ranks = rank(leads);
  const ranked = [...project.files].sort(
    (one, other) => ranks.get(other.path)! - ranks.get(one.path)! || (one.path < other.path ? -1 : 1),
  );
  const most = asked.within('max_modules', asked.number('max_modules'), Number.POSITIVE_INFINITY);
  if (ranked.length > most) asked.cut('max_modules');
  const threshold = asked.number('complexity_threshold') ?? 10;
  const hot = hotSpots(project, threshold);
  const circles = asked.question.args.include_circular_check === false ? [] : circlesIn(imports);
  asked.uses('scope:project');
  const { shown, page } = asked.page(
    ranked.slice(0, most),
    file => ({
      path: file.path,
      line_count: file.lines,
      ...declared(file, calls),
      imports: [...(imports.get(file.path) ?? [])].slice(0, 10),
    }),
    Math.min(asked.budget * 0.3, 6_000),
  );
  return asked.answer({
    project_root: '.',
    ...overview(asked, project),
    modules: shown,
    ...page,
    complexity_hotspots: hot.slice(0, 10),
    circular_imports: circles.slice(0, 10),
    circular_import_count: circles.length,
    ...(asked.flag('include_diagram') && {
      mermaid: diagram([...imports].flatMap(([from, targets]) => [...targets].map(to => ({ from, to }))).slice(0, 80)),
    }),
    ...leftOutOf(asked, project, 'max_files'),
  });
}

/** Every file of the project, with what it holds. */
export async function crawlProject(asked: Asked): Promise<Answer> {
  const project = await projectOf(asked);
  const pattern = asked.text('pattern');
  const fits = pattern === undefined ? () => true : fitting(pattern);
  const files = project.files.filter(({ path }) => fits(path));
  const threshold = asked.number('complexity_threshold') ?? 10;
  asked.uses('scope:project');
  asked.uses('discovery-crawl');
  const { shown, page } = asked.page(files, file => ({
    path: file.path,
    language: file.language,
    lines_of_code: file.lines,
    functions: file.symbols.filter(({ kind }) => kind === 'function' || kind === 'method').length,
    classes: file.symbols.filter(
      ({ kind }) => kind === 'class' || kind === 'interface' || kind === 'struct' || kind === 'record',
    ).length,
    imports: file.imports.length,
    complexity_warnings: file.symbols.filter(({ complexity }) => complexity > threshold).length,
    sha256: file.hash,
    ...(file.isBroken && { has_syntax_errors: true }),
  }));
  return asked.answer({
    root_path: '.',
    summary: {
      total_files: files.length,
      failed_files: project.leftOut.length,
      total_lines_of_code: files.reduce((sum, { lines }) => sum + lines, 0),
      total_functions: files.reduce(
        (sum, { symbols }) => sum + symbols.filter(({ kind }) => kind === 'function' || kind === 'method').length,
        0,
      ),
      total_classes: files.reduce((sum, { symbols }) => sum + symbols.filter(({ kind }) => kind === 'class').length, 0),
    },
    ...overview(asked, project),
    files: shown,
    ...page,
    recommended_next_tools: ['get_project_map', 'get_file_context', 'extract_code'],
    ...leftOutOf(asked, project, 'max_files'),
  });
}

function fitting(pattern: string): (path: string) => boolean {
  if (pattern.length > 200)
    throw new ToolFailure('invalid_argument', 'The pattern is too long.', { reason: 'pattern' });
  const parts = pattern.split('*').map(each => each.toLowerCase());
  return path => {
    const text = path.toLowerCase();
    let at = 0;
    return parts.every(part => {
      const found = text.indexOf(part, at);
      at = found + part.length;
      return found >= 0;
    });
  };
}

async function projectOf(asked: Asked): Promise<Project> {
  const most = asked.within('max_files', asked.number('max_files'), Number.POSITIVE_INFINITY);
  return asked.workspace.project({
    most,
    within: asked.text('project_root') ?? asked.text('root_path') ?? '',
    onProgress: asked.onProgress,
  });
}

function overview(asked: Asked, project: Project): JsonObject {
  const languages: Record<string, number> = {};
  const folders = new Map<string, number>();
  for (const { language, path } of project.files) {
    languages[language] = (languages[language] ?? 0) + 1;
    const folder = posix.dirname(path);
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  const packages = [...folders].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1)).slice(0, 20);
  return {
    total_lines: project.files.reduce((sum, { lines }) => sum + lines, 0),
    languages,
    packages: packages.map(([path, modules]) => ({ path, modules })),
    entry_points: project.files
      .filter(({ isEntry }) => isEntry)
      .map(({ path }) => path)
      .slice(0, 20),
    framework_hints: frameworks(asked.workspace.roots.folders[0]!, project),
  };
}

/** What a file declares, the most called first: names only. */
function declared(file: FileFacts, calls: CallGraph): JsonObject {
  const used = ({ name }: { name: string }) => calls.into.get(`${file.path}#${name}`)?.length ?? 0;
  const top = file.symbols.filter(({ above, kind }) => above === NONE && kind !== 'variable');
  const names = top.sort((one, other) => used(other) - used(one)).slice(0, 12);
  return {
    symbols: names.map(({ kind, name, line }) => `${kind} ${name} :${line}`),
    symbol_count: file.symbols.length,
    complexity_score: file.symbols.reduce((sum, { complexity }) => sum + complexity, 0),
  };
}

function hotSpots({ files }: Project, threshold: number): Json[] {
  return files
    .flatMap(({ path, symbols }) =>
      symbols
        .filter(({ complexity }) => complexity > threshold)
        .map(({ name, complexity, line }) => ({ path, name, line, complexity })),
    )
    .sort((one, other) => other.complexity - one.complexity);
}

const known: Readonly<Record<string, RegExp>> = {
  django: /^django(?:\.|$)/,
  flask: /^flask(?:\.|$)/,
  fastapi: /^fastapi(?:\.|$)/,
  express: /^express$/,
  fastify: /^fastify$/,
  koa: /^koa$/,
  nest: /^@nestjs\//,
  next: /^next(?:\/|$)/,
  react: /^react$/,
  vue: /^vue$/,
  angular: /^@angular\//,
  spring: /^org\.springframework\./,
  jaxrs: /^(?:javax|jakarta)\.ws\.rs/,
  servlet: /^(?:javax|jakarta)\.servlet/,
  gin: /gin-gonic\/gin$/,
  echo: /labstack\/echo/,
  fiber: /gofiber\/fiber/,
  aspnet: /^Microsoft\.AspNetCore/,
  'entity-framework': /^Microsoft\.EntityFrameworkCore/,
};

function frameworks(root: string, { files }: Project): Json {
  const modules = new Set(files.flatMap(({ imports }) => imports.map(({ module }) => module)));
  const found = Object.entries(known).flatMap(([name, pattern]) =>
    [...modules].some(module => pattern.test(module)) ? [name] : [],
  );
  const manifest = join(root, 'package.json');
  if (existsSync(manifest) && /"workspaces"\s{0,9}:/.test(readFileSync(manifest, 'utf8').slice(0, 200_000)))
    found.push('npm-workspaces');
  return found;
}
