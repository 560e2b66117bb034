function read(buffer, place) {
  // ruleid: javascript/buffer/unchecked-access
  buffer.readUInt8(place, true);
  // ruleid: javascript/buffer/unchecked-access
  buffer.writeInt32LE(1, place, true);
  const unchecked = true;
  // ruleid: javascript/buffer/unchecked-access
  buffer.readDoubleBE(place, unchecked);

  // ok: javascript/buffer/unchecked-access
  buffer.readUInt8(place);
  // ok: javascript/buffer/unchecked-access
  buffer.writeInt32LE(1, place);
  const checked = false;
  // ok: javascript/buffer/unchecked-access
  buffer.readDoubleBE(place, checked);
}
