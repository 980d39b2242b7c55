import { sql } from 'kysely';
import type { Database } from '../../../../store/database.js';

export const TURN_PHASES = [
  'sent to stored',
  'stored to begun',
  'begun to planned',
  'planned to answered',
  'answered to final',
  'final to told',
] as const;
type TurnPhase = (typeof TURN_PHASES)[number];

interface Growth {
  events: number;
  bytes: number;
}

export type Way = 'client' | 'update';

export interface TurnSample {
  way: Way;
  askMs: number;
  echoMs: number;
  phases: Readonly<Record<TurnPhase, number>>;
  statements: { worker: number; client: number };
  conversation: Growth | null;
  execution: Growth;
}

export async function readPhases(
  db: Database,
  turn: { executionId: string; sentMs: number; toldMs: number },
): Promise<TurnSample['phases']> {
  const { rows } = await sql<Record<'stored' | 'begun' | 'planned' | 'answered' | 'final', number>>`
    select extract(epoch from turn.created_at)::float8 * 1000 as stored,
      extract(epoch from execution.created_at)::float8 * 1000 as begun,
      extract(epoch from model_call.created_at)::float8 * 1000 as planned,
      extract(epoch from model_call.finished_at)::float8 * 1000 as answered,
      extract(epoch from turn.finished_at)::float8 * 1000 as final
    from execution
      join turn using (conversation_id, position)
      join model_call on model_call.execution_id = execution.id
    where execution.workflow_id = ${turn.executionId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`Execution '${turn.executionId}' left no rows to measure`);
  const moments = [turn.sentMs, row.stored, row.begun, row.planned, row.answered, row.final, turn.toldMs];
  const spans = TURN_PHASES.map((phase, index) => [phase, (moments[index + 1] ?? 0) - (moments[index] ?? 0)]);
  return Object.fromEntries(spans) as Record<TurnPhase, number>;
}
