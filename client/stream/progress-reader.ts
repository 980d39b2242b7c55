import { createBatcher } from '../../store/batcher.js';
import type { Database } from '../../store/database.js';
import type { ProgressPlace } from '../../store/execution/progress-rows.js';
import { readProgress, type ExecutionProgress } from '../../store/execution/read-progress.js';

export interface ProgressReader {
  read(place: ProgressPlace): Promise<ExecutionProgress | undefined>;
}

/** Readers at the same position share one statement per notice. */
export function createProgressReader(db: Database): ProgressReader {
  return { read: createBatcher((places) => readProgress(db, places), formatKey) };
}

function formatKey({ workflowId, user, step, attempt, offset, reasoning, workStep }: ProgressPlace): string {
  return JSON.stringify([workflowId, user, step, attempt, offset, reasoning, workStep]);
}
