import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder is two levels up in a clone, three in an installed package. */
export function findPackageFolder(): string {
  const clone = dirname(dirname(import.meta.dirname));
  const folder = [clone, dirname(clone)].find((candidate) => existsSync(join(candidate, 'package.json')));
  if (folder === undefined) throw new Error(`'${import.meta.dirname}' is not inside the package`);
  return folder;
}
