import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Writes files of one folder, each whole or not at all: whoever reads one finds the old text or the new one, also
 * after a crash. All are on the disk before the first takes its name; then `isWanted` is asked, and if they are not,
 * nothing is left of them. Returns whether they were written. Throws what the file system throws, or `isWanted`.
 */
export async function writeWhole(
  files: readonly { path: string; text: string }[],
  isWanted: () => Promise<boolean> = () => Promise.resolve(true),
): Promise<boolean> {
  const written = files.map(({ path, text }) => ({
    path,
    text,
    temporary: join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`),
  }));
  try {
    for (const { temporary, text } of written) await writeSynced(temporary, text);
    if (!(await isWanted())) return false;
    for (const { temporary, path } of written) await rename(temporary, path);
  } finally {
    // Those that have their name by now are not there.
    for (const { temporary } of written) await rm(temporary, { force: true }).catch(() => undefined);
  }
  for (const folder of new Set(files.map(({ path }) => dirname(path)))) await syncFolder(folder);
  return true;
}

async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A name is on the disk when its folder is; some systems cannot open one. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}
