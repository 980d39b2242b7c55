import { createWriteStream, lstatSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FetchWay } from './fetch-way.js';
import { runProcess } from '../process/run-process.js';

const TIMEOUT_MS = 10 * 60_000;
/** A firewall that drops packets causes no error, so a download that stalls is ended. */
const STALL_MS = 30_000;
/** The archives have about 50 MB. */
const MAX_BYTES = 500_000_000;

export const fetchOfficial: FetchWay = async ({ binary, folder, onProgress }) => {
  const platform = { os: process.platform, arch: process.arch };
  const url = binary.archive(platform);
  if (url === undefined) throw new Error(`no download exists for ${platform.os} on ${platform.arch}`);
  const archive = path.join(folder, 'archive');
  await download(url, archive, onProgress);
  const names = [binary.executable, `${binary.executable}.exe`];
  const listing = await runTar(['-tf', archive]);
  const member = listing.split(/\r?\n/).find((name) => names.includes(name.split('/').at(-1) ?? ''));
  if (member === undefined || member.startsWith('/') || member.split('/').includes('..'))
    throw new Error(`the archive contains no '${binary.executable}'`);
  const target = path.join(folder, 'files');
  await mkdir(target);
  await runTar(['-xf', archive, '-C', target, member]);
  const file = path.join(target, member);
  // Checked, because a link in the archive could point to any file on this machine.
  if (!lstatSync(file).isFile()) throw new Error(`'${member}' of the archive is not a file`);
  return file;
};

async function download(url: string, file: string, onProgress: (detail: string) => void): Promise<void> {
  const stop = new AbortController();
  const startedAt = Date.now();
  let [bytes, lastGrowthAt, lastReportAt] = [0, startedAt, startedAt];
  const watch = setInterval(() => {
    const now = Date.now();
    if (now - lastGrowthAt > STALL_MS) stop.abort(new Error(`no data arrived for ${STALL_MS / 1_000} s`));
    if (now - lastReportAt < 2_000) return;
    lastReportAt = now;
    onProgress(`, ${Math.round(bytes / 1e6)} MB after ${Math.round((now - startedAt) / 1_000)} s`);
  }, 500);
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.byteLength;
      lastGrowthAt = Date.now();
      done(bytes > MAX_BYTES ? new Error(`it has more than ${MAX_BYTES} bytes`) : null, chunk);
    },
  });
  try {
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const response = await fetch(url, { signal });
    if (!response.ok || response.body === null) throw new Error(`it answered with status ${response.status}`);
    await pipeline(response.body, count, createWriteStream(file), { signal });
  } catch (error) {
    throw stop.signal.aborted ? stop.signal.reason : error;
  } finally {
    clearInterval(watch);
  }
}

async function runTar(args: readonly string[]): Promise<string> {
  const result = await runProcess({ command: 'tar', args, timeoutMs: 120_000 });
  if (result.kind === 'done') return result.output;
  throw new Error(
    result.kind === 'failed' ? `tar failed with ${result.failure}` : "'tar' is not on the PATH",
  );
}
