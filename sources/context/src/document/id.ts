/** The id of a document: its path below the source root with slashes, without leading `./`, in lower case. */
export function idOf(relativePath: string): string {
  let path = relativePath.replaceAll('\\', '/');
  while (path.startsWith('./')) path = path.slice(2);
  return path.toLowerCase();
}
