import { describe, expect, it } from 'vitest';
import { createRedactor, redact } from './index.js';

/** Texts without secrets that look as if they had some; redaction must not change them. */
const cleanCorpus: Readonly<Record<string, string>> = {
  'dotnet build': `  Determining projects to restore...
  Restored /srv/app/App.csproj (in 312 ms).
/srv/app/Services/TokenService.cs(14,27): warning CS0168: The variable 'token' is declared but never used [/srv/app/App.csproj]
/srv/app/Auth.cs(88,13): error CS1503: Argument 2: cannot convert from 'string' to 'System.Threading.CancellationToken'
error NU1101: Unable to find package Contoso.Secrets. No packages exist with this id in source(s): nuget.org
Could not load file or assembly 'System.Core, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089'
    0 Warning(s)
Time Elapsed 00:00:03.41
`,
  'npm install': `npm warn deprecated inflight@1.0.6: This module is not supported, and leaks memory.
npm http fetch GET 200 https://registry.example.org/jsonwebtoken 312ms (cache hit)
added 1532 packages, and audited 1533 packages in 41s
npm_config_registry=https://registry.example.org/ npm_lifecycle_event=build
`,
  'package-lock': `    "node_modules/jsonwebtoken": {
      "version": "9.0.2",
      "resolved": "https://registry.example.org/jsonwebtoken/-/jsonwebtoken-9.0.2.tgz",
      "integrity": "sha512-PRp66vJ865SSqOlgqS8hujT5U4AOgMfhrwYIuIhfKaoSCZcirrmASQr8CX7cUg+RMih+hgznrjp99o+W4pJLHQ==",
      "dependencies": { "@octokit/auth-token": "^4.0.0", "csrf-token": "~1.2.3-beta.1", "registry-auth-token": "5.0.2" }
    }
`,
  'stack traces': `SyntaxError: Unexpected token: expected '}' but found end of file
    at Parser.nextToken (/srv/app/node_modules/@babel/parser/lib/index.js:120:31)
    at async Promise.all (index 0)
Unhandled exception. System.UnauthorizedAccessException: Invalid token: unauthorized
   at App.TokenValidator.Validate(String token, CancellationToken cancellationToken) in /src/TokenValidator.cs:line 42
Traceback (most recent call last):
  File "/srv/app/auth.py", line 12, in login
    raise ValueError("password: must contain at least 8 characters")
`,
  typescript: `export interface Credentials { username: string; password: string; apiKey?: string; token: string | null }
const token = await getToken(request.headers);
const secret = process.env.CLIENT_SECRET ?? config.clientSecret;
if (token === undefined || password !== confirmPassword) throw new Error('token: missing');
const apiKey = readFileSync(path, 'utf8'); export const csrfToken: unique symbol = Symbol();
tokens.map(token => token.value); this.accessToken = options.accessToken;
`,
  'C#': `public Task<string> GetAsync(string password, CancellationToken cancellationToken = default)
    => client.SendAsync(request, cancellationToken: cancellationToken);
var token = tokenSource.Token; private readonly SecretClient _secret = new();
[JsonPropertyName("access_token")] public string AccessToken { get; set; } = string.Empty;
`,
  'python and go and rust': `def login(username: str, password: Optional[str] = None, token: "Token" = None) -> bool:
    password = getpass.getpass("Password: ")
func New(token string, secret []byte) *Client { return &Client{token: token, secret: secret} }
let token: Vec<u8> = tokens[i + 1].clone(); pub struct Auth { api_key: String, secret: SecretString }
`,
  'git log': `commit 3f2a1b9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e4f3a
Merge: 1a2b3c4 5d6e7f8
Author: Ann Example <ann@example.com>
Date:   Tue Jul 28 10:00:00 2026 +0200

    Rotate the token: see the notes on access keys

index 83db48f..bf269f4 100644
`,
  docker: `Step 4/12 : RUN npm ci --omit=dev
 ---> 3f2a1b9c8d7e
#12 sha256:7e1c94b06fa2d8537e1c94b06fa2d8537e1c94b06fa2d8537e1c94b06fa2d853 12.5MB / 92.10MB 4.1s
0.0.0.0:8080->80/tcp   registry.example:5000/team/app@sha256:7e1c94b06fa2d8537e1c94b06fa2d8537e1c94b06fa2d8537e1c94b06fa2d853
Password:
Login Succeeded
`,
  'URLs and addresses': `http://localhost:8080/@scope/package https://example.com:443/a@b git@github.com:owner/repo.git
https://user@example.com/path postgres://app@db:5432/main mailto:ann@example.com ftp://host:21/x@y
00:1A:2B:3C:4D:5E 2001:db8::8a2e:370:7334 12:30:45 1//0 is no token
`,
  'JSON settings': `{
  "id": "123e4567-e89b-12d3-a456-426614174000",
  "tokens": 1532, "max_token": 4096, "password": null, "token": true, "secret": "",
  "passwordPolicy": { "minLength": 12 }, "tokenEndpoint": "https://login.example.com/oauth2/token",
  "privateKey": "/etc/ssl/private/server.key", "apiKey": "<your key>", "password": "****", "token": "\${TOKEN}"
}
`,
  'settings with variables': `DB_PASSWORD=\${DB_PASSWORD}
API_KEY=$API_KEY
TOKEN=%TOKEN%
password: {{ vault.password }}
secret: \${{ secrets.NPM }}
TOKEN_FILE=/run/secrets/token
PWD=/home/ann/project
OLDPWD=/tmp
`,
  prose: `The token: a short story. Secrets: none. Password: choose one that you remember.
Cookie: a small text that a site stores. Authorization: who may do what. Bearer authentication is described below.
Set the access key: it is shown once. A private key: never share it. Credentials: see below.
`,
  'hashes and keys that are public': `MD5 (a) = 0cc175b9c0f1b6a831c399e269772661
SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8 ann@example.com (ED25519)
ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl ann@example
-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEvQ
-----END PUBLIC KEY-----
----------------------------------------------------------------------
`,
};

const github = ['gh', 'p_', 'k7Qz2Wm9Xb4Rt6Yc1Vn8Hd3Lp5JsGf0k7Qz2'].join('');
const jwt = ['ey', 'JhbGciOiJIUzI1NiJ9.ey', 'JzdWIiOiIxMjM0NTY3ODkwIn0.k7Qz2Wm9Xb4Rt6Yc1Vn8Hd3Lp5JsGf0'].join('');
const aws = ['AK', 'IAK7QZ2WM9XB4RT6YC'].join('');
const awsSecret = ['k7Qz2Wm9Xb4Rt6Yc1Vn8', '/Hd3Lp5+JsGf0k7Qz2Wm'].join('');

/** Texts with secrets, each listed once in the order it stands in. */
const plantedCorpus: Readonly<Record<string, { readonly text: string; readonly secrets: readonly string[] }>> = {
  'a build that prints its environment': {
    text: `+ env
GITHUB_TOKEN=${github}
AWS_ACCESS_KEY_ID=${aws}
AWS_SECRET_ACCESS_KEY=${awsSecret}
DB_PASSWORD=hunter22x
PATH=/usr/bin:/bin
`,
    secrets: [github, aws, awsSecret, 'hunter22x'],
  },
  'a request log': {
    text: `> GET /api/v1/users?api_key=q7rt8zx1mk&page=2 HTTP/1.1
> Host: example.com
> Authorization: Bearer ${jwt}
> Cookie: sid=k7Qz2Wm9Xb4R; theme=dark
> X-Api-Key: Vn8Hd3Lp5JsGf0
< Set-Cookie: refresh=Rt6Yc1Vn8Hd3; Path=/; HttpOnly
< 200 OK
`,
    secrets: ['q7rt8zx1mk', jwt, 'sid=k7Qz2Wm9Xb4R; theme=dark', 'Vn8Hd3Lp5JsGf0', 'Rt6Yc1Vn8Hd3'],
  },
  'settings in several forms': {
    text: `{ "ConnectionStrings": { "Main": "Server=db;Database=app;User Id=sa;Password=Sup3r!Secret;Encrypt=true" } }
spring.datasource.password=Tr0ub4dor
  client_secret: 'J7s-Gf0_k7Qz2'
<add key="x" /><ApiKey>Yc1Vn8Hd3Lp5</ApiKey>
amqp://worker:Rabb1t@queue:5672/vhost
config.set('privateKey', 1); PRIVATE_KEY="Lp5JsGf0k7Qz2Wm9"
`,
    secrets: ['Sup3r!Secret', 'Tr0ub4dor', 'J7s-Gf0_k7Qz2', 'Yc1Vn8Hd3Lp5', 'Rabb1t', 'Lp5JsGf0k7Qz2Wm9'],
  },
  'coloured output and command lines': {
    text: `\u001b[31m${github}\u001b[0m is invalid
$ deploy --token q7rt8zx1mk --api-key=Vn8Hd3Lp5JsGf0 --region eu
$ curl -u ann -H "Authorization: Basic YW5uOmh1bnRlcjIyeA==" https://example.com
\u001b[1mPassword:\u001b[0m no value here
`,
    secrets: [github, 'q7rt8zx1mk', 'Vn8Hd3Lp5JsGf0', 'YW5uOmh1bnRlcjIyeA=='],
  },
};

describe('the clean corpus', () => {
  for (const [name, text] of Object.entries(cleanCorpus)) {
    it(`stays byte for byte: ${name}`, () => {
      expect(redact(text)).toEqual({ text, count: 0, rules: [] });
    });
  }
});

describe('the planted corpus', () => {
  for (const [name, { text, secrets }] of Object.entries(plantedCorpus)) {
    it(`loses every secret and keeps the rest: ${name}`, () => {
      const result = redact(text);
      for (const secret of secrets) {
        expect(text).toContain(secret);
        expect(result.text).not.toContain(secret);
      }
      expect(result.count).toBe(secrets.length);
      expect(result.text.split('\n')).toHaveLength(text.split('\n').length);
      // What is left of both texts without secrets is the same.
      const without = secrets.reduce((rest, secret) => rest.replace(secret, ''), text);
      expect(result.text.replaceAll('[REDACTED]', '')).toBe(without);
      expect(redact(result.text).count).toBe(0);
    });
  }

  it('comes out the same in a stream of lines', () => {
    for (const { text } of Object.values(plantedCorpus)) {
      const redactor = createRedactor();
      const released = text.split(/(?<=\n)/).map(line => redactor.push(line));
      const { text: rest, ...totals } = redactor.end();
      expect({ text: released.join('') + rest, ...totals }).toEqual(redact(text));
    }
  });
});
