import { setTimeout as delay } from 'node:timers/promises';
import type { CommandContext } from '../../command/context.js';
import { BadWord } from './assignments.js';

const INPUT_WAIT_MS = 100;
/** On a busy machine input may have arrived long before the event loop reads it, so the loop gets another turn. */
const nextTurn = (): Promise<undefined> => new Promise(resolve => setImmediate(resolve, undefined));

/** All of standard input, within bounds. */
export async function readStandardInput({ stdin }: CommandContext, most: number): Promise<Buffer> {
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

/** The state of standard input: there is data, it is empty, or nothing was written yet. */
export async function lookAtStandardInput({ stdin, stdinKind }: CommandContext): Promise<'given' | 'empty' | 'idle'> {
  if (stdinKind === 'file') return 'given';
  if (stdinKind !== 'pipe') return 'empty';
  const readable = new Promise<'given' | 'empty'>(resolve => {
    stdin.once('readable', () => resolve(stdin.readableLength > 0 ? 'given' : 'empty'));
    stdin.once('end', () => resolve('empty'));
  });
  const timeout = delay(INPUT_WAIT_MS).then(nextTurn).then(nextTurn);
  const found = (await Promise.race([readable, timeout])) ?? 'idle';
  // A silent pipe is not read any more, because it would keep the process alive.
  if (found === 'idle') stdin.destroy();
  return found;
}
