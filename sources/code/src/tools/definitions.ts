import type { JsonObject } from '@concord/contract';
import type { ToolId } from '../tiers/table.js';

/** What is published of a tool. What it does is in the file of its name in `answers/`. */
export interface ToolDefinition {
  readonly id: ToolId;
  readonly version: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  /** Whether it changes files. */
  readonly writes?: true;
  readonly timeoutMs?: number;
}

const text = (description: string, more: JsonObject = {}): JsonObject => ({ type: 'string', description, ...more });
const path = (description: string) => text(description, { maxLength: 4_096 });
const code = (description: string) => text(description, { maxLength: 5_242_880 });
const count = (description: string, more: JsonObject = {}): JsonObject => ({
  type: 'integer',
  minimum: 1,
  description,
  ...more,
});
const flag = (description: string): JsonObject => ({ type: 'boolean', description });
const choice = (description: string, ...values: string[]): JsonObject => ({ enum: values, description });
const texts = (description: string, items: JsonObject = {}): JsonObject => ({
  type: 'array',
  items: { type: 'string', maxLength: 4_096, ...items },
  maxItems: 10_000,
  description,
});
const share = (description: string): JsonObject => ({ type: 'number', minimum: 0, maximum: 1, description });

const maxTokens = count('how long the answer may be, at four characters a token (default 6000)', {
  minimum: 500,
  maximum: 200_000,
});
const cursor = text('where to go on: next_cursor of the answer before', { maxLength: 20 });
const filePath = path('the file, below the root');
const language = choice(
  'the language of the code',
  'python',
  'javascript',
  'typescript',
  'java',
  'go',
  'csharp',
  'py',
  'js',
  'ts',
  'jsx',
  'tsx',
  'cs',
  'golang',
  'auto',
);
const given = { file_path: filePath, code: code('the code itself, in place of a file'), language };
const paging = { max_tokens: maxTokens, cursor };
const projectRoot = path('a folder below the root; the root itself unless said otherwise');
const targetType = choice('what it is, where several have the name', 'function', 'method', 'class');

function schema(properties: JsonObject, ...required: string[]): JsonObject {
  return { type: 'object', properties, ...(required.length > 0 && { required }), additionalProperties: false };
}

const LONG_MS = 300_000;

/** The tools in the order of their names. */
export const definitions: readonly ToolDefinition[] = [
  {
    id: 'analyze_code',
    version: '1.0.0',
    title: 'Measure code',
    description:
      'Measures a file or a piece of code: functions with branches and nesting, classes, imports that nothing uses, and what will be hard to change.',
    inputSchema: schema({ ...given, ...paging }),
  },
  {
    id: 'code_policy_check',
    version: '1.0.0',
    title: 'Check against rules',
    description: "Checks files against the project's own rules in .concord/rules (Semgrep's rule language).",
    inputSchema: schema({
      paths: texts('files and folders; all of the project unless said otherwise'),
      rules: texts('ids of the rules that count; all unless said otherwise'),
      generate_report: flag('a report for auditors'),
      ...paging,
    }),
    timeoutMs: LONG_MS,
  },
  {
    id: 'crawl_project',
    version: '1.0.0',
    title: 'List a project',
    description:
      'Lists every file of code with its size, symbols and hash. For a first look get_project_map says more in less.',
    inputSchema: schema({
      root_path: projectRoot,
      pattern: text('only paths with these words in this order, * for anything', { maxLength: 200 }),
      max_files: count('how many files to look at'),
      complexity_threshold: count('branches from which a function counts as a warning (default 10)'),
      ...paging,
    }),
    timeoutMs: LONG_MS,
  },
  {
    id: 'cross_file_security_scan',
    version: '1.0.0',
    title: 'Scan a project for faults',
    description:
      'Finds what an attacker could use in all files of a project: injections, secrets, weak cryptography and more, with the way the data takes.',
    inputSchema: schema({
      project_root: projectRoot,
      max_modules: count('how many files to scan'),
      confidence_threshold: share('leaves out what is less sure'),
      ...paging,
    }),
    timeoutMs: LONG_MS,
  },
  {
    id: 'extract_code',
    version: '1.0.0',
    title: 'Read one symbol',
    description:
      'Gives the code of one function, method or class, byte for byte as it is on the disk, with its hash for a later change. Nested ones are Outer.inner, a second one of a name Outer.inner~2.',
    inputSchema: schema({
      ...given,
      target_name: text('its name: parse, Parser.parse, outer.inner, parse~2', { maxLength: 500 }),
      target_type: targetType,
      line: count('a line inside it, in place of a name'),
      column: count('a column of that line'),
      include_context: flag('also what it uses in the same file'),
      context_depth: count('how many steps to go from it (default 1)'),
      include_cross_file_deps: flag('also what it uses of other files'),
      unsafeOutput: flag('the very bytes, also where they hold secrets; operators may forbid it'),
      max_tokens: maxTokens,
    }),
  },
  {
    id: 'get_call_graph',
    version: '1.0.0',
    title: 'Who calls whom',
    description:
      'Gives the functions of a project and the calls between them, from an entry, between two functions, or the most used ones.',
    inputSchema: schema({
      project_root: projectRoot,
      entry_point: text('where to begin: main, or file:function', { maxLength: 1_000 }),
      depth: count('how many calls to follow (default 10)'),
      paths_from: text('with paths_to: all ways from this function', { maxLength: 1_000 }),
      paths_to: text('… to this one', { maxLength: 1_000 }),
      focus_functions: texts('only these and what they call'),
      max_nodes: count('how many functions to tell'),
      include_circular_import_check: flag('also files that import each other in circles (default true)'),
      include_diagram: flag('a Mermaid diagram too'),
      hot_nodes: flag('the functions most others lead to'),
      dead_code_candidates: flag('functions that nothing calls'),
      ...paging,
    }),
    timeoutMs: LONG_MS,
  },
  {
    id: 'get_capabilities',
    version: '1.0.0',
    title: 'What this server can do',
    description:
      'Says which tools and languages there are, what limits they have in a tier, and whether files may be changed.',
    inputSchema: schema({
      tier: text('community, pro or enterprise; the one in force unless said otherwise', { maxLength: 40 }),
      tool_name: text('one tool, with its limits in all tiers', { maxLength: 100 }),
    }),
  },
  {
    id: 'get_cross_file_dependencies',
    version: '1.0.0',
    title: 'What a symbol needs',
    description: 'Follows what a symbol uses from file to file, the nearest first, with the code of as much as fits.',
    inputSchema: schema(
      {
        target_file: filePath,
        target_symbol: text('the name of the symbol', { maxLength: 500 }),
        max_depth: count('how many steps to go (default 3)'),
        max_files: count('how many files to look at'),
        include_code: flag('with code (default true)'),
        include_diagram: flag('a Mermaid diagram too'),
        confidence_decay_factor: { type: 'number', description: 'how much less sure each step is (default 0.9)' },
        layers: flag('imports against the layers in .concord/layers.json'),
        ...paging,
      },
      'target_file',
      'target_symbol',
    ),
    timeoutMs: LONG_MS,
  },
  {
    id: 'get_file_context',
    version: '1.0.0',
    title: 'What is in a file',
    description:
      'Gives the outline of a file without its code: symbols with signature, lines and hash, imports, exports. Read this before reading a file.',
    inputSchema: schema({
      ...given,
      depth: count('how deep nested symbols are told'),
      include_private: flag('also what is not exported (default true)'),
      max_symbols: count('how many symbols to tell'),
      ...paging,
    }),
  },
  {
    id: 'get_graph_neighborhood',
    version: '1.0.0',
    title: 'What is around a function',
    description: 'Gives the functions within some calls of one function, in both directions.',
    inputSchema: schema(
      {
        center_node_id: text('the function: path#name, or a name that only one has', { maxLength: 1_000 }),
        k: count('how many calls away (default 2)'),
        direction: choice('calls that lead away, here, or both', 'outgoing', 'incoming', 'both'),
        min_confidence: share('leaves out calls that are less sure'),
        max_nodes: count('how many functions to tell'),
        query: text('only functions with this in their names', { maxLength: 200 }),
        include_diagram: flag('a Mermaid diagram too'),
        project_root: projectRoot,
        ...paging,
      },
      'center_node_id',
    ),
    timeoutMs: LONG_MS,
  },
  {
    id: 'get_project_map',
    version: '1.0.0',
    title: 'The project at a glance',
    description:
      'Ranks the files of a project by how much leads to them, and names what each declares. The best first call of a session: it fits any budget.',
    inputSchema: schema({
      project_root: projectRoot,
      max_files: count('how many files to look at'),
      max_modules: count('how many files to tell'),
      complexity_threshold: count('branches from which a function is told as complex (default 10)'),
      include_circular_check: flag('also files that import each other in circles (default true)'),
      include_diagram: flag('a Mermaid diagram too'),
      ...paging,
    }),
    timeoutMs: LONG_MS,
  },
  {
    id: 'get_symbol_references',
    version: '1.0.0',
    title: 'Where a symbol is used',
    description:
      'Finds every place that means a symbol, by scopes and imports: exact, likely (by the type of the receiver) or name_only. Totals are true also where not all fits.',
    inputSchema: schema(
      {
        symbol_name: text('its name, or path#name', { maxLength: 1_000 }),
        file_path: path('the file that declares it, where several do'),
        target_type: targetType,
        scope_prefix: path('only files whose paths begin so'),
        include_tests: flag('also files of tests (default true)'),
        max_files: count('how many files to look at'),
        max_references: count('how many places to tell'),
        owners: flag('who owns the files'),
        impact: flag('how much depends on it'),
        ...paging,
      },
      'symbol_name',
    ),
    timeoutMs: LONG_MS,
  },
  {
    id: 'rename_symbol',
    version: '1.0.0',
    title: 'Rename a symbol',
    description:
      'Gives a symbol another name in all files that mean it, together or not at all. Texts and comments stay; places that may mean something else are told as unresolved.',
    inputSchema: schema(
      {
        file_path: path('the file that declares it'),
        target_name: text('its name', { maxLength: 500 }),
        target_type: targetType,
        new_name: text('the new name', { maxLength: 200 }),
        expected_sha256: text('its hash, or that of the file, when it was read', { pattern: '^[0-9a-f]{64}$' }),
        dry_run: flag('show the diff and write nothing'),
        ...paging,
      },
      'file_path',
      'target_name',
      'new_name',
    ),
    writes: true,
    timeoutMs: LONG_MS,
  },
  {
    id: 'scan_dependencies',
    version: '1.0.0',
    title: 'Check dependencies',
    description:
      'Reads lock files of npm, pnpm, Yarn, Poetry, uv, Pipenv, pip, Go, Cargo, NuGet, Gradle and Maven, and compares them with a folder of OSV advisories. Without advisories it says so, and never that all is well.',
    inputSchema: schema({
      path: path('a lock file or a folder'),
      project_root: projectRoot,
      scan_vulnerabilities: flag('compare with advisories (default true)'),
      include_dev: flag('also what is only used to develop (default true)'),
      sbom: flag('a CycloneDX document of all dependencies'),
      ...paging,
    }),
    timeoutMs: LONG_MS,
  },
  {
    id: 'search_code',
    version: '1.0.0',
    title: 'Search by structure',
    description:
      'Finds code by its structure, not its spelling: a pattern in the language itself, with metavariables ($X) and ... for any number of things. requests.get(..., verify=False)',
    inputSchema: schema(
      {
        pattern: text('the pattern', { maxLength: 20_000 }),
        language,
        paths: texts('only files that fit these globs'),
        ...paging,
      },
      'pattern',
      'language',
    ),
    timeoutMs: LONG_MS,
  },
  {
    id: 'security_scan',
    version: '1.0.0',
    title: 'Scan a file for faults',
    description:
      'Finds what an attacker could use in a file or a piece of code, with the way the data takes from where it comes in.',
    inputSchema: schema({ ...given, confidence_threshold: share('leaves out what is less sure'), ...paging }),
    timeoutMs: 120_000,
  },
  {
    id: 'simulate_refactor',
    version: '1.0.0',
    title: 'Try a change',
    description:
      'Says what new code in place of a file would do: security faults that were not there, exports that are gone, signatures that callers rely on.',
    inputSchema: schema(
      {
        file_path: path('the file it would replace'),
        original_code: code('the code it would replace, in place of a file'),
        new_code: code('the new code'),
        language,
        strict_mode: flag('any new fault makes it unsafe'),
        ...paging,
      },
      'new_code',
    ),
  },
  {
    id: 'type_evaporation_scan',
    version: '1.0.0',
    title: 'Unchecked types',
    description:
      'Finds where TypeScript takes what comes from outside (JSON.parse, fetch, request bodies) for a type that nothing checked. One side may be given alone; without any, all of the project.',
    inputSchema: schema({
      frontend_file_path: path('a file of the frontend'),
      frontend_code: code('its code, in place of a file'),
      frontend_language: language,
      backend_file_path: path('a file of the backend'),
      backend_code: code('its code, in place of a file'),
      backend_language: language,
      generate_schemas: flag('schemas for the types'),
      ...paging,
    }),
    timeoutMs: LONG_MS,
  },
  {
    id: 'unified_sink_detect',
    version: '1.0.0',
    title: 'List dangerous places',
    description:
      'Lists the places of a file where data could do harm, and whether something from outside is known to reach them: tainted, unknown or constant.',
    inputSchema: schema({
      ...given,
      confidence_threshold: share('leaves out what is less sure (default 0.5: constants)'),
      ...paging,
    }),
  },
  {
    id: 'update_symbol',
    version: '1.0.0',
    title: 'Change one symbol',
    description:
      'Replaces, deletes or adds to one symbol of a file. Indentation, line ends and encoding are kept; code that would not parse, or a symbol that has changed since it was read, is refused and nothing is written.',
    inputSchema: schema(
      {
        file_path: filePath,
        target_name: text('its name', { maxLength: 500 }),
        target_type: targetType,
        line: count('a line inside it, in place of a name'),
        operation: choice(
          'what to do (default replace)',
          'replace',
          'insert_before',
          'insert_after',
          'delete',
          'add_member',
        ),
        new_code: code('the new code, at any indentation'),
        expected_sha256: text('its hash, or that of the file, when it was read', { pattern: '^[0-9a-f]{64}$' }),
        dry_run: flag('show the diff and write nothing'),
        max_tokens: maxTokens,
      },
      'file_path',
    ),
    writes: true,
  },
  {
    id: 'validate_paths',
    version: '1.0.0',
    title: 'Check paths',
    description: 'Says of paths whether they can be read here, and what they may have been meant to be.',
    inputSchema: schema({ paths: texts('the paths'), max_tokens: maxTokens }, 'paths'),
  },
  {
    id: 'verify_policy_integrity',
    version: '1.0.0',
    title: 'Check policies',
    description:
      'Compares the files of a folder of policies with the manifest that lists their hashes, and its signature.',
    inputSchema: schema({
      policy_dir: path('the folder (default .concord)'),
      manifest: path('the manifest in it (default policy.manifest.json)'),
      check_signature: flag('check its signature too'),
    }),
  },
];
