import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { run } from './cli/mcp.js';
import { temporaryFolder } from './support/engine.js';

const folder = fileURLToPath(new URL('../deploy/', import.meta.url));
const text = (name: string) => readFileSync(`${folder}${name}`, 'utf8');
const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** The flags of a command line, which must all be those of `mcp serve`. */
const flagsOf = (words: readonly string[]) => words.filter(word => word.startsWith('--'));

async function expectServes(words: readonly string[]) {
  expect(words.slice(0, 1)).toEqual(['serve']);
  const { stdout } = await run(['serve', '--help'], temporaryFolder());
  const known = ['--config', ...[...stdout.matchAll(/--[a-z-]{2,30}/g)].map(([flag]) => flag)];
  expect(flagsOf(words).filter(flag => !known.includes(flag))).toEqual([]);
}

const systemd = spawnSync('systemd-analyze', ['--version']).status === 0;
if (!systemd) console.warn('The unit is not verified: there is no systemd-analyze here (apt-get install systemd)');

describe('the unit of systemd', () => {
  it.skipIf(!systemd)('is one that systemd takes without a word', () => {
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', `${folder}concord.service`], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });

  it('serves as an account that may do nothing else', async () => {
    const unit = text('concord.service');
    const start = /^ExecStart=\/usr\/bin\/env mcp (.+)$/m.exec(unit)![1]!;
    await expectServes(start.split(' '));
    for (const setting of [
      'DynamicUser=yes',
      'NoNewPrivileges=yes',
      'ProtectSystem=strict',
      'CapabilityBoundingSet=\n',
    ])
      expect(unit).toContain(setting);
    // What ends it waits for longer than calls may take to drain.
    const drain = Number(/--drain-seconds (\d+)/.exec(start)![1]);
    expect(Number(/TimeoutStopSec=(\d+)s/.exec(unit)![1])).toBeGreaterThan(drain);
  });
});

describe('the Dockerfile', () => {
  const lines = text('Dockerfile')
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .filter(line => line && !line.startsWith('#'));
  const of = (instruction: string) => lines.filter(line => line.startsWith(`${instruction} `));

  it('builds what is packed, and runs it as an account without rights', async () => {
    expect(scripts.pack).toBeDefined();
    expect(of('RUN')[0]).toContain('npm run pack');
    expect(lines.lastIndexOf('USER node')).toBeGreaterThan(lines.lastIndexOf(of('RUN').at(-1)!));
    await expectServes(JSON.parse(of('CMD')[0]!.slice(4)));
    expect(JSON.parse(of('ENTRYPOINT')[0]!.slice(11))).toEqual(['mcp']);
  });

  it('keeps to what linters of Dockerfiles ask for', () => {
    for (const from of of('FROM')) expect(from).toMatch(/^FROM \S+:\S+/);
    expect(of('FROM').some(from => /:latest\b/.test(from))).toBe(false);
    expect(of('ADD')).toEqual([]);
    expect(of('MAINTAINER')).toEqual([]);
    expect(of('RUN').some(line => /\bsudo\b|\bcd \S/.test(line))).toBe(false);
    expect(of('HEALTHCHECK')).toHaveLength(1);
    expect(of('ENTRYPOINT')).toHaveLength(1);
    for (const copy of of('COPY')) expect(copy).not.toMatch(/--chmod=777/);
  });

  it('asks for its health with a program that runs', () => {
    const command = JSON.parse(/CMD (\[.*\])$/.exec(of('HEALTHCHECK')[0]!)![1]!) as string[];
    // Nothing listens there now, so it says that it is not ready.
    expect(spawnSync(process.execPath, command.slice(1)).status).toBe(1);
  });
});

describe('the compose file', () => {
  const compose = parse(text('compose.yaml'), { merge: true });

  it('has a database, two replicas that know their addresses, and a door', async () => {
    expect(Object.keys(compose.services)).toEqual(['database', 'one', 'two', 'door']);
    for (const name of ['one', 'two']) {
      const replica = compose.services[name];
      await expectServes(replica.command);
      const address = replica.command[replica.command.indexOf('--http') + 1];
      expect(replica.command.at(-1)).toBe(`http://${address}`);
      expect(text('nginx.conf')).toContain(`server ${address} `);
      expect(replica).toMatchObject({ read_only: true, cap_drop: ['ALL'], network_mode: 'service:door' });
      expect(replica.environment.CONCORD_STORE).toMatch(
        /^postgres:\/\/concord:\$\{POSTGRES_PASSWORD:\?[^}]+\}@database\/concord$/,
      );
    }
    expect(compose.services.door.volumes[0]).toContain('nginx.conf');
  });

  it('brings a configuration that can be read', async () => {
    const { code, stdout } = await run(
      ['list', '--config', `${folder}mcp.json`, '--json', '--no-daemon'],
      temporaryFolder(),
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout).servers).toMatchObject([{ name: 'demo', status: 'connected' }]);
  });
});

describe('the manifest of Kubernetes', () => {
  const documents = parseAllDocuments(text('kubernetes.yaml')).map(document => document.toJS());
  const of = (kind: string) => documents.find(document => document.kind === kind);

  it('has all that belongs together, under one name', () => {
    expect(documents.map(({ kind }) => kind)).toEqual(['ConfigMap', 'Deployment', 'Service', 'PodDisruptionBudget']);
    expect(new Set(documents.map(({ metadata }) => metadata.name))).toEqual(new Set(['concord']));
    const labels = of('Deployment').spec.template.metadata.labels;
    for (const selector of [of('Deployment').spec.selector.matchLabels, of('Service').spec.selector])
      expect(labels).toMatchObject(selector);
    expect(of('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels);
    expect(of('PodDisruptionBudget').spec.minAvailable).toBeLessThan(of('Deployment').spec.replicas);
  });

  it('probes what the server answers, runs without rights, and waits for calls to end', async () => {
    const { spec } = of('Deployment').spec.template;
    const [container] = spec.containers;
    await expectServes(container.args);
    expect(container.readinessProbe.httpGet.path).toBe('/readyz');
    expect(container.livenessProbe.httpGet.path).toBe('/healthz');
    expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false });
    const drain = Number(container.args[container.args.indexOf('--drain-seconds') + 1]);
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(drain);
    const volumes = new Set(spec.volumes.map(({ name }: { name: string }) => name));
    for (const { name } of container.volumeMounts) expect(volumes).toContain(name);
    expect(JSON.parse(of('ConfigMap').data['mcp.json']).mcpServers).toBeDefined();
  });
});
