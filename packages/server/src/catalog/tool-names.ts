import { createHash } from 'node:crypto';
import type { Tool } from '@concord/engine';

const LONGEST_NAME = 64;
const DIGEST_LENGTH = 8;
const plainName = /^[A-Za-z0-9_-]{1,64}$/;
const dottedName = /^[A-Za-z0-9_.-]{1,64}$/;

/** The member of `_meta` that holds the name its author gave a tool that is published under another. */
export const writtenNameKey = 'io.concord/name';

/** A tool under the name it is published by, which every client takes, and the other names it answers to. */
export interface NamedTool {
  readonly tool: Tool;
  readonly otherNames: readonly string[];
}

/** Gives a tool the name it is published under, with the prefix of its Source. It can still be called by the name its author wrote. */
export function nameTool(tool: Tool, prefix: string): NamedTool {
  const written = `${prefix}${tool.name}`;
  const dotted = tool.dottedName && `${prefix}${tool.dottedName}`;
  const name = acceptable(written);
  const ownName = tool.ownName ?? tool.name;
  const named = { ...tool, name, ...(name !== ownName && { ownName }), ...(dotted && { dottedName: dotted }) };
  if (name === written) return { tool: named, otherNames: dotted ? [dotted] : [] };
  const meta = { ...tool.meta, [writtenNameKey]: written };
  const otherNames = dotted && dotted !== written ? [dotted, written] : [written];
  return { tool: { ...named, dottedName: dotted || written, meta }, otherNames };
}

/** The name a tool is listed under: with `dottedNames` its dotted spelling, unless clients would refuse that. */
export function listedName(tool: Tool, dottedNames: boolean): string {
  return dottedNames && tool.dottedName && dottedName.test(tool.dottedName) ? tool.dottedName : tool.name;
}

/** Other characters become `_`; a name that is too long ends in a digest, so that two of them stay different. */
function acceptable(written: string): string {
  if (plainName.test(written)) return written;
  const plain = written.replace(/[^A-Za-z0-9_-]/gu, '_');
  if (plain.length <= LONGEST_NAME) return plain;
  const digest = createHash('sha256').update(written).digest('hex').slice(0, DIGEST_LENGTH);
  return `${plain.slice(0, LONGEST_NAME - DIGEST_LENGTH - 1)}_${digest}`;
}
