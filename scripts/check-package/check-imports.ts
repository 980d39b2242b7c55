import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

export function checkImports(project: string): string {
  const folder = join(project, 'node_modules', 'threadline');
  const { dependencies, peerDependencies } = readManifest(folder);
  const declared = new Set([...Object.keys(dependencies), ...Object.keys(peerDependencies)]);
  const imported = new Set(sourcesIn(join(folder, 'dist')).flatMap(listPackages));
  const missing = [...imported].filter((name) => !declared.has(name));
  if (missing.length === 0) return `${imported.size} packages`;
  throw new Error(`The package imports ${missing.join(', ')}: add it to the dependencies`);
}

function sourcesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => /\.(?:m?js|ts)$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

function listPackages(source: string): string[] {
  return ts
    .preProcessFile(source)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((specifier) => !/^(?:\.|node:|threadline-team-)/.test(specifier))
    .map((specifier) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier);
}

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}
