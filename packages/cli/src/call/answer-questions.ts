import type { JsonObject } from '@concord/contract';
import type { CallRequest, Questions } from '@concord/engine';
import { askPerson } from '../ask/ask-person.js';
import type { CommandContext } from '../command/context.js';
import type { OpenedServer } from '../open/on-server.js';
import { fitted, visible } from '../print/text.js';

const method = 'elicitation/create';

/**
 * How a call of this command has its questions answered: by the person at the terminal, one question after the other, while the time of the
 * command lasts. Without a terminal they are declined, and stderr says so.
 */
export function answersQuestions(
  target: string,
  limits: Parameters<typeof askPerson>[2],
  opened: OpenedServer,
  context: CommandContext,
): Pick<CallRequest, 'onAsk' | 'canElicit' | 'client'> {
  const { limit, line, entry } = opened;
  const hasPerson = context.terminal.stdin && context.terminal.stderr;
  let earlier: Promise<unknown> = Promise.resolve();
  const decline = async (params: JsonObject): Promise<JsonObject> => {
    const question = visible(fitted(String(params.message ?? ''), 200), true);
    const told = `note: ${target} asked '${question}': declined, because there is no terminal to ask on\n`;
    if (!context.flags.quiet) await context.stderr(told);
    return { action: 'decline' };
  };
  const put = async (params: JsonObject): Promise<JsonObject> => {
    if (!hasPerson) return decline(params);
    const answer = await line.hiddenDuring(() =>
      askPerson(entry.name, params, limits, text => context.ask(text, limit.signal)),
    );
    return limit.signal.aborted ? { action: 'cancel' } : answer;
  };
  const inTurn = (question: Questions[string]): Promise<JsonObject> => {
    if (question.method !== method) return Promise.resolve({ action: 'decline' });
    const answer = earlier.then(() => put(question.params ?? {}));
    earlier = answer.catch(() => {});
    return answer;
  };
  return {
    canElicit: hasPerson,
    // The server may serve other commands too, whose questions are theirs.
    client: opened,
    onAsk: async questions => {
      const answers = Object.entries(questions).map(async ([key, question]) => [key, await inTurn(question)] as const);
      return Object.fromEntries(await Promise.all(answers));
    },
  };
}
