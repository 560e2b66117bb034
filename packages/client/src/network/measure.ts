/** Looks at the bytes of a body as they come; false once they are too many. */
export type Measure = (piece: Buffer) => boolean;

/** Counts a body as a whole. */
export function measureWhole(limit: number): Measure {
  let size = 0;
  return piece => {
    size += piece.length;
    return size <= limit;
  };
}

const gaps = ['\n\n', '\r\n\r\n', '\r\r'].map(gap => Buffer.from(gap));
const longestGap = 4;

/** Counts each event of a stream by itself: the stream may go on for ever, an event may not. */
export function measureEvents(limit: number): Measure {
  let size = 0;
  let end: Buffer = Buffer.alloc(0);
  return piece => {
    // An empty line ends an event, wherever the pieces were cut.
    const seam = Buffer.concat([end, piece.subarray(0, longestGap - 1)]);
    const atSeam = gaps.some(gap => seam.includes(gap));
    const last = Math.max(...gaps.map(gap => piece.lastIndexOf(gap)));
    if (last !== -1) size = piece.length - last;
    else if (atSeam) size = piece.length;
    else size += piece.length;
    end = Buffer.concat([end, piece.subarray(-longestGap)]).subarray(-longestGap + 1);
    return size <= limit;
  };
}
