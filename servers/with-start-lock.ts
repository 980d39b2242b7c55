import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from './error-text.js';
import { isAlive, markThisProcess, processMarkSchema, type ProcessMark } from './process/process-mark.js';

interface StartLockInput {
  readonly dataDir: string;
  /** Default: 15 minutes, because the lock's holder may be downloading. */
  readonly timeoutMs?: number;
  readonly onProgress?: ((line: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export async function withStartLock<T>(input: StartLockInput, action: () => Promise<T>): Promise<T> {
  const lockDir = path.join(input.dataDir, 'lock');
  mkdirSync(lockDir, { recursive: true, mode: 0o700 });
  const file = await takeLock(lockDir, input);
  try {
    return await action();
  } finally {
    release(file);
  }
}

/** Needs no space on the disk. If it fails, the lock ends with this process. */
function release(file: string): void {
  try {
    truncateSync(file);
  } catch {
    // The action's own outcome matters more.
  }
}

async function takeLock(lockDir: string, input: StartLockInput): Promise<string> {
  const timeoutMs = input.timeoutMs ?? 15 * 60_000;
  const startedAt = Date.now();
  let isAnnounced = false;
  for (;;) {
    input.signal?.throwIfAborted();
    const outcome = tryLock(lockDir);
    if (outcome.kind === 'taken') return outcome.file;
    if (outcome.kind === 'lost') continue;
    const waitedMs = Date.now() - startedAt;
    const { pid } = outcome.holder;
    if (waitedMs > timeoutMs) {
      throw new Error(
        `Process ${pid} has been starting or stopping the servers of '${input.dataDir}' for ${Math.round(waitedMs / 1000)} s; end it, then start again`,
      );
    }
    if (!isAnnounced && waitedMs > 1000) {
      isAnnounced = true;
      input.onProgress?.(`Waiting for process ${pid}, which is starting or stopping the servers`);
    }
    await delay(50);
  }
}

type LockOutcome =
  | { readonly kind: 'taken'; readonly file: string }
  | { readonly kind: 'held'; readonly holder: ProcessMark }
  | { readonly kind: 'lost' };

/** Never deletes the highest lock, or a second waiter could delete the first waiter's. */
function tryLock(lockDir: string): LockOutcome {
  const highest = highestNumber(lockDir);
  if (highest > 0) {
    const holder = readHolder(path.join(lockDir, String(highest)));
    if (holder === 'gone') return { kind: 'lost' };
    if (holder !== 'free') return { kind: 'held', holder };
  }
  const mine = highest + 1;
  const file = path.join(lockDir, String(mine));
  if (!createWhole(file, JSON.stringify(markThisProcess()))) return { kind: 'lost' };
  if (highestNumber(lockDir) > mine) {
    rmSync(file, { force: true });
    return { kind: 'lost' };
  }
  for (const name of readdirSync(lockDir)) {
    if (/^\d+$/.test(name) && Number(name) < mine) rmSync(path.join(lockDir, name), { force: true });
  }
  return { kind: 'taken', file };
}

function highestNumber(lockDir: string): number {
  const numbers = readdirSync(lockDir).filter((name) => /^\d+$/.test(name));
  return Math.max(0, ...numbers.map(Number));
}

function readHolder(file: string): ProcessMark | 'free' | 'gone' {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 'gone';
    throw error;
  }
  const holder = parseMark(text);
  return holder && isAlive(holder) ? holder : 'free';
}

/** Undefined for a released lock, and for one that a power cut damaged. */
function parseMark(text: string): ProcessMark | undefined {
  try {
    return processMarkSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function createWhole(file: string, text: string): boolean {
  const draft = path.join(path.dirname(file), `.draft.${randomUUID()}`);
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
