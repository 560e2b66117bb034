/** The changelog with what is unreleased under a version and its date, and an empty section for what comes next. */
export function changelogWith(text, version, date) {
  if (text.includes(`\n## ${version} `)) throw new Error(`The changelog has a section for ${version} already`);
  const at = text.indexOf('\n## Unreleased\n');
  if (at === -1) throw new Error('The changelog has no section "## Unreleased"');
  const start = at + '\n## Unreleased\n'.length;
  const next = text.indexOf('\n## ', start);
  const unreleased = text.slice(start, next === -1 ? undefined : next).trim();
  if (unreleased === '')
    throw new Error('The section "## Unreleased" of the changelog is empty: there is nothing to release');
  const rest = next === -1 ? '' : `\n${text.slice(next + 1)}`;
  return `${text.slice(0, start)}\n## ${version} (${date})\n\n${unreleased}\n${rest}`;
}

/** A package.json with a version, and the same one for every package of ours it depends on. */
export function packageWith(text, version) {
  const manifest = JSON.parse(text);
  if (manifest.version !== undefined) manifest.version = version;
  for (const kind of ['dependencies', 'devDependencies'])
    for (const name of Object.keys(manifest[kind] ?? {}))
      if (name.startsWith('@concord/')) manifest[kind][name] = version;
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
