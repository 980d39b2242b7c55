import { sql } from 'kysely';
import type { SentItem } from '../../context/sent/sent-kinds.js';
import { STEP_BLOCK } from '../../flow/execution/step-blocks.js';
import { ATTACHMENT } from '../../trajectory/recorded/knowledge-reference.js';
import type { NodePlace } from '../../trajectory/graph/node-place.js';
import type { RecordedCall, RecordedRun, RecordedStep } from '../../trajectory/recorded/recorded-run.js';
import { describeSent } from '../../trajectory/recorded/sent-things.js';
import type { Touched } from '../../trajectory/touched/touched-thing.js';
import type { TrajectoryWrite } from '../../trajectory/writes/trajectory-write.js';
import type { Database } from '../database.js';
import { parsePlaces } from './node-places.js';

export interface RunKey {
  executionId: number;
  base: number;
}

export interface LoadedRun extends RecordedRun {
  nodeId: string;
  iteration: string;
  isUndescribed: boolean;
}

interface CallRow extends Omit<RecordedCall, 'touched' | 'writes'> {
  touched: Touched[] | null;
  artifacts: string[] | null;
  spawned: string[] | null;
  writes: TrajectoryWrite[] | null;
}

interface RunRow {
  given: string[] | null;
  sent: { step: number; first: boolean; item: SentItem }[] | null;
  node: { nodeId: string; iteration: string } | null;
  head: { recordedThrough: number; pointers: string } | null;
  steps: RecordedStep[] | null;
  calls: CallRow[] | null;
  data: RecordedRun['data'] | null;
  added: NodePlace[] | null;
  isUndescribed: boolean;
}

export async function loadRun(db: Database, { executionId, base }: RunKey): Promise<LoadedRun | undefined> {
  const { rows } = await sql<{ run: RunRow }>`
    select trajectory_run(${executionId}, ${base}, ${base + STEP_BLOCK}, ${base / STEP_BLOCK}) as run`.execute(
    db,
  );
  const row = rows[0]?.run;
  if (row?.node == null) return undefined;
  const { given, node, head, data, added, isUndescribed } = row;
  const steps = row.steps ?? [];
  const sent = row.sent ?? [];
  const unanswered = sent.filter((one) => !steps.some(({ step }) => step === one.step));
  return {
    ...node,
    base,
    given: [...(given ?? []).map(toGiven), ...unanswered.flatMap(toSent)],
    head: head === null ? undefined : toHead(head, steps),
    steps: (head === null ? steps : steps.filter(({ step }) => step > head.recordedThrough)).map((step) =>
      withSent(step, sent),
    ),
    calls: (row.calls ?? []).map(toCall),
    data: data ?? [],
    added: added ?? [],
    isUndescribed,
  };
}

function toHead(
  { recordedThrough, pointers }: { recordedThrough: number; pointers: string },
  steps: readonly RecordedStep[],
): NonNullable<RecordedRun['head']> {
  const last = steps.find(({ step }) => step === recordedThrough);
  return { recordedThrough, pointers: parsePlaces(pointers), last };
}

/** Needs no description by a model, which would only repeat the name. */
function toGiven(name: string): Touched {
  return {
    type: 'File',
    name,
    description: 'Attached to the question',
    attributes: { source: ATTACHMENT },
  };
}

function withSent(step: RecordedStep, sent: NonNullable<RunRow['sent']>): RecordedStep {
  const own = sent.filter((one) => one.step === step.step);
  if (own.length === 0) return step;
  return { ...step, sent: { withQuestion: own.some(({ first }) => first), things: own.flatMap(toSent) } };
}

function toSent({ item, step }: NonNullable<RunRow['sent']>[number]): Touched[] {
  const thing = describeSent(item, step);
  return thing ? [thing] : [];
}

function toCall({ touched, artifacts, spawned, writes, ...call }: CallRow): RecordedCall {
  return {
    ...call,
    touched: [...(touched ?? []), ...(artifacts ?? []).map(toFile), ...(spawned ?? []).map(toSkill)],
    writes: writes ?? [],
  };
}

function toFile(name: string): Touched {
  return { type: 'File', name, how: 'written', attributes: { source: 'artifact' } };
}

function toSkill(flow: string): Touched {
  return { type: 'Skill', name: flow, description: 'A flow that was started' };
}
