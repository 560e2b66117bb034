import { parentPort, workerData } from 'node:worker_threads';
import { type Job, type Steps, startJob } from './job.js';

// The program of a thread: runs the steps of one job, one after the other.
const { job, number } = workerData as { readonly job: Job; readonly number: number };
const steps = startJob(job, number);

parentPort!.on('message', ({ step, piece }: { readonly step: keyof Steps; readonly piece: never }) => {
  parentPort!.postMessage(steps[step](piece));
});
