import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readRootFile } from './compose-file.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const instructions = readRootFile('Dockerfile')
  .replaceAll(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => /^[A-Z]+ /.test(line));
const allowed = readRootFile('.dockerignore')
  .split('\n')
  .filter((line) => line.startsWith('!'))
  .map((line) => line.slice(1));

describe('Dockerfile', () => {
  test('base images -> Node 24 as tested, by digest, on a Linux with glibc', () => {
    const { optionalDependencies } = JSON.parse(readRootFile('tests/node-versions/package.json')) as {
      optionalDependencies: Record<string, string>;
    };
    const version = optionalDependencies['node-24']?.split('@').at(-1);
    for (const from of all('FROM'))
      expect(from).toMatch(new RegExp(`^node:${version}-bookworm-slim@sha256:[0-9a-f]{64}( AS \\w+)?$`));
  });

  test('user -> is not root', () => {
    expect(all('USER').at(-1)).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  });

  test('entry point, command and health check -> need no shell', () => {
    const check = /\bCMD (.*)$/.exec(all('HEALTHCHECK').at(-1) ?? '')?.[1];
    for (const command of [all('ENTRYPOINT').at(-1), all('CMD').at(-1), check])
      expect(JSON.parse(command ?? '')).toBeInstanceOf(Array);
    expect(check).toContain('/readyz');
  });

  test('dependencies -> match the lock file, without development dependencies', () => {
    expect(all('RUN')).toContain('npm ci --omit=dev');
    expect(all('COPY')).toContain('--from=dependencies /app/node_modules ./node_modules');
  });

  test('stop signal -> is the one on which a worker shuts down', () => {
    expect(all('STOPSIGNAL')).toEqual(['SIGTERM']);
  });
});

describe('.dockerignore', () => {
  test('every import of a copied file -> is copied, too', () => {
    const missing = allowed
      .flatMap((name) => sourcesOf(name))
      .flatMap((file) => importsOf(file).map((target) => ({ file, target })))
      .filter(({ target }) => !allowed.some((name) => target === name || target.startsWith(`${name}/`)));
    expect(missing).toEqual([]);
  });

  test('every file that is not named -> is not copied', () => {
    expect(readRootFile('.dockerignore')).toMatch(/^\*$/m);
    expect(allowed.filter((name) => name.startsWith('.'))).toEqual(['.npmrc']);
  });
});

function all(instruction: string): string[] {
  const prefix = `${instruction} `;
  return instructions.filter((line) => line.startsWith(prefix)).map((line) => line.slice(prefix.length));
}

function sourcesOf(name: string): string[] {
  const stats = statSync(join(ROOT, name), { throwIfNoEntry: false });
  if (stats?.isFile()) return [name].filter(isSource);
  if (!stats?.isDirectory()) return [];
  return readdirSync(join(ROOT, name), { recursive: true, encoding: 'utf8' })
    .map((file) => join(name, file))
    .filter(isSource);
}

function isSource(file: string): boolean {
  return /\.(ts|js|mjs)$/.test(file);
}

function importsOf(file: string): string[] {
  const source = readFileSync(join(ROOT, file), 'utf8');
  return [...source.matchAll(/(?:from |import )\(?'(\.[^']+)'|import\('(\.[^']+)'\)/g)]
    .map((match) => match[1] ?? match[2] ?? '')
    .map((path) => relative(ROOT, join(ROOT, dirname(file), path.replace(/\.js$/, '.ts'))))
    .filter((path) => !path.startsWith('..'));
}
