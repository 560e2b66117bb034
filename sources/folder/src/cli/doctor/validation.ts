import type { Diagnostic } from '../../project/items.js';
import type { Project } from '../../project/project.js';
import { validateProject } from '../validate/validate.js';
import { type Finding, finding } from './findings.js';

/**
 * What `mcp validate` has against a project, so that both commands come to the same verdict. What the doctor has found in the same file is
 * not told twice.
 */
export async function validateForDoctor(
  project: Project,
  known: readonly Finding[],
  env: Readonly<Record<string, string | undefined>>,
  version: string,
): Promise<readonly Finding[]> {
  const { messages } = await validateProject(project, {
    env,
    version,
    fix: false,
    strict: false,
    explainDefaults: false,
  });
  const isKnown = ({ file }: Diagnostic) =>
    file !== undefined && known.some(({ severity, message }) => severity === 'error' && message.startsWith(file));
  return messages.flatMap(each =>
    each.level === 'info' || isKnown(each)
      ? []
      : [finding('project.invalid', each.level, `${placeOf(each)}: ${each.message}`, 'mcp validate')],
  );
}

function placeOf({ file, line, section }: Diagnostic): string {
  return file === undefined ? section : [file, line].filter(part => part !== undefined).join(':');
}
