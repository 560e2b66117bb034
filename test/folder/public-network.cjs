// Loaded before a server under test: the names that the test gives resolve to public addresses, behind which stands the test's own
// TLS server. What the product checks, asks for and pins is its own; only the cable is another.
const dns = require('node:dns/promises');
const tls = require('node:tls');
const { syncBuiltinESMExports } = require('node:module');

const names = JSON.parse(process.env.CONCORD_TEST_NAMES);
const port = Number(process.env.CONCORD_TEST_PORT);
const { connect } = tls;

dns.lookup = async host => {
  if (!names[host]) throw Object.assign(new Error(`no such name: ${host}`), { code: 'ENOTFOUND' });
  return names[host].map(address => ({ address, family: address.includes(':') ? 6 : 4 }));
};

tls.connect = ({ host, lookup, ...options }) => {
  lookup(host, { all: true }, (_, pinned) => {
    if (pinned.map(({ address }) => address).join() !== names[host].join()) throw new Error('not the checked address');
  });
  return connect({ ...options, host: '127.0.0.1', port });
};
syncBuiltinESMExports();
