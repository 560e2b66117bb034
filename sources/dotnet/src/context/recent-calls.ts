import type { Json, Redaction } from '@concord/contract';

/** What is kept of a call for whoever wants to read more of it. */
interface Kept {
  readonly text: string;
  readonly redaction: Redaction;
  readonly result?: Json;
  /** What it takes, roughly. */
  readonly characters: number;
  /** As it may be read; made when somebody does. */
  lines?: readonly string[];
}

const MOST_CALLS = 50;
const MOST_CHARACTERS = 67_108_864;

/** Which lines of a log are wanted. */
export interface LogPage {
  readonly offset: number;
  readonly limit: number;
  readonly grep?: string | undefined;
}

/** The output and the typed results of the last calls, in memory, redacted when they are read. */
export class KeptCalls {
  readonly #calls = new Map<string, Kept>();

  /** Keeps what a command printed; that of a further command of the same call goes after it. */
  addLog(requestId: string, stdout: string, stderr: string, redaction: Redaction): void {
    const known = this.#calls.get(requestId);
    const text = [known?.text, stdout, stderr]
      .filter(part => part)
      .map(part => part!.replace(/\n?$/, '\n'))
      .join('');
    const characters = (known?.characters ?? 0) + stdout.length + stderr.length;
    this.#put(requestId, { text, redaction, characters, ...(known?.result !== undefined && { result: known.result }) });
  }

  addResult(requestId: string, result: Json, redaction: Redaction): void {
    const known = this.#calls.get(requestId);
    const text = known?.text ?? '';
    this.#put(requestId, { text, redaction, result, characters: text.length + JSON.stringify(result).length });
  }

  /** The ids, the newest first. */
  ids(): readonly string[] {
    return [...this.#calls.keys()].reverse();
  }

  /** Lines of what a call printed, with every known secret masked; undefined for a call nobody knows. */
  log(requestId: string, { offset, limit, grep }: LogPage): string | undefined {
    const kept = this.#calls.get(requestId);
    if (kept === undefined) return undefined;
    kept.lines ??= kept.redaction.text(kept.text).text.split('\n');
    const wanted = grep === undefined ? kept.lines : kept.lines.filter(line => line.includes(grep));
    return wanted.slice(offset, offset + limit).join('\n');
  }

  result(requestId: string): Json | undefined {
    const kept = this.#calls.get(requestId);
    return kept?.result === undefined ? undefined : kept.redaction.value(kept.result).value;
  }

  #put(requestId: string, kept: Kept): void {
    this.#calls.delete(requestId);
    this.#calls.set(requestId, kept);
    let characters = 0;
    for (const each of this.#calls.values()) characters += each.characters;
    for (const [id, each] of this.#calls) {
      if (this.#calls.size <= MOST_CALLS && characters <= MOST_CHARACTERS) break;
      if (id === requestId) break;
      this.#calls.delete(id);
      characters -= each.characters;
    }
  }
}
