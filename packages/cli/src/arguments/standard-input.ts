import { fstatSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Shell } from '../shell.js';
import { BadWord } from './assignments.js';

const PATIENCE_MS = 100;

/** All of standard input, within bounds. */
export async function readStandardInput({ stdin }: Shell, most: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stdin) {
    const bytes = Buffer.from(part as Buffer);
    size += bytes.length;
    if (size > most) throw new BadWord('-', `Standard input is larger than ${most} bytes`);
    parts.push(bytes);
  }
  return Buffer.concat(parts);
}

/** What no words at all mean: arguments that were piped in, or none. A pipe nobody writes to is left alone. */
export async function standardInputWords(shell: Shell): Promise<readonly string[]> {
  if (shell.terminal.stdin) return [];
  const kind = fstatSync(0);
  if (kind.isFile()) return kind.size > 0 ? ['-'] : [];
  if (!kind.isFIFO() && !kind.isSocket()) return [];
  const { stdin } = shell;
  const readable = new Promise<boolean>(resolve => {
    stdin.once('readable', () => resolve(stdin.readableLength > 0));
    stdin.once('end', () => resolve(false));
  });
  const given = await Promise.race([readable, delay(PATIENCE_MS, undefined)]);
  if (given === undefined) {
    await shell.stderr('note: standard input is open but silent; pass - to wait for arguments there\n');
    stdin.destroy();
  }
  return given ? ['-'] : [];
}
