import { describe, expect, test } from 'vitest';
import { readComposeFile, readRootFile, type ComposeService } from './compose-file.js';

const compose = readComposeFile();
const services = Object.entries(compose.services);
const dependencies = services.flatMap(([name, { depends_on = {} }]) =>
  Object.entries(depends_on).map(([on, { condition }]) => ({ name, on, condition })),
);
const WORKER_ENDS_WITHIN_S = 30;
const BY_VERSION = ['temporalio/ui:2.54.1'];

describe('docker-compose.yml', () => {
  test.each(services)('service %s -> has an image or is built', (_name, service) => {
    expect(service.image ?? service.build).toBeDefined();
  });

  test.each(services)('service %s -> its image is pinned to a version, and by digest', (_name, service) => {
    const [tag = '', digest] = service.image?.split('@') ?? [];
    expect(tag).toMatch(/:\d+\.\d+(\.\d+)?(-[a-z]+)?$/);
    if (service.build === undefined && !BY_VERSION.includes(tag))
      expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  test.each(services)('service %s -> its ports are open to this machine only', (_name, { ports = [] }) => {
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:\$\{\w+:-\d+\}:\d+$/);
  });

  test.each(services)('service %s -> volumes and configs are declared', (_name, service) => {
    const sources = (service.volumes ?? []).map((volume) => volume.split(':')[0]);
    expect(Object.keys(compose.volumes ?? {})).toEqual(expect.arrayContaining(sources));
    const configs = (service.configs ?? []).map(({ source }) => source);
    expect(Object.keys(compose.configs ?? {})).toEqual(expect.arrayContaining(configs));
  });

  test.each(services)('service %s -> commands are in exec form', (_name, service) => {
    for (const command of [service.entrypoint, service.command, service.healthcheck?.test])
      if (command !== undefined) expect(command).toBeInstanceOf(Array);
  });

  test.each(dependencies)(
    '$name waits for $on -> its condition can be met: $condition',
    ({ on, condition }) => {
      const service = compose.services[on];
      expect(service).toBeDefined();
      if (condition === 'service_started') expect(service?.restart).toBe('unless-stopped');
      else if (condition === 'service_healthy') expect(hasHealthcheck(on, service)).toBe(true);
      else {
        expect(condition).toBe('service_completed_successfully');
        expect(service?.restart).toMatch(/^(no|on-failure(:\d+)?)$/);
      }
    },
  );

  test('every variable -> has a default', () => {
    const variables = readRootFile('docker-compose.yml').match(/(?<!\$)\$\{[^}]*\}/g) ?? [];
    expect(variables.filter((variable) => !variable.includes(':-'))).toEqual([]);
  });

  test("Temporal's UI -> has no own port; its proxy refuses other Hosts and Origins", () => {
    expect(compose.services['temporal-ui']?.ports).toBeUndefined();
    const [, first = '', second = ''] = (compose.configs?.['temporal-ui-proxy']?.content ?? '').split(
      'server {',
    );
    expect(first).toMatch(/^\s+listen 8080 default_server;\s+return 403 /);
    expect(second).toMatch(/server_name localhost 127\.0\.0\.1;/);
    expect(second).toMatch(/if \(\$\$page != http:\/\/\$\$http_host\) {\s+return 403 /);
  });

  test('Temporal server and its tools -> are of one version', () => {
    const versions = services
      .map(([, { image = '' }]) => /^temporalio\/(?:server|admin-tools):([^@]+)/.exec(image)?.[1])
      .filter((version) => version !== undefined);
    expect(new Set(versions).size).toBe(1);
  });

  test('worker -> has a longer grace period than it needs to shut down', () => {
    const period = compose.services.worker?.stop_grace_period ?? '10s';
    expect(Number(/^(\d+)s$/.exec(period)?.[1])).toBeGreaterThan(WORKER_ENDS_WITHIN_S);
  });

  test.each(['TEMPORAL_DEPLOYMENT_NAME', 'TEMPORAL_WORKER_BUILD_ID', 'THREADLINE_PUBLISH'])(
    'worker -> is passed %s, if it is set',
    (name) => {
      expect(compose.services.worker?.environment).toHaveProperty(name, null);
    },
  );

  test('version of the worker image -> is that of the package', () => {
    const { version } = JSON.parse(readRootFile('package.json')) as { version: string };
    expect(compose.services.worker?.image).toBe(`threadline:${version}`);
  });
});

function hasHealthcheck(name: string, service: ComposeService | undefined): boolean {
  if (service?.healthcheck !== undefined) return true;
  return name === 'worker' && readRootFile('Dockerfile').includes('\nHEALTHCHECK ');
}
