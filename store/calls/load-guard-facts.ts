import { sql } from 'kysely';
import { RECURRING_STEPS, type GuardedStep } from '../../context/call/guard-loop.js';
import type { Database } from '../database.js';

/** Enough rows for six calls, or for three steps with many calls. */
const NEWEST_CALLS = 100;
const SEARCHED_CALLS = 2_000;

interface GuardKey {
  executionId: number;
  afterStep: number;
  beforeStep: number;
}

interface GuardRow {
  calls: { step: number; name: string; hash: string | null; isError: boolean | null }[];
  nudges: number;
  compactions: number[];
}

export async function loadGuardFacts(
  db: Database,
  key: GuardKey,
): Promise<{ steps: GuardedStep[]; nudges: number }> {
  const { calls, nudges, compactions } = await loadRow(db, key);
  const steps = new Map<number, GuardedStep['calls'][number][]>();
  for (const { step, name, hash, isError } of calls)
    steps.set(step, [...(steps.get(step) ?? []), { key: hash ?? name, name, isError: isError ?? false }]);
  return {
    steps: [...steps].map(([step, ofStep]) => ({
      calls: ofStep,
      compactions: compactions.filter((compaction) => compaction < step).length,
    })),
    nudges,
  };
}

/** Skips rejected calls: their model did not read its nudge. */
async function loadRow(db: Database, { executionId, afterStep, beforeStep }: GuardKey): Promise<GuardRow> {
  const { rows } = await sql<GuardRow>`
    with searched as (
      select step, ordinal, name, arguments_hash, is_error,
        row_number() over (order by step desc, ordinal desc) as place, dense_rank() over (order by step desc) as age
      from tool_call
      where execution_id = ${executionId} and step > ${afterStep} and step < ${beforeStep}
      order by step desc, ordinal desc
      limit ${SEARCHED_CALLS}
    )
    select (
        select coalesce(json_agg(json_build_object(
          'step', step, 'name', name, 'hash', arguments_hash, 'isError', is_error) order by step, ordinal), '[]')
        from searched
        where place <= ${NEWEST_CALLS}
          or arguments_hash in (select arguments_hash from searched where age <= ${RECURRING_STEPS})
      ) as calls, (
        select count(*)::integer from model_call
        where execution_id = ${executionId} and step > ${afterStep} and step < ${beforeStep}
          and guard = 'nudge' and status = 'completed'
      ) as nudges, (
        select coalesce(json_agg(step), '[]') from compaction
        where execution_id = ${executionId} and step > ${afterStep} and step < ${beforeStep} and status = 'adopted'
      ) as compactions`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('A select without from returns one row');
  return row;
}
