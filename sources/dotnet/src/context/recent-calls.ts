import type { Json, Redaction } from '@concord/contract';

/** The output and result of a call, kept for later reads. */
interface RecentCall {
  readonly text: string;
  readonly redaction: Redaction;
  readonly result?: Json;
  /** Its approximate size. */
  readonly characters: number;
  /** The redacted lines, made on the first read. */
  lines?: readonly string[];
}

const MOST_CALLS = 50;
const MOST_CHARACTERS = 67_108_864;

/** The lines of a log to read. */
export interface LogPage {
  readonly offset: number;
  readonly limit: number;
  readonly grep?: string | undefined;
}

/** The output and the results of recent calls, in memory. They are redacted when they are read. */
export class RecentCalls {
  readonly #calls = new Map<string, RecentCall>();

  /** Keeps the output of a command. The output of a further command of the same call is appended. */
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

  /** Lines of a call's output with secrets masked; undefined for an unknown call. */
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

  #put(requestId: string, kept: RecentCall): void {
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
