import { fitsGlob } from '@concord/engine';
import type { DefinitionCommon } from './definition.js';

/** True when a definition's filters let a tool through. Without `allowedTools` all are allowed; `disabledTools` wins. */
export function isAllowed(
  definition: Pick<DefinitionCommon, 'allowedTools' | 'disabledTools'>,
  toolName: string,
): boolean {
  const { allowedTools, disabledTools } = definition;
  const isListed = (globs: readonly string[]) => globs.some(glob => fitsGlob(glob, toolName));
  return !(disabledTools && isListed(disabledTools)) && (allowedTools === undefined || isListed(allowedTools));
}
