import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FetchWay } from './fetch-way.js';
import { runProcess } from '../process/run-process.js';

const SCRIPT = fileURLToPath(new URL('./download-official.mjs', import.meta.url));
const TIMEOUT_MS = 10 * 60_000;
// A firewall that drops packets causes no error, so the fetch is given up when nothing has arrived for this
// long.
const STALL_MS = 30_000;

/**
 * Lets the SDK download the official binary into `folder`. Throws when that fails, takes more than 10 minutes,
 * or receives nothing for 30 s. Runs in a process of its own, because after a failed start the SDK keeps its
 * process alive.
 */
export const fetchOfficial: FetchWay = async ({ binary, folder, onProgress }) => {
  const stalled = new AbortController();
  const watch = watchFolder(folder, onProgress, () =>
    stalled.abort(`nothing arrived for ${STALL_MS / 1000} s`),
  );
  const version = binary.official === 'cli' ? `v${binary.version}` : 'default';
  const result = await runProcess({
    command: process.execPath,
    args: [SCRIPT, binary.official, folder, version],
    timeoutMs: TIMEOUT_MS,
    signal: stalled.signal,
  });
  clearInterval(watch);
  const [largest] = listFiles(folder).sort((one, other) => other.size - one.size);
  // The server may have been too slow to start, which does not matter: only the binary is needed.
  const hasArrived =
    result.kind !== 'not-found' && (result.kind === 'done' || result.output.includes('DOWNLOADED'));
  if (largest !== undefined && hasArrived) return largest.file;
  throw new Error(result.kind === 'failed' ? result.failure : 'no file arrived');
};

function watchFolder(
  folder: string,
  onProgress: (detail: string) => void,
  onStall: () => void,
): NodeJS.Timeout {
  const startedAt = Date.now();
  let [lastSize, lastGrowthAt, lastReportAt] = [0, startedAt, startedAt];
  return setInterval(() => {
    const size = listFiles(folder).reduce((sum, entry) => sum + entry.size, 0);
    const now = Date.now();
    if (size !== lastSize) [lastSize, lastGrowthAt] = [size, now];
    if (now - lastGrowthAt > STALL_MS) onStall();
    if (now - lastReportAt < 2000) return;
    lastReportAt = now;
    onProgress(`, ${Math.round(size / 1e6)} MB after ${Math.round((now - startedAt) / 1000)} s`);
  }, 500);
}

function listFiles(folder: string): { file: string; size: number }[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.flatMap((name) => {
    const file = path.join(folder, name);
    const stats = statSync(file, { throwIfNoEntry: false });
    return stats?.isFile() ? [{ file, size: stats.size }] : [];
  });
}
