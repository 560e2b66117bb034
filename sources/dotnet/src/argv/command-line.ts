const NEEDS_QUOTES = /[\s"';&|<>()$`\\*]/;

/** A command line as people read it, beginning with `dotnet`: only tokens that need quotes have them. */
export function commandLine(argv: readonly string[]): string {
  return ['dotnet', ...argv].map(quoted).join(' ');
}

function quoted(token: string): string {
  if (token !== '' && !NEEDS_QUOTES.test(token)) return token;
  return `"${token.replace(/["\\]/g, '\\$&')}"`;
}
