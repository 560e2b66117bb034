import { isJsonObject, type Json, type JsonObject } from '@concord/contract';

/** What people read of an answer: the code itself, or a line for each thing that was found. */
export function plainText(data: JsonObject): string {
  if (typeof data.target_code === 'string') return codeText(data);
  const [name, items] = listOf(data) ?? [];
  if (!items) return JSON.stringify(data, null, 2);
  // What is all of one file stands below its name.
  const isOutline = name === 'symbols' && typeof data.file_path === 'string';
  const found = items.map(each => lineOf(each as JsonObject));
  const lines = isOutline ? [data.file_path as string, ...found.map(each => `  ${each}`)] : found;
  const { total, returned } = data;
  const rest =
    typeof total === 'number' && typeof returned === 'number' && returned < total ? [`… ${total - returned} more`] : [];
  const warnings = Array.isArray(data.warnings) ? data.warnings.map(each => `note: ${each as string}`) : [];
  return [...(lines.length === 0 ? [`No ${name!.replaceAll('_', ' ')}`] : lines), ...rest, ...warnings].join('\n');
}

function codeText({
  target_code,
  file_path,
  line_start,
  line_end,
  target_kind,
  target_name,
  sha256,
  context_items,
}: JsonObject): string {
  const items = Array.isArray(context_items) ? context_items : [];
  return [
    `# ${file_path ?? 'code'}:${line_start}-${line_end} ${target_kind} ${target_name} sha256:${sha256}`,
    target_code as string,
    ...items.flatMap(each => {
      const { name, line_start: from, line_end: to, code } = each as JsonObject;
      return ['', `# ${file_path ?? 'code'}:${from}-${to} ${name}`, code as string];
    }),
  ].join('\n');
}

const lists = [
  'findings',
  'violations',
  'sinks',
  'symbols',
  'references',
  'matches',
  'edits',
  'vulnerabilities',
  'dependencies',
  'modules',
  'files',
  'nodes',
  'function_details',
  'extracted_symbols',
];

function listOf(data: JsonObject): [string, readonly Json[]] | undefined {
  const name = lists.find(each => Array.isArray(data[each]) && (data[each] as Json[]).every(isJsonObject));
  return name === undefined ? undefined : [name, data[name] as Json[]];
}

/** One thing on one line: where it is, what it is, what is said of it. */
function lineOf(item: JsonObject): string {
  const {
    file,
    path,
    line,
    line_start,
    column,
    severity,
    kind,
    signature,
    name,
    message,
    context,
    text,
    symbols,
    version,
    rule_id,
  } = item;
  const at = line ?? line_start;
  const place = [file ?? path, at, column].filter(each => each !== undefined).join(':');
  const about = [
    severity,
    item.reference_type,
    item.confidence !== undefined && rule_id === undefined ? String(item.confidence) : undefined,
    message === undefined ? kind : undefined,
    signature ?? (message === undefined ? (name ?? item.sink_type) : undefined),
    version,
    message ?? context ?? text,
    rule_id === undefined ? undefined : `[${rule_id}]`,
    Array.isArray(symbols) ? symbols.join(', ') : undefined,
    Array.isArray(item.vulnerabilities) && item.vulnerabilities.length > 0
      ? item.vulnerabilities.map(each => (each as JsonObject).id).join(', ')
      : undefined,
  ].filter(each => each !== undefined && each !== '');
  return [place, ...about].filter(Boolean).join('  ').replaceAll('\n', ' ');
}
