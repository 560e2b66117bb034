import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('..', import.meta.url));

interface Bundle {
  readonly text: string;
  readonly sources: readonly string[];
  readonly imports: readonly unknown[];
}

/** What a browser would load for an import of these names from the built package. */
async function bundle(names: string): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: `export ${names} from './dist/index.js';`, resolveDir: folder, sourcefile: 'entry.js' },
    absWorkingDir: folder,
    bundle: true,
    write: false,
    metafile: true,
    platform: 'browser',
    format: 'esm',
    minify: true,
    logLevel: 'silent',
  });
  return {
    text: outputFiles[0]?.text ?? '',
    sources: Object.keys(metafile.inputs),
    imports: Object.values(metafile.outputs).flatMap(({ imports }) => imports),
  };
}

describe('the built package', () => {
  it('has no dependency', () => {
    const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    expect(Object.keys(manifest)).not.toContain('dependencies');
    expect(Object.keys(manifest)).not.toContain('peerDependencies');
  });

  it('loads in a browser: nothing outside itself is imported', async () => {
    // Bundling for the browser fails on any `node:` import or missing package.
    const { text, sources, imports } = await bundle('*');
    expect(imports).toEqual([]);
    expect(sources.filter(source => !/^(dist|generated)\/|^entry\.js$/.test(source))).toEqual([]);
    expect(text).not.toMatch(/\brequire\(|\bprocess\.|\bBuffer\./);
  });

  it.each(['redact', 'validateErrorV0', 'validateSuccessResult', 'classify'])(
    'gives only what is needed to those who import %s',
    async name => {
      const [whole, single] = await Promise.all([bundle('*'), bundle(`{ ${name} }`)]);
      expect(single.text.length).toBeGreaterThan(100);
      expect(single.text.length / whole.text.length).toBeLessThan(name === 'redact' ? 0.5 : 0.1);
    },
  );
});
