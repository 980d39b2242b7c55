import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { PinnedBinary } from './pinned-binaries.js';

/** Why a file may not be run; undefined: it is the binary that was pinned. */
export async function findHashProblem(
  file: string,
  { binary, sha256 }: { binary: PinnedBinary; sha256?: string | undefined },
): Promise<string | undefined> {
  const platform = `${process.platform}-${process.arch}`;
  const expected = sha256 || binary.sha256[platform];
  const found = await hashFile(file);
  if (expected === undefined)
    return `no hash is known for ${platform}, and what came has the SHA-256 ${found}`;
  if (found === expected.trim().toLowerCase()) return undefined;
  return `its SHA-256 is ${found} and must be ${expected}`;
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
