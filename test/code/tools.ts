import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { dialects, type JsonObject, type Tier } from '@concord/contract';
import { type CallRequest, invoke, type Source, type SourceSetting } from '@concord/engine';
import { description } from '@concord/source-code/description';
import { afterAll } from 'vitest';
import { temporaryFolder, testEngine } from '../support/engine.js';

export interface Envelope {
  readonly tier: Tier;
  readonly request_id: string;
  readonly capabilities: readonly string[];
  readonly duration_ms: number;
  readonly error: { error: string; error_code: string; error_details: JsonObject | null } | null;
  readonly upgrade_hints: readonly { feature: string; tier: string; reason: string }[];
  // biome-ignore lint/suspicious/noExplicitAny: tests look into what each tool says
  readonly data: any;
}

export type Ask = (tool: string, args?: JsonObject, request?: CallRequest) => Promise<Envelope>;

/** A folder with these files. */
export function project(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** The tools of the code source over a folder. */
export async function toolsOver(
  root: string,
  env: Record<string, string> = {},
  more: Partial<SourceSetting> = {},
): Promise<{ source: Source; ask: Ask }> {
  const program = { version: '1.0.0', protocolVersions: [] };
  const source = await description.create({
    env: { XDG_STATE_HOME: temporaryFolder(), ...env },
    program,
    cwd: root,
    root,
    mayWrite: true,
    ...more,
  });
  await source.open();
  afterAll(() => source.close());
  const engine = testEngine();
  const ask: Ask = async (name, args = {}, request = {}) => {
    const tool = source.snapshot().tools.find(each => each.name === name)!;
    const { outcome, facts } = await invoke(tool, args, { engine, ...request });
    return dialects['envelope-v1'].render(outcome, facts) as unknown as Envelope;
  };
  return { source, ask };
}
