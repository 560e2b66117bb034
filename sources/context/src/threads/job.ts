import { type BuildJob, type BuildSteps, buildSteps } from './build-steps.js';
import { type VerifyJob, type VerifySteps, verifySteps } from './verify-steps.js';

/** Work that a crew can do, with all that is the same for each of its pieces. */
export type Job = BuildJob | VerifyJob;

/** What goes into each step, and what comes out of it. All of it can be sent to another thread. */
export type Steps = BuildSteps & VerifySteps;

type Doers = { readonly [Step in keyof Steps]: (piece: Steps[Step]['piece']) => Steps[Step]['result'] };

/** Gets ready to do a job. `number` tells those who do it together apart. */
export function startJob(job: Job, number: number): Doers {
  const steps = job.kind === 'build' ? buildSteps(job, number) : verifySteps(job);
  return steps as Doers;
}
