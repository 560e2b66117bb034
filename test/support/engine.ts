import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngine, type Engine, type EngineOptions, type Tool } from '@concord/engine';
import { afterAll } from 'vitest';

/** An empty folder that is removed after the test file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'concord-'));
  // Whoever is on the way out may still write there.
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** An engine with a state folder of its own. */
export function testEngine(env: Record<string, string> = {}, options: Omit<EngineOptions, 'env'> = {}): Engine {
  return createEngine({ warn: () => {}, ...options, env: { XDG_STATE_HOME: temporaryFolder(), ...env } });
}

/** A tool for a test: takes anything, answers in the text dialect unless told otherwise. */
export function testTool(run: Tool['run'], more: Partial<Tool> = {}): Tool {
  return {
    name: 'probe',
    version: '1.2.3',
    description: 'A tool for a test',
    inputSchema: { type: 'object' },
    dialect: 'text',
    run,
    ...more,
  };
}
