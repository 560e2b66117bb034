import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasNginx, Nginx } from '../support/nginx.js';
import { postgresPrograms } from '../support/postgres.js';
import { Cluster } from './cluster.js';

const runner = fileURLToPath(new URL('../conformance/run.mjs', import.meta.url));
const source = fileURLToPath(new URL('../conformance/source.mjs', import.meta.url));
const hasReferee = existsSync(fileURLToPath(new URL('../conformance/node_modules', import.meta.url)));

if (!hasReferee) console.warn('Conformance through nginx is skipped: npm ci --prefix test/conformance');

describe.skipIf(postgresPrograms === undefined || !hasNginx || !hasReferee)(
  'two replicas behind nginx, in turns',
  () => {
    let cluster: Cluster;
    let nginx: Nginx;
    beforeAll(async () => {
      cluster = await Cluster.start(2, { args: [source] });
      nginx = await Nginx.start(cluster.replicas.map(({ port }) => port));
    });
    afterAll(async () => {
      await nginx?.remove();
      await cluster?.remove();
    });

    it('are one conforming server, in both eras', async () => {
      const child = spawn(process.execPath, [runner, 'server', `http://127.0.0.1:${nginx.port}/mcp`]);
      let text = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', piece => {
          text += piece;
        });
      const [code] = await once(child, 'close');
      console.log(text);
      expect(text).toContain('server 2025-11-25: 30 of 30 required scenarios passed');
      expect(text).toContain('server 2026-07-28: 37 of 37 required scenarios passed');
      expect(code).toBe(0);
    });
  },
);
