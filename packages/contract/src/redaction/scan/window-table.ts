/** Looks values up by window: quicker than a Map for the few thousand windows there are, and quicker to fill. */
export class WindowTable<T> {
  private readonly keys: Int32Array;
  /** By slot: where in `values` its value stands; 0 for a free slot. */
  private readonly places: Uint32Array;
  private readonly values: (T | undefined)[] = [undefined];
  private readonly shift: number;

  /** `most` is how many windows the table may come to hold. */
  constructor(most: number) {
    let bits = 6;
    while (1 << bits < most * 2) bits++;
    this.keys = new Int32Array(1 << bits);
    this.places = new Uint32Array(1 << bits);
    this.shift = 32 - bits;
  }

  get(key: number): T | undefined {
    const { keys, places } = this;
    const mask = keys.length - 1;
    for (let slot = Math.imul(key, 0x9e3779b1) >>> this.shift; ; slot = (slot + 1) & mask) {
      const place = places[slot]!;
      if (place === 0) return undefined;
      if (keys[slot] === key) return this.values[place];
    }
  }

  /** Adds a window that the table does not hold yet. */
  add(key: number, value: T): void {
    const { keys, places } = this;
    const mask = keys.length - 1;
    let slot = Math.imul(key, 0x9e3779b1) >>> this.shift;
    while (places[slot] !== 0) slot = (slot + 1) & mask;
    keys[slot] = key;
    places[slot] = this.values.length;
    this.values.push(value);
  }
}
