import { createInterface } from 'node:readline';
import type { StopSignal } from '@concord/engine';

/** The last question that was put on the terminal; the next one waits for it. */
let earlier: Promise<unknown> = Promise.resolve();

/**
 * Asks a question on the terminal and returns the typed line; undefined when the person declined with Esc or Ctrl-D, or the question was
 * withdrawn. Ctrl-C is the signal that it is everywhere else. Questions are asked one at a time.
 */
export function readLine(question: string, withdrawn?: StopSignal): Promise<string | undefined> {
  const answer = earlier.then(() => readNow(question, withdrawn));
  earlier = answer;
  return answer;
}

function readNow(question: string, withdrawn: StopSignal | undefined): Promise<string | undefined> {
  if (withdrawn?.aborted) return Promise.resolve(undefined);
  return new Promise(resolve => {
    const { stdin, stderr } = process;
    const promptAt = question.lastIndexOf('\n') + 1;
    stderr.write(question.slice(0, promptAt));
    const asking = createInterface({ input: stdin, output: stderr, prompt: question.slice(promptAt) });
    const end = (line?: string) => {
      stdin.off('keypress', onKey);
      withdrawn?.removeEventListener('abort', decline);
      // Its own listeners stay until it is closed: they are what takes it off the terminal.
      asking.off('line', end).off('close', decline).close();
      resolve(line);
    };
    // What is printed next begins on a line of its own.
    const decline = () => {
      stderr.write('\n');
      end();
    };
    const onKey = (_: unknown, key: { readonly name?: string } | undefined) => {
      if (key?.name === 'escape') decline();
    };
    asking.once('line', end).once('close', decline);
    asking.once('SIGINT', () => {
      // Its handlers run before the answer is given, so that the command is cancelled and not declined.
      if (!process.emit('SIGINT', 'SIGINT')) process.kill(process.pid, 'SIGINT');
      decline();
    });
    stdin.on('keypress', onKey);
    withdrawn?.addEventListener('abort', decline, { once: true });
    asking.prompt();
  });
}
