import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { toArchive, type ArchiveOptions } from '../../../trajectory/messages/archive.js';
import { toMeta, toNodeLink } from '../../../trajectory/graph/node-link.js';
import { roundFileNames } from '../../../trajectory/rounds/round-file-names.js';
import type { RestoredRound } from '../to-round.js';
import { sessionFolder, userFolder } from './session-folder.js';
import { writeWhole } from './write-whole.js';

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
