import { mkdir, rmdir, open, rename, rm } from 'node:fs/promises';
import { join, basename, dirname } from 'node:path';
import { toArchive, type ArchiveOptions } from '../../../trajectory/messages/archive.js';
import { toMeta, toNodeLink } from '../../../trajectory/graph/node-link.js';
import { roundFileNames } from '../../../trajectory/rounds/round-file-names.js';
import type { RestoredRound } from '../to-round.js';
import { sessionFolder, userFolder } from './session-folder.js';
import { randomUUID } from 'node:crypto';

export interface TrajectoryFiles extends ArchiveOptions {
  folder: string;
}

/** A crash may happen between the two renames, so the graph's file repeats the metadata. */
export async function writeRound(
  { folder, ...archive }: TrajectoryFiles,
  { snapshot, messages }: RestoredRound,
  isWanted?: () => Promise<boolean>,
): Promise<void> {
  const { owner } = snapshot;
  const path = sessionFolder(folder, owner);
  await mkdir(path, { recursive: true, mode: 0o700 });
  const names = roundFileNames(owner);
  const meta = toMeta(snapshot);
  const graph = { ...toNodeLink(snapshot), meta, messages: toArchive(messages, archive) };
  const isWritten = await writeWhole(
    [
      { path: join(path, names.graph), text: JSON.stringify(graph) },
      { path: join(path, names.meta), text: JSON.stringify(meta) },
    ],
    isWanted,
  );
  if (!isWritten) await removeEmpty([path, userFolder(folder, owner.user)]);
}

async function removeEmpty(folders: readonly string[]): Promise<void> {
  for (const folder of folders) await rmdir(folder).catch(() => undefined);
}

/** After a crash, a file is old or new, never mixed. */
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

/** Makes a rename durable. Some systems cannot open folders. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}
