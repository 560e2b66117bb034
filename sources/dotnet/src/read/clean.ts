/** Colours, links and cursor moves: CSI and OSC sequences of a terminal. */
const SEQUENCES = /\u001b(?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|\][^\u0007\u001b]{0,4096}(?:\u0007|\u001b\\)|[@-Z\\-_])/g;

/** Text without terminal sequences, and with only the last version of an overwritten line. */
export function cleaned(text: string): string {
  const plain = text.includes('\u001b') ? text.replace(SEQUENCES, '') : text;
  if (!plain.includes('\r')) return plain;
  return plain
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map(line => line.slice(line.lastIndexOf('\r') + 1))
    .join('\n');
}
