import { sql, type RawBuilder } from 'kysely';
import { STEP_BLOCK } from '../../flow/execution/step-blocks.js';

/** Shortened, because thousands of steps may wait, and a hundred may join one call. */
const SHOWN_CHARACTERS = 200;

/**
 * Selects the newest step that began at or before this step, or else the run's question, with the steps that
 * joined the call.
 */
export function selectQueueStep({
  executionId,
  step,
  where = sql`true`,
}: Record<'executionId' | 'step', RawBuilder<unknown>> & {
  where?: RawBuilder<unknown>;
}): RawBuilder<unknown> {
  const isOfRun = sql`agent_step.execution_id = ${executionId} and agent_step.run = ${step} / ${sql.lit(STEP_BLOCK)}`;
  return sql`(
    select json_build_object('queue', coalesce(newest.queue, 'todo'), 'ordinal', coalesce(newest.ordinal, 0),
      'instruction', left(newest.content, ${sql.lit(SHOWN_CHARACTERS)}), 'joined', (
        select json_agg(json_build_object('ordinal', ordinal, 'instruction', left(content, ${sql.lit(SHOWN_CHARACTERS)})) order by ordinal)
        from agent_step
        where ${isOfRun} and joins and begun_step between coalesce(newest.begun_step, 0) and ${step}))
    from (values (1)) one
    left join lateral (
      select * from agent_step where ${isOfRun} and not joins and begun_step <= ${step}
      order by begun_step desc, array_position(array['pre', 'todo', 'post'], queue) desc, ordinal desc limit 1
    ) newest on true
    where ${where} and exists (select from agent_step where ${isOfRun})
  )`;
}
