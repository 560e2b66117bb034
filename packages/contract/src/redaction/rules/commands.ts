import { BACKSLASH, COMMA, EQUALS, endsWord, isBlank, isQuote } from '../scan/characters.js';
import type { Range, RedactionRule } from '../scan/rule.js';
import type { Subject } from '../scan/subject.js';
import { isStandIn, JUDGED } from '../values/judge.js';
import { quoteAt, quotedEnd, skipBlanks } from '../values/value-range.js';
import { textBefore } from './before.js';
import { join } from './examples.js';

/** Flags of one letter mean a secret only to some programs; these stand before them on the same line, in the same command. */
const CURL = /(?:^|[\s/"'`(=$])curl(?:\.exe)?["']?[\s,]/i;
const MYSQL =
  /(?:^|[\s/"'`(=$])(?:mysql(?:dump|admin|import|check|show|slap|pump)?|mariadb(?:-\w{1,16})?)(?:\.exe)?["']?[\s,]/i;
const LOGIN =
  /(?:^|[\s/"'`(=$])(?:sshpass|(?:docker|podman|nerdctl|buildah|skopeo|oras|helm registry) login)["']?[\s,]/i;
const COMMAND_END = /[\n\r]|\|{1,2}|&&|;\s/;

/** The words of the command that stand before `at`. */
function commandBefore(subject: Subject, at: number): string {
  return textBefore(subject, at).split(COMMAND_END).at(-1)!;
}

/** The word that begins at `from`, without the quotes it may stand in. */
function wordAt(subject: Subject, from: number): Range {
  const quote = quoteAt(subject, from);
  if (quote !== undefined) return { from: quote.inner, to: quotedEnd(subject, quote) };
  let to = from;
  while (to - from < JUDGED && !endsWord(subject.at(to)) && !isQuote(subject.at(to)) && subject.at(to) !== BACKSLASH)
    to++;
  return { from, to };
}

/** Where the value of a flag begins: behind a blank, an equals sign, or the comma between two items of a JSON list. */
function valueAfter(subject: Subject, from: number): number {
  const quote = quoteAt(subject, from);
  if (quote !== undefined) {
    const comma = skipBlanks(subject, quote.inner);
    if (subject.at(comma) === COMMA) return skipBlanks(subject, comma + 1);
  }
  if (subject.at(from) === EQUALS) return from + 1;
  return isBlank(subject.at(from)) ? skipBlanks(subject, from) : from;
}

const textOf = (subject: Subject, { from, to }: Range) => subject.text.slice(from, Math.min(to, from + JUDGED));

/** `user:password`; two numbers are the ids of a user and a group. */
function checkUser(subject: Subject, at: number, flagEnd: number): Range | undefined {
  const word = wordAt(subject, valueAfter(subject, flagEnd));
  const value = textOf(subject, word);
  const colon = value.indexOf(':');
  if (colon < 0 || /^\d{1,10}:\d{1,10}$/.test(value)) return undefined;
  const secret = value.slice(colon + 1);
  if (secret.length < 2 || isStandIn(secret) || secret.startsWith('//') || secret.startsWith('$')) return undefined;
  // Asked last: it looks at the most text.
  if (!CURL.test(commandBefore(subject, at + 1))) return undefined;
  return { from: word.from + colon + 1, to: word.to };
}

/** A password right behind `-p`, as the clients of MySQL take it; some programs take it as the next word. */
function checkPassword(subject: Subject, at: number): Range | undefined {
  const from = at + 3;
  const apart = isBlank(subject.at(from)) || subject.at(from) === COMMA;
  const word = wordAt(subject, apart ? skipBlanks(subject, from) : from);
  const value = textOf(subject, word);
  if (value.length < 3 || value.startsWith('-') || value.startsWith('$') || isStandIn(value)) return undefined;
  // Asked last: it looks at the most text.
  const command = commandBefore(subject, at + 1);
  if (!(LOGIN.test(command) || (!apart && MYSQL.test(command)))) return undefined;
  return word;
}

/** Passwords that command lines carry in a flag of one letter. */
export const commandRules: readonly RedactionRule[] = [
  {
    id: 'curl-user',
    triggers: [' -u{ "\'=abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ}', '"-u"', "'-u'"],
    check: (subject, at) => checkUser(subject, at, at + 3),
    example: { text: join('curl -sS -u admin:win', 'ter-22 https://api.example/v1'), secret: join('win', 'ter-22') },
    counterexample:
      'docker run -u 1000:1000 curl; curl -u $USER:$PASS x; curl -u ann https://x; git push -u origin a:b',
  },
  {
    id: 'curl-user-behind-others',
    triggers: [
      ' -{SLfgiksv}u{ "\'=abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ}',
      ' -{SLfgiksv}{SLfgiksv}u{ "\'=}',
      ' -fsSu{ "\'=}',
      ' -U{ "\'=}',
    ],
    check: (subject, at, trigger) => checkUser(subject, at, at + trigger.replace(/\{[^}]*\}/g, '?').length - 1),
    example: { text: join('curl -sSu admin:win', 'ter-22 https://api.example/v1'), secret: join('win', 'ter-22') },
    counterexample: 'docker run -iu 1000:1000 curl; curl -sSu $USER:$PASS x; curl -su ann https://x; sort -fu a:b',
  },
  {
    id: 'curl-user-long',
    triggers: ['--user{ ="\'}', '--proxy-user{ ="\'}'],
    check: (subject, at, trigger) => checkUser(subject, at, at + (trigger.startsWith('--p') ? 12 : 6)),
    example: { text: join("curl --user 'admin:win", "ter 22' https://api.example"), secret: join('win', 'ter 22') },
    counterexample: 'curl --user ann https://x:8080/ and systemctl --user restart a:b',
  },
  {
    id: 'command-password',
    triggers: [' -p{ "\'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#%+_@^}'],
    check: checkPassword,
    example: { text: join('mysql -h db -u root -pwin', 'ter22 shop'), secret: join('win', 'ter22') },
    counterexample: 'mkdir -p build && ssh -p 2222 host; mysql -u root -p shop; docker run -p8080:80 mysql',
  },
];
