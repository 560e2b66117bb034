import { parentPort, workerData } from 'node:worker_threads';
import { isParserLost } from '../syntax/parse.js';
import { readAndScan } from './read-file.js';
import { RuleBook } from './rule-book.js';
import type { WorkerAnswer, WorkerStart, WorkerTask } from './worker-messages.js';

/** Scans the files it is given, one after another, and says at each which one it is. */
const { rules, limits, progress } = workerData as WorkerStart;
const book = new RuleBook(rules);
const at = new Int32Array(progress);
const say = (answer: WorkerAnswer) => parentPort!.postMessage(answer);

parentPort!.on('message', async (task: WorkerTask) => {
  for (const [number, file] of task) {
    Atomics.store(at, 0, number);
    Atomics.add(at, 1, 1);
    say({ number, result: await readAndScan(file, book, { ...limits, beat: () => Atomics.add(at, 1, 1) }) });
    if (isParserLost()) break;
  }
  Atomics.store(at, 0, -1);
  say({ done: !isParserLost(), faults: book.faults });
});
