import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Workbench } from './workbench.js';

const REPOSITORY = join(import.meta.dirname, '../..');
const MAX_KILOBYTES = 3_800;

export async function packPackage({ folder, runShell }: Workbench, isBuilt: boolean): Promise<string> {
  const scripts = isBuilt ? '--ignore-scripts' : '';
  await runShell({ command: `npm pack ${scripts} --pack-destination "${folder}"`, cwd: REPOSITORY });
  const kilobytes = Math.round(statSync(findTarball(folder)).size / 1000);
  if (kilobytes <= MAX_KILOBYTES) return `${kilobytes} kB`;
  throw new Error(`The tarball has ${kilobytes} kB; it may have ${MAX_KILOBYTES}: see what 'npm pack' lists`);
}

export function findTarball(folder: string): string {
  const name = readdirSync(folder).find((file) => file.endsWith('.tgz'));
  if (name === undefined) throw new Error(`'npm pack' left no tarball in '${folder}'`);
  return join(folder, name);
}
