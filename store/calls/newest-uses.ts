import { sql } from 'kysely';

export interface NewestUses {
  executionIds: string[];
  ats: Date[];
}

/** Needs one row per execution with `id`, `workflow_id` and `at`. */
export const NEWEST_USES = sql`(array_agg(workflow_id order by id desc))[1:3] as "executionIds",
  (array_agg(at order by id desc))[1:3] as ats`;

export function toNewest({ executionIds, ats }: NewestUses): { executionId: string; at: Date }[] {
  return ats.map((at, place) => ({ executionId: executionIds[place] ?? '', at }));
}
