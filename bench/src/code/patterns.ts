import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Twenty patterns in Python that both programs read alike; `...` is written `$$$ALL` for the peer. */
const patterns: readonly string[] = [
  'os.system($X)',
  'subprocess.run(...)',
  'eval($X)',
  'exec($X)',
  'isinstance($X, $Y)',
  '$X == None',
  'print(...)',
  'open($F, $M)',
  'raise ValueError($M)',
  'assert $X',
  '$X.append($Y)',
  'len($X) == 0',
  'import pickle',
  '$A if $B else $C',
  '$X.format(...)',
  '$X is not None',
  'lambda: $X',
  'self.assertEqual($A, $A)',
  'warnings.warn(...)',
  'os.path.join($A, $B)',
];

/** Writes the patterns as rules: one file for us, a project for the peer. */
export function writeRules(root: string): { readonly ours: string; readonly peer: string } {
  const ours = join(root, 'patterns.yaml');
  const peer = join(root, 'sgconfig.yml');
  const rule = (text: string, at: number) =>
    `  - id: p${at}\n    languages: [python]\n    severity: WARNING\n    message: Found.\n    pattern: ${JSON.stringify(text)}\n`;
  writeFileSync(ours, `rules:\n${patterns.map(rule).join('')}`);
  mkdirSync(join(root, 'peer-rules'), { recursive: true });
  for (const [at, text] of patterns.entries()) {
    const pattern = JSON.stringify(text.replaceAll('...', '$$$$$$ALL'));
    const peerRule = `id: p${at}\nlanguage: python\nseverity: warning\nmessage: Found.\nrule:\n  pattern: ${pattern}\n`;
    writeFileSync(join(root, 'peer-rules', `p${at}.yml`), peerRule);
  }
  writeFileSync(peer, 'ruleDirs: [peer-rules]\n');
  return { ours, peer };
}
