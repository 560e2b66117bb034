import { cancelled, isJsonObject, type Problem } from '@concord/contract';
import type { Work } from './work.js';

const TIMEOUT_MS = 120_000;

/** Asks for confirmation of a destructive action, where the client can ask. Gives the reason to stop, or undefined to go on. */
export async function confirmation({ action, args, call }: Work): Promise<Problem | undefined> {
  const question = action.confirm?.(args);
  if (question === undefined || args.confirmed === true || !call.canElicit) return undefined;
  const asked = call.ask({
    confirmation: {
      method: 'elicitation/create',
      params: {
        message: question,
        requestedSchema: {
          type: 'object',
          properties: { confirmed: { type: 'boolean', title: 'Go ahead', description: question } },
          required: ['confirmed'],
        },
      },
    },
  });
  const answers = await withinTime(asked, TIMEOUT_MS);
  const answer = answers?.confirmation;
  const isYes = answer?.action === 'accept' && isJsonObject(answer.content) && answer.content.confirmed === true;
  return isYes ? undefined : cancelled();
}

async function withinTime<Value>(promise: Promise<Value>, milliseconds: number): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>(resolve => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
