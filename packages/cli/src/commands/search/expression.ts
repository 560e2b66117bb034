import { Worker } from 'node:worker_threads';
import { type Candidate, type Field, textIn } from '@concord/engine';
import { usage } from '../../command/failure.js';

const LIMIT_MS = 500;
/** The start of the thread does not count against `LIMIT_MS`. */
const START_MS = 10_000;

const program = `
const { parentPort, workerData: { pattern, texts } } = require('node:worker_threads');
const expression = new RegExp(pattern, 'iu');
parentPort.postMessage('started');
parentPort.postMessage(texts.map(each => each.findIndex(text => expression.test(text))));
`;

/** The candidates that match an expression, matches in the name first. It runs in a thread that is ended after 500 ms. */
export async function matchExpression(
  candidates: readonly Candidate[],
  pattern: string,
  fields: readonly Field[],
): Promise<readonly Candidate[]> {
  try {
    new RegExp(pattern, 'iu');
  } catch (error) {
    throw usage(`The pattern is no regular expression: ${(error as Error).message.slice(0, 200)}`, 'mcp help search');
  }
  const texts = candidates.map(({ tool }) => fields.map(field => textIn(tool, field)));
  const found = await runInThread(pattern, texts);
  const named = fields.indexOf('name');
  const matching = candidates.flatMap((candidate, index) =>
    found[index] === -1 ? [] : [{ candidate, at: found[index]! }],
  );
  return matching
    .sort((one, other) => Number(one.at !== named) - Number(other.at !== named))
    .map(({ candidate }) => candidate);
}

function runInThread(pattern: string, texts: readonly (readonly string[])[]): Promise<readonly number[]> {
  const worker = new Worker(program, { eval: true, workerData: { pattern, texts }, env: {} });
  const tooSlow = usage(
    'The expression takes too long: 500 ms is the limit for a search',
    'Write it without nested repetition',
  );
  let timer: NodeJS.Timeout | undefined;
  return new Promise<readonly number[]>((resolve, reject) => {
    const stop = (after: number) => setTimeout(() => reject(tooSlow), after);
    timer = stop(START_MS);
    worker.on('message', (message: 'started' | readonly number[]) => {
      clearTimeout(timer);
      if (message === 'started') timer = stop(LIMIT_MS);
      else resolve(message);
    });
    worker.once('error', reject);
  }).finally(() => {
    clearTimeout(timer);
    // The answer has arrived, so the end of the thread is not awaited.
    void worker.terminate();
    worker.unref();
  });
}
