import type { Json, JsonObject } from '@concord/contract';
import { Kind, Role } from '../../syntax/kinds.js';
import { languageForPath, languageOf } from '../../syntax/languages/index.js';
import { childAs, childrenOf, NONE, type Tree } from '../../syntax/tree.js';
import { ToolFailure } from '../../workspace/failure.js';
import type { SourceFile } from '../../workspace/source-file.js';
import type { Answer, Asked } from '../question/asked.js';
import { fileOfText, named } from '../question/shared.js';

/** Finds where what comes from outside is taken for a type that nothing checked. */
export async function typeEvaporationScan(asked: Asked): Promise<Answer> {
  const frontend = await sideOf(asked, 'frontend');
  const backend = await sideOf(asked, 'backend');
  const others: SourceFile[] = [];
  if (!frontend && !backend) {
    const paths = asked.workspace.paths().filter(({ absolute }) => languageForPath(absolute)?.id === 'typescript');
    if (paths.length === 0)
      throw new ToolFailure(
        'invalid_argument',
        'One side is needed: frontend_code, frontend_file_path, backend_code or backend_file_path.',
        { reason: 'no_code' },
      );
    const limit = asked.limit('max_files');
    if (paths.length > limit) asked.cut('max_files');
    for (const path of paths.slice(0, limit)) {
      try {
        others.push(await asked.workspace.fileAt(path));
      } catch (error) {
        if (!(error instanceof ToolFailure)) throw error;
        asked.warn(`${path.path} was left out: ${error.code}.`);
      }
    }
  }
  const all = [frontend, backend, ...others].filter(each => each !== undefined);
  const found = all.flatMap(file => boundariesOf(file));
  const matched = frontend && backend ? matchedEndpoints(frontend, backend) : [];
  for (const { language } of all) asked.uses(`lang:${language.id}`);
  const { shown, page } = asked.page(found, each => each.told);
  const count = (file: SourceFile | undefined) => found.filter(each => each.file === file).length;
  return asked.answer({
    vulnerabilities: shown,
    ...page,
    frontend_vulnerabilities: frontend ? count(frontend) : 0,
    backend_vulnerabilities: backend ? count(backend) : 0,
    cross_file_issues: matched.filter(({ checked }) => checked !== true).length,
    matched_endpoints: matched,
    files_scanned: all.length,
    implicit_any_count: all.reduce((sum, file) => sum + implicitAnys(file), 0),
    ...(asked.flag('generate_schemas') &&
      asked.has('generate_schemas') && {
        generated_schemas: schemasFor(
          found.map(({ type }) => type),
          all,
        ),
      }),
    summary:
      found.length === 0
        ? 'Nothing from outside is taken for a type unchecked.'
        : `${found.length} values from outside are taken for a type that nothing checked.`,
  });
}

async function sideOf(asked: Asked, side: 'frontend' | 'backend'): Promise<SourceFile | undefined> {
  const path = asked.text(`${side}_file_path`);
  if (path !== undefined) return named(asked, path);
  const code = asked.text(`${side}_code`);
  if (code === undefined) return undefined;
  const language = languageOf(asked.text(`${side}_language`) ?? 'typescript');
  if (!language) throw new ToolFailure('not_implemented', 'The language is not read.', { reason: 'language' });
  return fileOfText(code, language, `${side}${language.extensions[0]}`);
}

interface Boundary {
  readonly file: SourceFile;
  readonly type: string;
  readonly told: JsonObject;
}

/** What gives values from outside, and how grave it is to believe what they are. */
const outside: readonly (readonly [kind: string, severity: string, fits: RegExp])[] = [
  ['json', 'high', /(?:^|\.)JSON\.parse\(/],
  ['network', 'high', /\.json\(\s{0,20}\)/],
  ['network', 'high', /(?:^|[^\w.])(?:fetch|axios(?:\.\w{1,20})?|got|ky)\s{0,4}(?:<[^>]{0,200}>)?\(/],
  ['request', 'high', /(?:^|\W)(?:req|request|ctx\.request|ctx)\.(?:body|query|params|headers|cookies)(?!\w)/],
  ['storage', 'medium', /(?:^|\W)(?:localStorage|sessionStorage)\.getItem\(/],
  ['dom', 'medium', /(?:^|\W)(?:document\.(?:getElementById|querySelector)|event\.target|e\.target)(?!\w)/],
  ['message', 'high', /(?:^|\W)(?:event|message|msg|e)\.data(?!\w)/],
  ['environment', 'low', /(?:^|\W)process\.env(?!\w)/],
];

/** Names of functions that check what they are given against a schema. */
const CHECKS =
  /\.(?:parse|safeParse|parseAsync|validate|validateSync|check|decode|assert)\($|^(?:is|assert|validate|parse)[A-Z]\w{0,60}$/;

function boundariesOf(file: SourceFile): Boundary[] {
  const { tree, lines, text } = file;
  if (tree.language !== 'typescript') return [];
  const found: Boundary[] = [];
  const add = (node: number, value: number, type: number, how: string) => {
    const written = text.slice(tree.start[type]!, tree.end[type]!).replace(/\s+/g, ' ').slice(0, 200);
    if (/^(?:unknown|any|const|string|void|never)$/.test(written) && how !== 'any') return;
    const source = sourceOf(file, value, 0);
    if (!source) return;
    const [kind, severity] = source;
    if (kind === 'dom' && /^(?:HTML|SVG|Element|Node|EventTarget)/.test(written)) return;
    const { line, column } = lines.placeOf(tree.start[node]!);
    const around = file.around(tree.start[node]!);
    found.push({
      file,
      type: written,
      told: {
        ...(file.path !== '' && { file: file.path }),
        line,
        column,
        type: 'type_evaporation',
        boundary: kind,
        how,
        target_type: written,
        severity,
        cwe: ['CWE-20'],
        ...(around && { symbol: around.name }),
        message: `A value from outside (${kind}) is taken for '${written}' without a check: parse it with a schema first.`,
      },
    });
  };
  for (let node = 1; node < tree.size; node++) {
    switch (tree.kind[node]) {
      case Kind.Cast:
        add(node, childAs(tree, node, Role.Value), childAs(tree, node, Role.Type), 'assertion');
        break;
      case Kind.Var: {
        const [type, value] = [childAs(tree, node, Role.Type), childAs(tree, node, Role.Value)];
        if (type !== NONE && value !== NONE && tree.kind[value] !== Kind.Cast) add(node, value, type, 'annotation');
        break;
      }
      case Kind.Return: {
        const value = tree.first[node]!;
        const type = value === NONE ? NONE : resultTypeAround(tree, node);
        if (type !== NONE && tree.kind[value] !== Kind.Cast) add(node, value, type, 'return');
        break;
      }
      case Kind.Call: {
        const types = childAs(tree, node, Role.TypeParameters);
        const given = types === NONE ? NONE : tree.first[types]!;
        if (given !== NONE && /^(?:axios|got|ky|http)/.test(calleeText(file, node)))
          add(node, node, given, 'type argument');
        break;
      }
      default:
        break;
    }
  }
  return found;
}

function resultTypeAround(tree: Tree, node: number): number {
  let at = node;
  while (at !== NONE && tree.kind[at] !== Kind.Function) at = tree.parent[at]!;
  return at === NONE ? NONE : childAs(tree, at, Role.Type);
}

const calleeText = ({ tree, text }: SourceFile, call: number): string => {
  const callee = childAs(tree, call, Role.Callee);
  return callee === NONE ? '' : text.slice(tree.start[callee]!, Math.min(tree.end[callee]!, tree.start[callee]! + 200));
};

const DEEPEST = 6;

/** Where a value comes from outside, if nothing on its way checks it. */
function sourceOf(file: SourceFile, node: number, depth: number): readonly [string, string] | undefined {
  const { tree, names, text } = file;
  if (node === NONE || depth > DEEPEST) return undefined;
  const kind = tree.kind[node];
  if (kind === Kind.Await || kind === Kind.Unary) return sourceOf(file, tree.first[node]!, depth + 1);
  if (kind === Kind.Cast) return sourceOf(file, childAs(tree, node, Role.Value), depth + 1);
  if (kind === Kind.Name) {
    const entity = names.symbolOf[node];
    if (entity?.writes.length !== 1) return undefined;
    const writer = entity.writes[0]!;
    if (isCheckedBetween(file, entity.name, writer, node)) return undefined;
    const value = tree.kind[writer] === Kind.Var ? childAs(tree, writer, Role.Value) : NONE;
    return value === NONE ? undefined : sourceOf(file, value, depth + 1);
  }
  if (kind !== Kind.Call && kind !== Kind.Member && kind !== Kind.Index) return undefined;
  const written = text.slice(tree.start[node]!, Math.min(tree.end[node]!, tree.start[node]! + 400));
  if (
    kind === Kind.Call &&
    CHECKS.test(`${calleeText(file, node)}(`) &&
    !/(?:^|\.)JSON\.parse$/.test(calleeText(file, node))
  )
    return undefined;
  const found = outside.find(([, , fits]) => fits.test(written));
  return found && [found[0], found[1]];
}

/** Whether a variable is given to a function that checks, between where it is written and where it is used. */
function isCheckedBetween({ tree, text }: SourceFile, name: string, from: number, to: number): boolean {
  for (let node = from + 1; node < to; node++) {
    if (tree.kind[node] !== Kind.Call) continue;
    const callee = childAs(tree, node, Role.Callee);
    if (callee === NONE) continue;
    const called = text.slice(tree.start[callee]!, Math.min(tree.end[callee]!, tree.start[callee]! + 200));
    if (!CHECKS.test(`${called}(`) && !CHECKS.test(called)) continue;
    const list = childAs(tree, node, Role.Arguments);
    if (list !== NONE && childrenOf(tree, list).some(each => tree.value[each] === name)) return true;
  }
  return false;
}

function implicitAnys({ tree }: SourceFile): number {
  if (tree.language !== 'typescript') return 0;
  let count = 0;
  for (let node = 1; node < tree.size; node++) {
    if (tree.kind[node] !== Kind.Parameter) continue;
    const owner = tree.parent[tree.parent[node]!]!;
    const isDeclared = childAs(tree, node, Role.Type) !== NONE || childAs(tree, node, Role.Value) !== NONE;
    if (!isDeclared && tree.kind[owner] === Kind.Function && tree.value[owner] !== 'lambda') count++;
  }
  return count;
}

interface Endpoint {
  readonly path: string;
  readonly line: number;
  readonly checked?: boolean;
}

/** Requests of one side and the routes of the other that answer them. */
function matchedEndpoints(
  frontend: SourceFile,
  backend: SourceFile,
): { endpoint: string; frontend_line: number; backend_line: number; checked: boolean }[] {
  const routes = routesOf(backend);
  return requestsOf(frontend).flatMap(request => {
    const route = routes.find(({ path }) => samePath(path, request.path));
    return route
      ? [
          {
            endpoint: request.path,
            frontend_line: request.line,
            backend_line: route.line,
            checked: route.checked === true,
          },
        ]
      : [];
  });
}

function requestsOf(file: SourceFile): Endpoint[] {
  return [
    ...file.text.matchAll(
      /(?:fetch|axios(?:\.\w{1,20})?|got|ky)\s{0,4}(?:<[^>]{0,200}>)?\(\s{0,20}[`'"]([^`'"?]{1,300})/g,
    ),
  ].map(each => ({
    path: plainPath(each[1]!),
    line: file.lines.lineOf(each.index),
  }));
}

const ROUTES =
  /(?:@?(?:app|router|bp|blueprint|api|server|fastify)\.(?:route|get|post|put|patch|delete)|@(?:Get|Post|Put|Patch|Delete|RequestMapping|GetMapping|PostMapping|PutMapping|DeleteMapping))\(\s{0,20}(?:value\s{0,4}=\s{0,4})?[`'"]([^`'"]{0,300})/g;

function routesOf(file: SourceFile): Endpoint[] {
  const found = [...file.text.matchAll(ROUTES)];
  return found.map((each, index) => {
    const body = file.text.slice(each.index, found[index + 1]?.index ?? file.text.length);
    return {
      path: plainPath(each[1]!),
      line: file.lines.lineOf(each.index),
      checked:
        /\.(?:safeParse|parse|validate|model_validate)\(|@Valid|ValidationPipe|BaseModel|@Body\(\)\s{0,9}\w{1,80}:\s{0,9}\w{1,80}Dto/.test(
          body.replace(/JSON\.parse\(/g, ''),
        ),
    };
  });
}

/** A path without what differs from request to request. */
function plainPath(path: string): string {
  const bare = path
    .replace(/^https?:\/\/[^/]{1,200}/, '')
    .replace(/\$\{[^}]{0,200}\}|:\w{1,100}|<[^>]{0,100}>|\{[^}]{0,100}\}/g, '*');
  return `/${bare.split('/').filter(Boolean).join('/')}`;
}

const samePath = (one: string, other: string): boolean => one === other;

const MOST_SCHEMAS = 20;

/** Schemas in Zod's words for types that are declared in these files. */
function schemasFor(types: readonly string[], files: readonly SourceFile[]): Json {
  const found: Record<string, string> = {};
  for (const name of new Set(types.map(type => type.replace(/^Promise<(.{0,200})>$/, '$1').replace(/\[\]$/, '')))) {
    if (Object.keys(found).length >= MOST_SCHEMAS) break;
    for (const file of files) {
      const symbol = file.symbols.find(each => each.name === name && each.kind === 'interface');
      if (!symbol) continue;
      const { tree, text } = file;
      const body = childAs(tree, symbol.node, Role.Body);
      const fields = body === NONE ? [] : childrenOf(tree, body).filter(each => tree.kind[each] === Kind.Var);
      const lines = fields.map(field => {
        const key = childAs(tree, field, Role.Name);
        const type = childAs(tree, field, Role.Type);
        const written = type === NONE ? 'unknown' : text.slice(tree.start[type]!, tree.end[type]!);
        const isOptional = /\?\s{0,9}:/.test(text.slice(tree.start[field]!, tree.end[field]!));
        return `  ${tree.value[key] ?? 'unknown'}: ${zodOf(written)}${isOptional ? '.optional()' : ''},`;
      });
      found[name] = `z.object({\n${lines.join('\n')}\n})`;
    }
  }
  return found;
}

function zodOf(type: string): string {
  const plain = type.trim();
  if (/^(?:string|number|boolean|unknown|any|null|undefined)$/.test(plain)) return `z.${plain}()`;
  if (plain.endsWith('[]')) return `z.array(${zodOf(plain.slice(0, -2))})`;
  if (plain.includes('|')) return `z.union([${plain.split('|').map(zodOf).join(', ')}])`;
  if (/^['"`].{0,200}['"`]$/.test(plain)) return `z.literal(${plain})`;
  return 'z.unknown()';
}
