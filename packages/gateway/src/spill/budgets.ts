import { bytesWithin, type Call, type Caller, fitsGlob, type Operation, type Tool } from '@concord/engine';
import { rightsOf } from '../callers/account.js';

/** Results may have so many bytes unless somebody says otherwise. */
export const STANDARD_BUDGET = 49_152;

/** The most bytes of results, by server and tool; 0 is no limit. */
export interface SpillRules {
  readonly bytes: number;
  /** By `server/tool`, the first that fits. */
  readonly tools: readonly { readonly glob: string; readonly bytes: number }[];
}

/** How many bytes a result may have: as its call says, its caller, its tool, its server, or as is usual. */
export function budgetFor(
  { bytes, tools }: SpillRules,
  operation: Operation,
  server: string | undefined,
  caller: Caller,
  call: Call,
): number {
  const asked = call.budget && bytesWithin(call.budget);
  if (asked !== undefined) return asked;
  const { ownName = operation.name } = operation as Tool;
  const name = `${server ?? ''}/${ownName}`;
  const most = rightsOf(caller.account)?.spillBytes ?? tools.find(({ glob }) => fitsGlob(glob, name))?.bytes ?? bytes;
  return most === 0 ? Number.POSITIVE_INFINITY : most;
}
