// Makes every read of a file take longer, so that a call is still at work when its time is over.
const fs = require('node:fs');

const { readSync } = fs;
const cell = new Int32Array(new SharedArrayBuffer(4));
fs.readSync = (...args) => {
  Atomics.wait(cell, 0, 0, 3);
  return readSync(...args);
};
