import { sql } from 'kysely';
import { STEP_BLOCK } from '../../flow/execution/step-blocks.js';
import type { RecordedCall, RecordedRun, RecordedStep } from '../../trajectory/recorded/record-steps.js';
import type { Touched } from '../../trajectory/touched/touched-thing.js';
import type { Database } from '../database.js';
import { parsePlaces } from './node-places.js';

/** Identifies the run of a node in an execution. */
export interface RunKey {
  executionId: number;
  /** The step before the first step of the run. */
  base: number;
}

/** A run with the steps and tool calls that are not recorded in its graph yet. */
export interface LoadedRun extends RecordedRun {
  nodeId: string;
  iteration: string;
  /** Whether a recorded thing still has no description. */
  isUndescribed: boolean;
}

interface RunRow {
  node: { nodeId: string; iteration: string } | null;
  head: { recordedThrough: number; pointers: string } | null;
  steps: RecordedStep[] | null;
  calls: (Omit<RecordedCall, 'touched'> & { touched: Touched[] | null; artifacts: string[] | null })[] | null;
  data: RecordedRun['data'] | null;
  isUndescribed: boolean;
}

/** Loads the unrecorded part of a run in one statement. Undefined: there is no such run, or it made no call. */
export async function loadRun(db: Database, { executionId, base }: RunKey): Promise<LoadedRun | undefined> {
  const { rows } = await sql<{ run: RunRow }>`
    select trajectory_run(${executionId}, ${base}, ${base + STEP_BLOCK}, ${base / STEP_BLOCK}) as run`.execute(
    db,
  );
  const row = rows[0]?.run;
  if (row?.node == null) return undefined;
  const { head, steps, calls, data } = row;
  return {
    nodeId: row.node.nodeId,
    iteration: row.node.iteration,
    base,
    head:
      head === null
        ? undefined
        : { recordedThrough: head.recordedThrough, pointers: parsePlaces(head.pointers) },
    steps: steps ?? [],
    calls: (calls ?? []).map(({ touched, artifacts, ...call }) => ({
      ...call,
      touched: [...(touched ?? []), ...(artifacts ?? []).map(toFile)],
    })),
    data: data ?? [],
    isUndescribed: row.isUndescribed,
  };
}

/** Describes an artifact, which holds a result that was too large for the context, as a touched file. */
function toFile(name: string): Touched {
  return { type: 'File', name, how: 'written', attributes: { source: 'artifact' } };
}
