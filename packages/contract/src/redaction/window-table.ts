/** Looks values up by window: quicker than a Map for the few thousand windows there are. */
export class WindowTable<T> {
  private keys = new Int32Array(64);
  private values: (T | undefined)[] = new Array(64).fill(undefined);
  private shift = 26;
  private size = 0;

  get(key: number): T | undefined {
    const { keys, values } = this;
    const mask = keys.length - 1;
    for (let slot = Math.imul(key, 0x9e3779b1) >>> this.shift; ; slot = (slot + 1) & mask) {
      const value = values[slot];
      if (value === undefined || keys[slot] === key) return value;
    }
  }

  set(key: number, value: T): void {
    if (this.size * 2 >= this.keys.length) this.grow();
    const mask = this.keys.length - 1;
    let slot = Math.imul(key, 0x9e3779b1) >>> this.shift;
    while (this.values[slot] !== undefined && this.keys[slot] !== key) slot = (slot + 1) & mask;
    if (this.values[slot] === undefined) this.size++;
    this.keys[slot] = key;
    this.values[slot] = value;
  }

  private grow(): void {
    const { keys, values } = this;
    this.keys = new Int32Array(keys.length * 2);
    this.values = new Array(keys.length * 2).fill(undefined);
    this.shift--;
    this.size = 0;
    for (const [slot, value] of values.entries()) if (value !== undefined) this.set(keys[slot]!, value);
  }
}
