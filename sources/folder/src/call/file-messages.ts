import type { Call } from '@concord/engine';
import type { CallFiles } from './call-files.js';
import { Elicitation } from './elicitation.js';
import { FollowedFile } from './followed-file.js';
import { takeLog, takeProgress } from './notifications.js';

const POLL_MS = 50;

/** The messages that a running tool and its caller exchange by files: progress, log lines, questions and the request to stop. */
export class FileMessages {
  readonly #files: readonly FollowedFile[];
  readonly #questions: Elicitation;
  readonly #call: Call;
  readonly #timer: NodeJS.Timeout;
  readonly #stopListening: () => void;
  #warned = false;
  #over = false;
  /** Whether the tool has reported progress. */
  sawProgress = false;

  constructor(files: CallFiles, call: Call) {
    this.#call = call;
    const unusable = (what: string) => this.#warnOnce(`a ${what} line that cannot be used was left out`);
    this.#files = [
      new FollowedFile(
        files.path('progress'),
        line => takeProgress(line, call) || unusable('progress'),
        () => unusable('progress'),
      ),
      new FollowedFile(
        files.path('log'),
        line => takeLog(line, call) || unusable('log'),
        () => unusable('log'),
      ),
    ];
    this.#questions = new Elicitation(files, call);
    this.#timer = setInterval(() => this.#poll(), POLL_MS);
    // Registered before the process starts, so that the file exists before the first signal is sent.
    this.#stopListening = call.onStop(() => this.#requestStop(files));
  }

  /** Reads what is left in the files, then stops reading them. */
  end(): void {
    if (this.#over) return;
    this.#over = true;
    clearInterval(this.#timer);
    this.#stopListening();
    for (const file of this.#files) file.finish();
  }

  #requestStop(files: CallFiles): void {
    try {
      files.write('cancel', '');
    } catch {
      // A tool that deleted the folder learns it from the signal.
    }
  }

  #poll(): void {
    const [progress, log] = this.#files as [FollowedFile, FollowedFile];
    if (progress.readAppended()) {
      this.sawProgress = true;
      this.#call.extend();
    }
    log.readAppended();
    this.#questions.look();
  }

  #warnOnce(message: string): void {
    if (this.#warned) return;
    this.#warned = true;
    this.#call.log('warning', message);
  }
}
