function connect() {
  // ruleid: javascript/secrets/token-in-code
  const github = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
  // ruleid: javascript/secrets/token-in-code
  const database = "postgres://admin:h7Gq2LpX9s@db.example.com/app";
  // ruleid: javascript/secrets/token-in-code
  const aws = { key: "AKIA2E0A8F3B244C9986" };

  // ok: javascript/secrets/token-in-code
  const kept = process.env.GITHUB_TOKEN;
  // ok: javascript/secrets/token-in-code
  const url = "postgres://db.example.com/app";
  // ok: javascript/secrets/token-in-code
  const name = "ghp_";
  return [github, database, aws, kept, url, name];
}
