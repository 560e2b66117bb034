import type { Limits } from '@concord/engine';
import { ConcurrencyLimit } from '../../project/concurrency-limit.js';
import type { Findings } from '../../project/findings.js';
import { shown } from '../../project/findings.js';
import type { ToolItem } from '../../project/items.js';
import { schemaFault } from '../../scan/metadata/schema-fault.js';
import { isDiagnosed, type ScanOptions } from '../../scan/walk/scanning.js';
import type { Built } from '../../snapshot/build.js';
import type { Authoring } from '../authoring.js';
import { placeOfField } from './metadata-place.js';

/** The schemas of a tool, and the fields they may stand in. */
const schemas = [
  { field: 'inputSchema', written: ['inputSchema', 'arguments'] },
  { field: 'outputSchema', written: ['outputSchema'] },
] as const;

/** Compiles every schema, as the first call of its tool would. */
export function checkSchemas(built: Built, { project }: Authoring, limits: Limits, findings: Findings): void {
  for (const item of built.contents.tools)
    for (const { field, written } of schemas) {
      const schema = item[field];
      const fault = schema && schemaFault(schema, limits);
      if (fault === undefined) continue;
      findings.error('tools', `the ${field} of ${item.name} cannot be used: ${shown(fault)}`, {
        ...placeOfField(item, written, built, project),
        hint: 'every call of the tool fails until the schema is valid JSON Schema 2020-12 without references to other files, at most 262144 bytes and 64 levels',
      });
    }
}

const MODULES_AT_ONCE = 4;

/** Loads every module, as the first call of its tool would. */
export async function checkModules(
  tools: readonly ToolItem[],
  moduleMeta: NonNullable<ScanOptions['moduleMeta']>,
  findings: Findings,
): Promise<void> {
  const limit = new ConcurrencyLimit(MODULES_AT_ONCE);
  const files = new Set(tools.filter(({ runtime }) => runtime === 'module').map(({ file }) => file));
  await Promise.all(
    [...files].map(file =>
      limit.run(async () => {
        const meta = await moduleMeta(file);
        if (!isDiagnosed(meta)) return;
        const { message, line, hint = 'export a function `run(args, context)` as its default' } = meta.diagnostic;
        findings.error('tools', message, { file, line, hint });
      }),
    ),
  );
}
