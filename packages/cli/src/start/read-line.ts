import { createInterface } from 'node:readline/promises';

/** Asks a question on the terminal and returns the typed line. */
export async function readLine(question: string): Promise<string> {
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await asking.question(question);
  } finally {
    asking.close();
  }
}
