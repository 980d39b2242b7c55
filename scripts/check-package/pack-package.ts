import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Workbench } from './workbench.js';

const REPOSITORY = join(import.meta.dirname, '../..');
/** What is in it is code, declarations, the studio and the sets of questions of `recall`: more than this is something that slipped in. */
const MAX_KILOBYTES = 3_600;

/** Builds and packs the repository into the workbench's folder. Throws when the tarball is larger than it may be. */
export async function packPackage({ folder, runShell }: Workbench): Promise<string> {
  await runShell({ command: `npm pack --pack-destination "${folder}"`, cwd: REPOSITORY });
  const kilobytes = Math.round(statSync(findTarball(folder)).size / 1000);
  if (kilobytes <= MAX_KILOBYTES) return `${kilobytes} kB`;
  throw new Error(`The tarball has ${kilobytes} kB; it may have ${MAX_KILOBYTES}: see what 'npm pack' lists`);
}

/** The packed package in a folder. Throws when there is none. */
export function findTarball(folder: string): string {
  const name = readdirSync(folder).find((file) => file.endsWith('.tgz'));
  if (name === undefined) throw new Error(`'npm pack' left no tarball in '${folder}'`);
  return join(folder, name);
}
