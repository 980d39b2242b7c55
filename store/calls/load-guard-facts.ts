import { sql } from 'kysely';
import { RECURRING_STEPS, type GuardedStep } from '../../context/call/guard-loop.js';
import type { Database } from '../database.js';

/** Covers each pattern: six calls, or three steps with many calls. */
const NEWEST_CALLS = 100;
const SEARCHED_CALLS = 2_000;

interface GuardKey {
  executionId: number;
  afterStep: number;
  beforeStep: number;
}

export async function loadGuardFacts(
  db: Database,
  key: GuardKey,
): Promise<{ steps: GuardedStep[]; nudges: number }> {
  const calls = await loadCalls(db, key);
  const { nudges, compactions } = await loadActions(db, key);
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

async function loadCalls(db: Database, { executionId, afterStep, beforeStep }: GuardKey) {
  const { rows } = await sql<{ step: number; name: string; hash: string | null; isError: boolean | null }>`
    with searched as (
      select step, ordinal, name, arguments_hash, is_error,
        row_number() over (order by step desc, ordinal desc) as place, dense_rank() over (order by step desc) as age
      from tool_call
      where execution_id = ${executionId} and step > ${afterStep} and step < ${beforeStep}
      order by step desc, ordinal desc
      limit ${SEARCHED_CALLS}
    )
    select step, name, arguments_hash as hash, is_error as "isError" from searched
    where place <= ${NEWEST_CALLS}
      or arguments_hash in (select arguments_hash from searched where age <= ${RECURRING_STEPS})
    order by step, ordinal`.execute(db);
  return rows;
}

async function loadActions(db: Database, { executionId, afterStep, beforeStep }: GuardKey) {
  const { nudges, compactions } = await db
    .selectFrom('model_call')
    .select((eb) => [
      eb.fn.countAll<number>().as('nudges'),
      sql<(number | string)[]>`array(
        select step from compaction
        where execution_id = ${executionId} and status = 'adopted' and step > ${afterStep} and step < ${beforeStep}
      )`.as('compactions'),
    ])
    .where('execution_id', '=', executionId)
    .where('step', '>', afterStep)
    .where('step', '<', beforeStep)
    .where('guard', '=', 'nudge')
    // A rejected call's nudge was never read.
    .where('status', '=', 'completed')
    .executeTakeFirstOrThrow();
  return { nudges: Number(nudges), compactions: compactions.map(Number) };
}
