import { parentPort } from 'node:worker_threads';
import { isParserLost } from '../syntax/parse.js';
import { Workspaces } from '../workspace/workspace.js';
import { answer } from './answer.js';
import type { FromWorker, ToWorker } from './question/messages.js';

/** Answers the questions it is sent, one after another. */
const workspaces = new Workspaces();
const say = (message: FromWorker) => parentPort!.postMessage(message);

let last = Promise.resolve();
parentPort!.on('message', ({ number, question }: ToWorker) => {
  last = last.then(async () => {
    say({ number, started: true });
    const result = await answer(question, workspaces, (done, total) => say({ number, progress: [done, total] }));
    say({ number, ...result, isLost: isParserLost() });
  });
});
