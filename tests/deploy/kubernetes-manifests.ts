import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { parse, parseAllDocuments } from 'yaml';

export const KUBERNETES = fileURLToPath(new URL('../../deploy/kubernetes/', import.meta.url));
const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string> };
  spec?: unknown;
  data?: Record<string, string>;
}

interface Kustomization {
  resources: string[];
}

export function readManifests(folder: string): Manifest[] {
  return readKustomization(folder).resources.flatMap((resource) => {
    const path = join(folder, resource);
    if (!resource.endsWith('.yaml')) return readManifests(path);
    return parseAllDocuments(readFileSync(path, 'utf8')).map((document) => {
      if (document.errors[0] !== undefined) throw document.errors[0];
      // `checkManifests` checks the types.
      return document.toJS() as Manifest;
    });
  });
}

export function readKustomization(folder: string): Kustomization {
  return parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')) as Kustomization;
}

export function listFiles(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml');
}

const OTHER_TYPES = `
  interface PodMonitor {
    apiVersion: 'monitoring.coreos.com/v1';
    kind: 'PodMonitor';
    metadata: ObjectMeta;
    spec: {
      selector: LabelSelector;
      podMetricsEndpoints: { port: string; path: string; interval: string }[];
    };
  }
  interface Kustomization {
    apiVersion: 'kustomize.config.k8s.io/v1beta1';
    kind: 'Kustomization';
    namespace?: string;
    resources: string[];
    images?: { name: string; newName?: string; newTag?: string; digest?: string }[];
    patches?: { target: { kind: string; name: string }; patch: string }[];
  }`;
const OTHER_KINDS = ['PodMonitor', 'Kustomization'];

/** Object literals, so unknown fields are errors. */
export function checkManifests(manifests: readonly unknown[]): string[] {
  const lines = manifests.map((manifest, index) => {
    const { apiVersion, kind } = manifest as Manifest;
    const type = OTHER_KINDS.includes(kind) ? kind : `import('${moduleOf(apiVersion)}').${kind}`;
    return `const m${index}: ${type} = ${JSON.stringify(manifest)};`;
  });
  const source = [
    "import type { LabelSelector, ObjectMeta } from 'kubernetes-types/meta/v1';",
    OTHER_TYPES,
    ...lines,
  ].join('\n');
  return compile(source);
}

function moduleOf(apiVersion: string): string {
  const [group = '', version] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion];
  return `kubernetes-types/${group.replace(/\..*/, '')}/${version}`;
}

function compile(source: string): string[] {
  const file = join(REPOSITORY, 'tests/deploy/manifests.virtual.ts');
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    types: [],
    lib: ['lib.es2020.d.ts'],
    skipLibCheck: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, languageVersion) =>
    name === file ? ts.createSourceFile(name, source, languageVersion) : getSourceFile(name, languageVersion);
  const program = ts.createProgram([file], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
