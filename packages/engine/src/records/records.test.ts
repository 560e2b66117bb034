import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CallRecord, openRecords } from './records.js';

const record: CallRecord = {
  timestamp: '2026-01-01T00:00:00.000Z',
  tool: 'probe',
  requestId: 'r1',
  caller: 'cli',
  status: 'success',
  state: 'finished',
  durationMs: 1,
  kinds: [],
  bytes: 2,
  redactions: 0,
  truncated: false,
};
const limits = { recordFileBytes: 1_000, maxQueuedRecords: 100 };

describe('records', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'concord-records-'));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));
  const open = (folder: string, warnings: string[] = []) =>
    openRecords({ folder, limits, warn: message => warnings.push(message) });

  it('are one JSON line a call, in a file only the user can read', async () => {
    const folder = join(home, 'concord');
    const records = open(folder);
    records.add(record, false);
    records.add({ ...record, requestId: 'r2' }, false);
    await records.flush();
    const file = join(folder, 'calls.jsonl');
    const ids = readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line).requestId);
    expect(ids).toEqual(['r1', 'r2']);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('close a folder that was open to others', async () => {
    chmodSync(home, 0o755);
    const records = open(home);
    records.add(record, false);
    await records.flush();
    expect(statSync(home).mode & 0o777).toBe(0o700);
  });

  it('are rotated by size, and one older file is kept', async () => {
    const records = open(home);
    for (let round = 0; round < 20; round++) {
      for (let each = 0; each < 3; each++) records.add(record, false);
      await records.flush();
    }
    expect(statSync(join(home, 'calls.jsonl')).size).toBeLessThan(2_000);
    expect(existsSync(join(home, 'calls.1.jsonl'))).toBe(true);
  });

  it('that cannot be written are a warning once, never a failure', async () => {
    const blocked = join(home, 'file');
    writeFileSync(blocked, '');
    const warnings: string[] = [];
    const records = open(join(blocked, 'concord'), warnings);
    for (let round = 0; round < 3; round++) {
      records.add(record, false);
      await records.flush();
    }
    expect(warnings).toHaveLength(1);
  });

  it('over the queue’s cap are dropped', async () => {
    mkdirSync(home, { recursive: true });
    const records = open(home);
    for (let each = 0; each < 1_000; each++) records.add(record, false);
    await records.flush();
    expect(readFileSync(join(home, 'calls.jsonl'), 'utf8').trimEnd().split('\n')).toHaveLength(100);
  });
});
