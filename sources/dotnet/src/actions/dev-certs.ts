import { flag, freeOption, option, value } from '../argv/parts.js';
import * as parameter from '../table/parameters.js';
import { announcing, conflict, names, saying, targetOf, tool } from '../table/rows.js';
import type { Action, Arguments } from '../table/table.js';

const certificate = (name: string, argv: readonly string[], sentence: string, operation?: string): Action => ({
  name,
  required: [],
  optional: [],
  argv: () => ['dev-certs', 'https', ...argv],
  time: 'edit',
  ...(operation !== undefined && { lock: { operation, rule: 'dev-certs' } }),
  announcement: saying(sentence),
});

const certificates: readonly Action[] = [
  certificate('CertificateTrust', ['--trust'], 'Trusting the development certificate', 'certificate_trust'),
  {
    ...certificate('CertificateCheck', [], 'Checking the development certificate'),
    optional: ['trust'],
    argv: args => ['dev-certs', 'https', '--check', ...flag('--trust', args.trust)],
  },
  {
    ...certificate('CertificateClean', ['--clean'], 'Removing development certificates', 'certificate_clean'),
    confirm: saying('Delete all development certificates of this user?'),
  },
  {
    ...certificate('CertificateExport', [], 'Exporting the development certificate', 'certificate_export'),
    required: ['path'],
    optional: names('format password noPassword'),
    argv: args => [
      'dev-certs',
      'https',
      ...option('--export-path', args.path),
      ...option('--format', args.format),
      ...freeOption('--password', args.password),
      ...flag('--no-password', args.noPassword),
    ],
    between: [
      conflict('noPassword', 'password'),
      {
        parameter: 'noPassword',
        reason: 'conflict',
        message: "Parameter 'noPassword' can only be used with format 'pem'",
        broken: args => args.noPassword === true && args.password === undefined && args.format !== 'pem',
      },
    ],
  },
];

const secrets = (
  name: string,
  words: (args: Arguments) => readonly string[],
  sentence: string,
  operation?: string,
): Action => ({
  name,
  required: [],
  optional: ['project'],
  argv: args => ['user-secrets', ...words(args), ...option('--project', args.project)],
  time: 'edit',
  ...(operation !== undefined && { lock: { operation, rule: 'secrets' } }),
  announcement: announcing(sentence),
});

const userSecrets: readonly Action[] = [
  secrets('SecretsInit', () => ['init'], 'Preparing user secrets of', 'secrets_init'),
  {
    ...secrets('SecretsSet', () => ['set'], 'Setting a user secret of', 'secrets_set'),
    required: names('key value'),
    // On stdin the value is on no command line, and the CLI does not echo it.
    stdin: args => JSON.stringify({ [String(args.key)]: args.value }),
  },
  secrets('SecretsList', () => ['list'], 'Listing user secrets of'),
  {
    ...secrets('SecretsRemove', args => ['remove', ...value(args.key)], 'Removing a user secret of', 'secrets_remove'),
    required: ['key'],
  },
  {
    ...secrets('SecretsClear', () => ['clear'], 'Removing all user secrets of', 'secrets_clear'),
    confirm: args => `Delete all user secrets of ${targetOf(args)}?`,
  },
];

/** `dotnet_dev_certs`. */
export const devCerts = tool({
  name: 'dotnet_dev_certs',
  title: 'Development certificates and user secrets',
  description: 'HTTPS development certificates of this user, and user secrets of projects.',
  destructive: true,
  parameters: [
    parameter.path('path', 'File to export the certificate to.'),
    parameter.choice('format', ['pfx', 'pem'], 'Format of the file.'),
    parameter.text('password', 'Password that protects the file.', { token: false }),
    parameter.flag('noPassword', 'Exports the key without a password; only with format pem.'),
    parameter.flag('trust', 'Checks whether it is trusted too.'),
    parameter.shared.project,
    parameter.text('key', 'Name of the secret.', { token: ['SecretsRemove'] }),
    parameter.text('value', 'Value of the secret.', { token: false, multiline: true }),
    ...parameter.working,
  ],
  actions: [...certificates, ...userSecrets],
});
