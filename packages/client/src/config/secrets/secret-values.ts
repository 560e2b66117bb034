/** Words that make a name the name of a secret, as in redaction of text. */
const SECRET_NAME =
  /password|passwd|passphrase|pwd|secret|token|credential|(?:api|access|private)[_.\- ]?key|(?:^|[_.-])pass(?:$|[_.-])/i;

/** Settings that are no secret whatever they are called; as known values they would mask half of every text. */
const SETTING = /^(?:true|false|yes|no|on|off|null|none|undefined|-?\d{1,5})?$/i;

/** Variables whose values everybody may see. */
const openVariables: ReadonlySet<string> = new Set(['PATH', 'HOME', 'USER', 'PWD', 'SHELL', 'LANG', 'TMPDIR']);

/** Headers whose values are never secret. */
const openHeaders: ReadonlySet<string> = new Set(['accept', 'content-type', 'user-agent']);

/** The shell's working directories are no passwords. */
const WORKING_DIRECTORY = /^(?:OLD)?PWD$/;

/** True when a name says that its value is secret. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name) && !WORKING_DIRECTORY.test(name);
}

/** True for a header whose value counts as secret. */
export function isSecretHeader(name: string): boolean {
  return !openHeaders.has(name.toLowerCase());
}

/** True for a variable whose value, once expanded into a setting, counts as secret. */
export function isSecretVariable(name: string): boolean {
  return !openVariables.has(name);
}

/** True for what looks drawn at random: long, varied, neither path nor sentence. */
export function isSecretShaped(value: string): boolean {
  return value.length >= 16 && !/[\s/\\]/.test(value) && entropy(value) >= 3;
}

/** True for a value that masking would do more harm than good with. */
export function isSetting(value: string): boolean {
  return SETTING.test(value.trim());
}

/** Shannon entropy of a text's characters, in bits per character. */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  const length = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return [...counts.values()].reduce((bits, count) => bits - (count / length) * Math.log2(count / length), 0);
}
