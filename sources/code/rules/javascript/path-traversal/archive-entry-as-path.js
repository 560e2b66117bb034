const fs = require("fs");
const path = require("path");

function unpack(archive, folder) {
  for (const entry of archive.entries) {
    // ruleid: javascript/path-traversal/archive-entry-as-path
    entry.pipe(fs.createWriteStream(path.join(folder, entry.path)));
    const target = folder + "/" + entry.fileName;
    // ruleid: javascript/path-traversal/archive-entry-as-path
    fs.writeFileSync(target, entry.data);
    // ruleid: javascript/path-traversal/archive-entry-as-path
    fs.writeFile(entry.name, entry.data, () => {});
  }
}

function checked(archive, folder) {
  for (const entry of archive.entries) {
    const target = path.resolve(folder, entry.path);
    // ok: javascript/path-traversal/archive-entry-as-path
    if (target.startsWith(folder + path.sep)) fs.writeFileSync(target, entry.data);
    // ok: javascript/path-traversal/archive-entry-as-path
    fs.writeFileSync(path.join(folder, path.basename(entry.path)), entry.data);
    const fixed = path.join(folder, "one");
    // ok: javascript/path-traversal/archive-entry-as-path
    fs.writeFileSync(fixed, entry.data);
  }
}
