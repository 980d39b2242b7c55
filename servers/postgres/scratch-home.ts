import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from '../error-text.js';
import { markProcess } from '../process/process-mark.js';
import { createPostgresHome, homeName } from './postgres-home.js';

const MEMORY = '/dev/shm';
/** The default shared memory of containers, 64 MB, is too little for a test run. */
const MEMORY_NEEDED = 2 * 1024 ** 3;
/** Waits this long, because another container may share this memory. */
const ABANDONED_MS = 3_600_000;

export const SCRATCH_FOLDER = 'postgres-scratch';

interface ScratchHomeInput {
  readonly dataDir: string;
  readonly home: string;
  readonly memory?: string;
}

/** On disk, a test database's 750 files cost ten times the CPU. Returns `home` outside Linux or without enough memory. */
export function createScratchHome({ dataDir, home, memory = MEMORY }: ScratchHomeInput): string {
  if (process.platform !== 'linux' || freeBytes(memory) < MEMORY_NEEDED) return home;
  removeAbandoned(memory);
  const inMemory = path.join(memory, homeName(dataDir));
  createPostgresHome(inMemory);
  return inMemory;
}

/** Frees the memory of killed runs, which nothing else does. */
function removeAbandoned(memory: string): void {
  for (const name of readdirSync(memory).filter((entry) => /^threadline-[0-9a-f]{16}$/.test(entry))) {
    const home = path.join(memory, name);
    if (isAbandoned(home)) rmSync(home, { recursive: true, force: true });
  }
}

function isAbandoned(home: string): boolean {
  try {
    const { uid, mtimeMs } = lstatSync(home);
    return uid === process.getuid?.() && Date.now() - mtimeMs > ABANDONED_MS && !runsIn(home);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

function runsIn(home: string): boolean {
  const pidFile = path.join(home, SCRATCH_FOLDER, 'postmaster.pid');
  if (!existsSync(pidFile)) return false;
  return markProcess(Number(readFileSync(pidFile, 'utf8').split('\n')[0])) !== undefined;
}

function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
