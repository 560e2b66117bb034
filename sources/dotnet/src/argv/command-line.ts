const NEEDS_QUOTES = /[\s"';&|<>()$`\\*]/;

/** The command line of an argv as people read it, `dotnet` first: only tokens that need quotes have them. */
export function commandLine(argv: readonly string[]): string {
  return ['dotnet', ...argv].map(quoted).join(' ');
}

function quoted(token: string): string {
  if (token !== '' && !NEEDS_QUOTES.test(token)) return token;
  return `"${token.replace(/["\\]/g, '\\$&')}"`;
}
