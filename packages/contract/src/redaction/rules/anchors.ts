/**
 * Where in each trigger of a rule the four characters begin that a scan looks for, in the order of the triggers; 0 for rules that are not
 * listed. They are the characters that text without secrets shows least. Choosing them takes longer than all else that a process
 * does before its first text, so they stand here as they were chosen; `anchors.test.ts` fails when they are out of date, and prints them.
 */
export const anchors: Readonly<Record<string, readonly number[]>> = {
  pem: [4],
  'ssh-private-key': [5],
  putty: [10],
  'azure-account-key': [7, 10, 6],
  'azure-shared-access-signature': [10],
  authorization: [7],
  cookie: [1, 1, 1, 1, 1, 1, 1, 1],
  'api-key-header': [5],
  'discord-webhook': [8],
  'pagerduty-key': [4],
  'heroku-key': [2],
  'github-fine-grained': [3],
  gitlab: [0, 0, 0, 0, 0, 0, 0, 2, 0, 2, 0, 0, 0, 0],
  mailgun: [1],
  'google-client-secret': [1],
  digitalocean: [2, 0, 2],
  docker: [3, 3],
  pagerduty: [2, 2],
  linear: [2, 2],
  sentry: [3, 3, 3],
  age: [3],
  'keyed-secret': [0, 0, 6, 6, 1, 3, 3, 3, 3, 4, 6, 6, 6, 6, 6, 7, 7, 7, 7, 0, 0, 0, 0, 0],
  'curl-user-long': [1, 1],
  'named-value': [1],
  'encoded-token': [
    0, 0, 1, 0, 0, 1, 0, 0, 1, 3, 9, 1, 0, 2, 2, 0, 2, 0, 0, 2, 0, 3, 3, 3, 0, 3, 4, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1,
  ],
};
