import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createProgram } from '../../cli/create-program.js';
import { createGateway } from '../../packages/gateway/index.js';
import { startHttpServer } from '../../worker/http-server.js';
import {
  checkManifests,
  KUBERNETES,
  listFiles,
  readKustomization,
  readManifests,
} from './kubernetes-manifests.js';

const BASE = join(KUBERNETES, 'base');
const manifests = readManifests(BASE);

interface Container {
  name: string;
  image: string;
  args: string[];
  env: { name: string; valueFrom?: { secretKeyRef?: { name: string } } }[];
  envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
  securityContext: object;
  startupProbe?: Probe;
  readinessProbe?: Probe;
  livenessProbe?: Probe;
}

interface Probe {
  httpGet: { path: string };
}

interface Workload {
  metadata: { name: string };
  spec: {
    selector?: { matchLabels: Record<string, string> };
    template: {
      metadata: { labels: Record<string, string> };
      spec: { terminationGracePeriodSeconds?: number; securityContext: object; containers: [Container] };
    };
  };
}

const workloads = manifests
  .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
  .map((manifest) => manifest as unknown as Workload)
  .map((workload) => ({
    name: workload.metadata.name,
    workload,
    container: workload.spec.template.spec.containers[0],
  }));
const [, worker, gateway] = workloads;

describe('kustomization.yaml', () => {
  test('its resources -> are all files of its folder', () => {
    expect(readKustomization(BASE).resources.toSorted()).toEqual(listFiles(BASE).sort());
  });

  test('the example -> renders the base in its namespace, with its image and its Temporal address', () => {
    const rendered = readManifests(join(KUBERNETES, 'example'));
    expect(checkManifests(rendered)).toEqual([]);
    const images = rendered
      .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
      .map((manifest) => (manifest as unknown as Workload).spec.template.spec.containers[0].image);
    expect(images).toEqual(workloads.map(() => 'registry.example.com/support:1.4.2'));
    const expected = JSON.stringify(
      manifests.map((manifest) => ({
        ...manifest,
        metadata: { ...manifest.metadata, namespace: 'chats' },
        ...(manifest.kind === 'ConfigMap' && {
          data: { ...manifest.data, TEMPORAL_ADDRESS: 'temporal-frontend.temporal:7233' },
        }),
      })),
    ).replaceAll('"image":"threadline-project"', '"image":"registry.example.com/support:1.4.2"');
    expect(rendered).toEqual(JSON.parse(expected));
  });

  test('names -> are unique for each kind', () => {
    const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('manifests', () => {
  test('all of them -> match the types of the Kubernetes API', () => {
    const kustomizations = ['base', 'example'].map((folder) => readKustomization(join(KUBERNETES, folder)));
    expect(manifests).toHaveLength(13);
    expect(checkManifests([...manifests, ...kustomizations])).toEqual([]);
  });

  test('a misspelt field, a wrong type, a missing field -> are errors', () => {
    const meta = { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name: 'x' } };
    const errors = checkManifests([
      { ...meta, spec: { maxUnavailabel: 1 } },
      { ...meta, spec: { maxUnavailable: true } },
      { apiVersion: 'apps/v1', kind: 'Deployment', spec: {} },
    ]);
    expect(errors).toHaveLength(3);
  });
});

describe('workloads', () => {
  test('migrate, worker and gateway -> run commands with options that exist', () => {
    expect(workloads.map(({ container }) => container.args[0])).toEqual(['migrate', 'worker', 'serve']);
    for (const { container } of workloads) {
      const [name, ...options] = container.args;
      const command = createProgram().commands.find((candidate) => candidate.name() === name);
      const known = command?.options.map(({ long }) => long) ?? [];
      for (const option of options.filter((word) => word.startsWith('--'))) expect(known).toContain(option);
    }
  });

  test('image -> is the one that the example replaces', () => {
    const { images } = readKustomization(join(KUBERNETES, 'example'));
    for (const { container } of workloads) expect(container.image).toBe(images?.[0]?.name);
  });

  test.each(workloads)(
    '$name -> runs without root, privileges, a writable disk and a service account',
    ({ workload, container }) => {
      expect(workload.spec.template.spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
        volumes: [{ name: 'tmp', emptyDir: {} }],
      });
      expect(container).toMatchObject({
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
        volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }],
      });
    },
  );

  test('every variable -> is a setting that config.ts or Temporal reads', () => {
    const config = readFileSync(new URL('../../config.ts', import.meta.url), 'utf8');
    const names = [
      ...workloads.flatMap(({ container }) => container.env.map(({ name }) => name)),
      ...manifests.filter(({ kind }) => kind === 'ConfigMap').flatMap(({ data }) => Object.keys(data ?? {})),
    ];
    expect(names).toContain('DATABASE_URL');
    const ofTemporal = ['TEMPORAL_NAMESPACE', 'TEMPORAL_API_KEY'];
    for (const name of names)
      if (!ofTemporal.includes(name)) expect(config).toMatch(new RegExp(`\\b${name}\\b`));
  });

  test("the owner's password -> is passed to migrate only, the models' keys to workers only", () => {
    expect(workloads.map(({ container }) => secretsOf(container))).toEqual([
      ['threadline-owner'],
      ['threadline-app', 'threadline-models', 'threadline-temporal'],
      ['threadline-app', 'threadline-temporal'],
    ]);
  });

  test('grace -> is longer than a worker (30 s) and a gateway (15 s) need to shut down', () => {
    expect(graceOf(worker)).toBeGreaterThan(30);
    expect(graceOf(gateway)).toBeGreaterThan(15);
  });

  test('ports -> are the ones that worker and gateway listen on', () => {
    const address = worker?.container.env.find(({ name }) => name === 'THREADLINE_HTTP_ADDRESS');
    expect(address).toMatchObject({ value: `0.0.0.0:${portOf(worker)}` });
    expect(gateway?.container.args.at(-1)).toBe(String(portOf(gateway)));
    const metrics = gateway?.container.env.find(({ name }) => name === 'THREADLINE_METRICS_ADDRESS');
    expect(metrics).toMatchObject({ value: `0.0.0.0:${gateway?.container.ports?.[1]?.containerPort}` });
  });

  test.each(workloads.slice(1))(
    '$name -> probes the process to start and live, and its servers to be ready',
    ({ container }) => {
      const port = container.ports?.[0]?.name;
      expect(container).toMatchObject({
        startupProbe: { httpGet: { path: '/healthz', port } },
        livenessProbe: { httpGet: { path: '/healthz', port } },
        readinessProbe: { httpGet: { path: '/readyz', port } },
      });
    },
  );
});

describe('paths', () => {
  const scraped = manifests
    .filter(({ kind }) => kind === 'PodMonitor')
    .flatMap(({ spec }) => (spec as { podMetricsEndpoints: { path: string }[] }).podMetricsEndpoints)
    .map(({ path }) => path);

  test('that are probed and scraped -> are served by worker and gateway', async () => {
    const server = await startHttpServer({
      address: '127.0.0.1:0',
      variable: 'THREADLINE_HTTP_ADDRESS',
      whyNotReady: () => Promise.resolve(undefined),
      readMetrics: () => Promise.resolve(''),
    });
    const served = createGateway({
      client: () => Promise.reject(new Error('No servers')),
      authenticate: () => null,
    });
    try {
      const paths = [...probedPaths(worker), ...scraped];
      expect(paths).toHaveLength(5);
      for (const path of paths) expect([path, (await fetch(server.url + path)).status]).toEqual([path, 200]);
      for (const path of probedPaths(gateway)) {
        const { status } = await served.fetch(new Request(`http://gateway${path}`));
        expect([path, status]).toEqual([path, path === '/readyz' ? 503 : 200]);
      }
    } finally {
      await server.close();
    }
  });
});

describe('selectors', () => {
  const labels = workloads.map(({ workload }) => workload.spec.template.metadata.labels);
  const selectors = manifests
    .filter(({ kind }) => kind !== 'ConfigMap' && kind !== 'Job' && kind !== 'HorizontalPodAutoscaler')
    .map(({ kind, metadata, spec }) => ({ kind, name: metadata.name, selector: selectorOf(spec) }));

  test.each(selectors)('$kind $name -> selects the pods of its name', ({ name, selector }) => {
    const selected = labels.filter((of) =>
      Object.entries(selector).every(([key, value]) => of[key] === value),
    );
    expect(selected.map((of) => of['app.kubernetes.io/name'])).toEqual([name]);
  });

  test('the HorizontalPodAutoscaler -> scales the worker, whose replicas it alone sets', () => {
    const scaler = manifests.find(({ kind }) => kind === 'HorizontalPodAutoscaler');
    expect(scaler?.spec).toMatchObject({ scaleTargetRef: { kind: 'Deployment', name: worker?.name } });
    expect(worker?.workload.spec).not.toHaveProperty('replicas');
    const adapter = parse(readFileSync(join(KUBERNETES, 'prometheus-adapter.yaml'), 'utf8')) as {
      rules: { custom: { name: { as: string } }[] };
    };
    expect(scaler?.spec).toMatchObject({
      metrics: [{ pods: { metric: { name: adapter.rules.custom[0]?.name.as } } }, { type: 'Resource' }],
    });
  });

  test('policies -> allow only the ports that are served', () => {
    const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy');
    const open = policies.map(({ spec }) => spec as { ingress?: { ports: { port: number }[] }[] });
    expect(
      open.map(({ ingress = [] }) => ingress.flatMap(({ ports }) => ports.map(({ port }) => port))),
    ).toEqual([[portOf(worker)], [portOf(gateway), gateway?.container.ports?.[1]?.containerPort], []]);
  });
});

function probedPaths(found: (typeof workloads)[number] | undefined): string[] {
  const { startupProbe, readinessProbe, livenessProbe } = found?.container ?? {};
  return [startupProbe, readinessProbe, livenessProbe].map((probe) => probe?.httpGet.path ?? '');
}

function secretsOf({ env, envFrom = [] }: Container): string[] {
  const names = [
    ...env.map(({ valueFrom }) => valueFrom?.secretKeyRef?.name),
    ...envFrom.map(({ secretRef }) => secretRef?.name),
  ];
  return names.filter((name) => name !== undefined).sort();
}

function graceOf(found: (typeof workloads)[number] | undefined): number | undefined {
  return found?.workload.spec.template.spec.terminationGracePeriodSeconds;
}

function portOf(found: (typeof workloads)[number] | undefined): number | undefined {
  return found?.container.ports?.[0]?.containerPort;
}

function selectorOf(spec: unknown): Record<string, string> {
  const { selector, podSelector = selector } = spec as Record<string, Record<string, unknown>>;
  return (podSelector?.matchLabels ?? podSelector) as Record<string, string>;
}
