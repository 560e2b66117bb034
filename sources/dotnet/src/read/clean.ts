/** Colours, links and cursor moves: CSI and OSC sequences of a terminal. */
const SEQUENCES = /\u001b(?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|\][^\u0007\u001b]{0,4096}(?:\u0007|\u001b\\)|[@-Z\\-_])/g;

/** A text as it would read on paper: no sequences of a terminal, and of what a line overwrote only the last. */
export function cleaned(text: string): string {
  const plain = text.includes('\u001b') ? text.replace(SEQUENCES, '') : text;
  if (!plain.includes('\r')) return plain;
  return plain
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map(line => line.slice(line.lastIndexOf('\r') + 1))
    .join('\n');
}
