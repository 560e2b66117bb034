const { BrowserWindow } = require("electron");

function open() {
  // ruleid: javascript/electron/node-in-pages
  new BrowserWindow({ webPreferences: { nodeIntegration: true } });
  // ruleid: javascript/electron/node-in-pages
  new BrowserWindow({ webPreferences: { contextIsolation: false } });
  const isOn = true;
  // ruleid: javascript/electron/node-in-pages
  new BrowserWindow({ webPreferences: { nodeIntegration: isOn } });

  // ok: javascript/electron/node-in-pages
  new BrowserWindow({ webPreferences: { nodeIntegration: false } });
  const off = false;
  // ok: javascript/electron/node-in-pages
  new BrowserWindow({ webPreferences: { contextIsolation: true, nodeIntegration: off } });
  // ok: javascript/electron/node-in-pages
  new BrowserWindow({ width: 800 });
}
