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
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
  spec?: unknown;
  data?: Record<string, string>;
}

interface Kustomization {
  namespace?: string;
  resources: string[];
  images?: { name: string; newName: string; newTag: string }[];
  patches?: { target: { kind: string; name: string }; patch: string }[];
}

/** Like `kustomize build`, for the fields of `Kustomization`, and patches that replace a value. */
export function readManifests(folder: string): Manifest[] {
  const { resources, namespace, images = [], patches = [] } = readKustomization(folder);
  const manifests = resources.flatMap((resource) => readResource(join(folder, resource)));
  for (const { target, patch } of patches) {
    const patched = manifests.filter(
      ({ kind, metadata }) => kind === target.kind && metadata.name === target.name,
    );
    if (patched.length === 0) throw new Error(`No ${target.kind} '${target.name}' to patch`);
    for (const manifest of patched)
      for (const change of parse(patch) as Replacement[]) replaceValue(manifest, change);
  }
  if (namespace !== undefined) for (const { metadata } of manifests) metadata.namespace = namespace;
  return manifests.map((manifest) => withImages(manifest, images));
}

function readResource(path: string): Manifest[] {
  if (!path.endsWith('.yaml')) return readManifests(path);
  return parseAllDocuments(readFileSync(path, 'utf8')).map((document) => {
    if (document.errors[0] !== undefined) throw document.errors[0];
    return document.toJS() as Manifest;
  });
}

interface Replacement {
  op: string;
  path: string;
  value: unknown;
}

function replaceValue(manifest: Manifest, { op, path, value }: Replacement): void {
  const keys = path.split('/').slice(1);
  const last = keys.pop() ?? '';
  let parent = manifest as unknown as Record<string, unknown>;
  for (const key of keys) parent = (parent[key] ?? {}) as Record<string, unknown>;
  if (op !== 'replace' || !(last in parent)) throw new Error(`Cannot ${op} '${path}' in ${manifest.kind}`);
  parent[last] = value;
}

function withImages(manifest: Manifest, images: NonNullable<Kustomization['images']>): Manifest {
  const rendered = JSON.stringify(manifest, (key, value: unknown) => {
    const image = key === 'image' ? images.find(({ name }) => name === value) : undefined;
    return image ? `${image.newName}:${image.newTag}` : value;
  });
  return JSON.parse(rendered) as Manifest;
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
