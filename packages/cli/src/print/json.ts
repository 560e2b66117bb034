import type { CommandContext } from '../command/context.js';

/** A document as it is printed: two spaces of indent, or one line where that was asked for; with its newline. */
export function jsonText({ flags }: Pick<CommandContext, 'flags'>, document: unknown): string {
  return `${JSON.stringify(document, null, flags.compact ? undefined : 2)}\n`;
}

/** Prints exactly one document and a newline. */
export function printJson(context: CommandContext, document: unknown): Promise<void> {
  return context.stdout(jsonText(context, document));
}

/** Prints a text that has no document of its own; with `--json` it is the one member of one. */
export function printText(context: CommandContext, text: string): Promise<void> {
  return context.flags.json ? printJson(context, { text }) : context.stdout(text);
}
