import type { Database } from '../../store/database.js';
import { isConnectionError } from '../../store/is-connection-error.js';
import type { ProgressPlace } from '../../store/execution/progress-rows.js';
import { readProgress, type StoredProgress } from '../../store/execution/read-progress.js';

export interface ProgressReader {
  /** Returns undefined if the execution has not started or belongs to another user. */
  read(place: ProgressPlace): Promise<StoredProgress | undefined>;
}

/** Bounds the result if many readers start at once, each with a whole answer. */
const MAX_PLACES = 100;
/** A slower statement no longer delays the next: its connection may be dead. */
const PATIENCE_MS = 1_000;

interface Waiting {
  place: ProgressPlace;
  progress: Promise<StoredProgress | undefined>;
  resolve: (progress: StoredProgress | undefined) => void;
  reject: (error: unknown) => void;
}

/**
 * Batches reads: one statement for all that are requested at once or during a running statement. Readers at
 * the same place share an answer. A notice costs one statement for any number of readers, and load makes
 * statements fewer and larger.
 */
export function createProgressReader(db: Database): ProgressReader {
  const waiting = new Map<string, Waiting>();
  let isReading = false;
  return {
    read(place) {
      const key = formatKey(place);
      const asked = waiting.get(key) ?? createWaiting(place);
      waiting.set(key, asked);
      if (!isReading) {
        isReading = true;
        // By then, all readers of the same notice have asked.
        setImmediate(() => void readAll());
      }
      return asked.progress;
    },
  };

  async function readAll(): Promise<void> {
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, MAX_PLACES);
      for (const [key] of batch) waiting.delete(key);
      await awaitPatiently(
        readTogether(
          db,
          batch.map(([, asked]) => asked),
        ),
      );
    }
    isReading = false;
  }
}

async function readTogether(db: Database, batch: readonly Waiting[]): Promise<void> {
  try {
    const found = await readProgress(
      db,
      batch.map(({ place }) => place),
    );
    for (const [index, { resolve }] of batch.entries()) resolve(found[index]);
  } catch (error) {
    if (batch.length === 1 || isConnectionError(error)) for (const { reject } of batch) reject(error);
    // Postgres rejected one of them; retry each alone.
    else for (const asked of batch) await readTogether(db, [asked]);
  }
}

async function awaitPatiently(reading: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS);
  });
  await Promise.race([reading, patience]);
  clearTimeout(timer);
}

function createWaiting(place: ProgressPlace): Waiting {
  let resolve: Waiting['resolve'] = () => undefined;
  let reject: Waiting['reject'] = () => undefined;
  const progress = new Promise<StoredProgress | undefined>((...settle) => {
    [resolve, reject] = settle;
  });
  return { place, progress, resolve, reject };
}

function formatKey({ workflowId, user, step, attempt, offset, reasoning, workStep }: ProgressPlace): string {
  return JSON.stringify([workflowId, user, step, attempt, offset, reasoning, workStep]);
}
