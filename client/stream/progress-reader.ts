import type { Database } from '../../store/database.js';
import { isConnectionError } from '../../store/is-connection-error.js';
import type { ProgressPlace } from '../../store/execution/progress-rows.js';
import { readProgress, type StoredProgress } from '../../store/execution/read-progress.js';

/** Reads for all streams of a process what is new at their places. */
export interface ProgressReader {
  /** Reads what is new since a place. Undefined: the execution has not begun, or is another user's. */
  read(place: ProgressPlace): Promise<StoredProgress | undefined>;
}

/** Bounds what one result holds when many readers begin at once, each with a whole answer to read. */
const MAX_PLACES = 100;
/** A statement that takes longer than this no longer holds back the next one: its connection may be dead. */
const PATIENCE_MS = 1_000;

interface Waiting {
  place: ProgressPlace;
  progress: Promise<StoredProgress | undefined>;
  resolve: (progress: StoredProgress | undefined) => void;
  reject: (error: unknown) => void;
}

/**
 * Makes one statement of all reads that are asked for in one moment, and of all that come while a statement is under way. Readers at
 * the same place of an execution share one answer. So a notice costs one statement, however many readers it wakes, and
 * under load statements become fewer and larger instead of waiting for connections.
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
        // By then everybody who was woken by the same notice has asked.
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
    // One of them asks for what Postgres refuses; the others do not pay for it.
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
