import { endianness } from 'node:os';

const isSwapped = endianness() === 'BE';

/** Writes the code units of a text to the beginning of some bytes, each as this machine has numbers of two bytes. */
export function writeUnits(text: string, bytes: Buffer): void {
  const length = bytes.write(text, 'utf16le');
  if (isSwapped) bytes.subarray(0, length).swap16();
}

/** The text that some code units are. */
export function textOfUnits(units: Uint16Array): string {
  const bytes = Buffer.from(units.buffer, units.byteOffset, units.byteLength);
  return (isSwapped ? Buffer.from(bytes).swap16() : bytes).toString('utf16le');
}
