import { isJsonObject, type Json } from '@concord/contract';
import { argumentsOf, type Verb } from './verb.js';

/** `STDOUT STDERR EXIT_CODE`: prints what a command said went wrong, from JSON on its stdout first, else from its stderr. */
export const extractCliError: Verb = async shell => {
  const [stdout = '', stderr = '', exitCode = ''] = await argumentsOf(shell);
  await shell.stdout(toldIn(stdout) || stderr || `CLI exited with code ${exitCode}`);
  return 0;
};

function toldIn(stdout: string): string {
  const said = parsed(stdout);
  if (!isJsonObject(said)) return '';
  const { error, errors, message, success, ok, status } = said;
  const hasFailed = success === false || ok === false || status === 'error';
  const first: Json | undefined = Array.isArray(errors) ? (errors as readonly Json[])[0] : undefined;
  const places = [
    isJsonObject(error) ? error.message : error,
    hasFailed ? message : undefined,
    isJsonObject(first) ? first.message : first,
  ];
  return places.find((each): each is string => typeof each === 'string' && each !== '') ?? '';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
