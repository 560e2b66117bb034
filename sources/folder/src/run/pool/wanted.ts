import type { Call } from '@concord/engine';

/** Waits for what may never come, while anybody waits for the call; whoever makes it is told when nobody does any more. */
export async function whileWanted(call: Call, coming: Promise<unknown>, giveUp: () => void): Promise<void> {
  const stopListening = call.onStop(giveUp);
  try {
    await coming;
  } finally {
    stopListening();
  }
}
