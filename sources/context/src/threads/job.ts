import { type BuildJob, type BuildSteps, buildSteps } from './build-steps.js';
import { type VerifyJob, type VerifySteps, verifySteps } from './verify-steps.js';

/** The work of threads, with everything that is the same for each piece. */
export type Job = BuildJob | VerifyJob;

/** The input and the result of each step. Both can be sent between threads. */
export type Steps = BuildSteps & VerifySteps;

type StepFunctions = { readonly [Step in keyof Steps]: (piece: Steps[Step]['piece']) => Steps[Step]['result'] };

/** The step functions of a job for the thread with this number. */
export function startJob(job: Job, number: number): StepFunctions {
  const steps = job.kind === 'build' ? buildSteps(job, number) : verifySteps(job);
  return steps as StepFunctions;
}
