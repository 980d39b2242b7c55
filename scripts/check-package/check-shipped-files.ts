import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { WORKFLOW_BUNDLE } from '../../worker/find-workflow-bundle.js';

const EXPECTED = [
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'bin',
  'deploy',
  'dist',
  'docs',
  'examples',
  'package.json',
  'template',
];
const NOT_SHIPPED = new Set(['tests', 'scripts']);

export function checkShippedFiles(project: string): string {
  const folder = join(project, 'node_modules', 'threadline');
  const names = readdirSync(folder).filter((name) => name !== 'node_modules');
  if (names.sort().join() !== EXPECTED.join())
    throw new Error(`The package holds ${names.join(', ')}; it must hold ${EXPECTED.join(', ')}`);
  const files = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' });
  const wrong = files.find(
    (file) =>
      isSource(file) || NOT_SHIPPED.has(file.split(sep)[0] ?? '') || file.startsWith(join('packages', 'lab')),
  );
  if (wrong) throw new Error(`The package holds '${wrong}', which must not ship`);
  const missing = listFilesReadAtRunTime().find((file) => !files.includes(file));
  if (missing !== undefined)
    throw new Error(`The package lacks 'dist/${missing}', which is read when it runs`);
  return `${files.length} files and folders in dist/`;
}

function listFilesReadAtRunTime(): string[] {
  const servers = join(import.meta.dirname, '../../servers');
  const files = readdirSync(servers, { recursive: true, encoding: 'utf8' });
  const ofServers = files.filter((file) => !isSource(file)).map((file) => join('servers', file));
  return [...ofServers, WORKFLOW_BUNDLE];
}

function isSource(file: string): boolean {
  return /\.ts$/.test(file) && !file.endsWith('.d.ts');
}
