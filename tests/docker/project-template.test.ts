import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { listVariables } from '../../models/providers/providers.js';
import { createProgram } from '../../cli/create-program.js';
import { readComposeFile, readRootFile, type ComposeFile, type ComposeService } from './compose-file.js';

const text = readRootFile('template/compose.yaml');
const compose = parse(text, { merge: true }) as ComposeFile;
const services = Object.entries(compose.services);
const own = readComposeFile();
const dockerfile = readRootFile('template/Dockerfile');
const MODEL_VARIABLES = listVariables()
  .flatMap(([, { apiKey, otherApiKey, baseUrl }]) => [apiKey, otherApiKey, baseUrl])
  .filter((name) => name !== undefined)
  .sort();
const ofProject = services.filter(([, { build }]) => build !== undefined);

describe('compose.yaml of a new project', () => {
  test.each(services.filter(([, { build }]) => build === undefined))(
    'service %s -> runs the same image as docker-compose.yml',
    (name, { image }) => expect(image).toBe(own.services[name]?.image),
  );

  test.each(services)('service %s -> its ports are open to this machine only', (_name, { ports = [] }) => {
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:\$\{\w+:-\d+\}:\d+$/);
  });

  test('commands of the project -> exist, each once', () => {
    const commands = createProgram().commands.map((command) => command.name());
    const used = ofProject.map(([, { command = [] }]) => command[0]);
    expect(used).toEqual(['migrate', 'worker', 'serve']);
    expect(commands).toEqual(expect.arrayContaining(used));
  });

  test("the owner's password -> is passed to Postgres and migrate only", () => {
    expect(knowing('POSTGRES_PASSWORD')).toEqual(['postgres', 'migrate']);
    expect(knowing('APP_PASSWORD')).toEqual(['worker', 'gateway']);
    expect(knowing('TEMPORAL_PASSWORD')).toEqual(['temporal-schema', 'temporal']);
  });

  test("the models' keys -> are passed to the worker only", () => {
    const withKeys = ofProject.filter(([, { environment = {} }]) =>
      Object.keys(environment).some((name) => name.endsWith('_API_KEY')),
    );
    expect(withKeys.map(([name]) => name)).toEqual(['worker']);
  });

  test.each(MODEL_VARIABLES)(
    'variable %s of a provider -> is passed by both files, and documented',
    (name) => {
      for (const {
        services: { worker },
      } of [compose, own])
        expect(worker?.environment).toHaveProperty(name, null);
      for (const file of ['template/_env.example', 'docs/reference/models.md'])
        expect(readRootFile(file)).toMatch(new RegExp(`\\b${name}\\b`));
    },
  );

  test("the models' variables of the worker -> are the providers'", () => {
    const known = /^(OPENAI|ANTHROPIC|GEMINI|GOOGLE)_/;
    for (const {
      services: { worker },
    } of [compose, own])
      expect(
        Object.keys(worker?.environment ?? {})
          .filter((name) => known.test(name))
          .sort(),
      ).toEqual(MODEL_VARIABLES);
  });

  test('a model server on this machine -> is reachable from the worker', () => {
    expect(compose.services.worker?.extra_hosts).toEqual(['host.docker.internal:host-gateway']);
    expect(readRootFile('template/_env.example')).toContain('http://host.docker.internal:');
  });

  test('every variable without a default -> is in .env.example', () => {
    const needed = [...text.matchAll(/(?<!\$)\$\{(\w+):\?/g)].map((match) => match[1]);
    const example = readRootFile('template/_env.example');
    expect(new Set(needed).size).toBe(3);
    for (const name of needed) expect(example).toMatch(new RegExp(`^${name}=\\w+$`, 'm'));
  });

  test('dependencies -> wait for services that can reach their condition', () => {
    const waits = services.flatMap(([, { depends_on = {} }]) => Object.entries(depends_on));
    expect(waits.length).toBeGreaterThan(5);
    for (const [name, { condition }] of waits) {
      const service = compose.services[name];
      if (condition === 'service_healthy') expect(service?.healthcheck).toBeDefined();
      else expect(service?.restart).toMatch(/^on-failure/);
    }
  });

  test('worker and gateway -> have a longer grace period than they need to shut down', () => {
    expect(seconds(compose.services.worker)).toBeGreaterThan(30);
    expect(seconds(compose.services.gateway)).toBeGreaterThan(10);
  });
});

describe('Dockerfile of a new project', () => {
  test('base images -> match our Dockerfile', () => {
    const bases = (file: string): Set<string> =>
      new Set([...file.matchAll(/^FROM (\S+)/gm)].map((match) => match[1] ?? ''));
    expect(bases(dockerfile)).toEqual(bases(readRootFile('Dockerfile')));
  });

  test('user, packages and signals -> an unprivileged user, the lock file, no shell', () => {
    expect(dockerfile).toMatch(/^RUN .*npm ci --omit=dev$/m);
    expect(dockerfile).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
    expect(dockerfile).toMatch(/^ENTRYPOINT \["node", "node_modules\/threadline\/bin\/threadline\.js"\]$/m);
    expect(readRootFile('template/_dockerignore')).toMatch(/^\*\*\/\.env\*$/m);
  });
});

function knowing(variable: string): string[] {
  return services
    .filter(([, { environment = {} }]) =>
      Object.values(environment).some((value) => value?.includes(`\${${variable}:`)),
    )
    .map(([name]) => name);
}

function seconds(service: ComposeService | undefined): number {
  return Number(/^(\d+)s$/.exec(service?.stop_grace_period ?? '')?.[1]);
}
