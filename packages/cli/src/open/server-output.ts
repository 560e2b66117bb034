import type { ConnectOptions } from '@concord/client';
import { compileRedaction, type JsonObject } from '@concord/contract';
import type { CommandContext } from '../command/context.js';
import { visible } from '../print/text.js';

/** The most characters that may wait for the reader of stderr. */
const MAX_WAITING_CHARACTERS = 1_048_576;

/** Listeners that print what a server writes besides its answers: logs, stray lines, warnings. All of it goes to stderr, redacted. */
export function serverOutput(name: string, secrets: readonly string[], context: CommandContext): ConnectOptions {
  const isTold = !context.flags.quiet && (context.flags.verbose === true || context.terminal.stderr);
  const say = linePrinter(context);
  const log = ({ level, logger, data }: JsonObject) => {
    const redaction = compileRedaction({ known: [...secrets] });
    // Data is masked before it is written down: JSON would escape a secret once more.
    const masked = redaction.value(data ?? null).value;
    const from = [logger, level].filter(part => typeof part === 'string').join(' ');
    say(`[${name}] ${redaction.text(from).text}: ${typeof masked === 'string' ? masked : JSON.stringify(masked)}`);
  };
  return {
    ...(context.flags['server-logs'] && { onServerLog: (line: string) => say(`[${name}] ${line}`) }),
    ...(context.flags.verbose && { onJunk: (line: string) => say(`[${name}] stray output: ${line}`) }),
    ...(!context.flags.quiet && { onWarning: (text: string) => say(`warning: ${text}`) }),
    ...(isTold && {
      onNotification: (method: string, params: JsonObject) => {
        if (method === 'notifications/message') log(params);
      },
    }),
  };
}

/** Prints lines to stderr. Where its reader does not keep up, lines are left out and counted, so that memory stays bounded. */
function linePrinter({ stderr, terminal }: Pick<CommandContext, 'stderr' | 'terminal'>): (text: string) => void {
  let [waiting, leftOut] = [0, 0];
  return text => {
    if (waiting > MAX_WAITING_CHARACTERS) {
      leftOut += 1;
      return;
    }
    const gap = leftOut > 0 ? `[${leftOut} lines left out]\n` : '';
    const line = `${gap}${visible(text, terminal.stderr)}\n`;
    leftOut = 0;
    waiting += line.length;
    void stderr(line).finally(() => {
      waiting -= line.length;
    });
  };
}
