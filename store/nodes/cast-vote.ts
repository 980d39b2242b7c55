import { tallyVotes } from '../../flow/approval/tally-votes.js';
import { sql } from 'kysely';
import type { Database } from '../database.js';
import { notifyApprovals } from '../notify.js';
import { belongsTo, lockOpenExecution, toColumns } from './approvals.js';
import type { QuestionKey } from '../conversation/question-id.js';

/** Returns `expired` after the deadline, even for an open question. */
export async function castVote(
  db: Database,
  { key, voter, answer }: { key: QuestionKey; voter: string; answer: string },
): Promise<{ kind: 'decided' | 'gone' | 'expired' } | { kind: 'pending'; missing: number }> {
  return db.transaction().execute(async (trx) => {
    await lockOpenExecution(trx, key.executionId);
    const question = await trx
      .selectFrom('approval')
      .select(['status', 'answer', 'quorum'])
      .select(sql<boolean>`coalesce(expires_at <= now(), false)`.as('isExpired'))
      .where(belongsTo(key))
      .forUpdate()
      .executeTakeFirst();
    if (question?.status !== 'open') return { kind: 'gone' };
    if (question.answer !== null) return { kind: 'decided' };
    if (question.isExpired) return { kind: 'expired' };
    const columns = toColumns(key);
    await trx
      .insertInto('approval_vote')
      .values({ ...columns, voter, answer })
      .onConflict((conflict) =>
        conflict
          .columns(['execution_id', 'node_id', 'iteration', 'step', 'ordinal', 'voter'])
          .doUpdateSet({ answer }),
      )
      .execute();
    const votes = await trx
      .selectFrom('approval_vote')
      .select(['voter', 'answer'])
      .where((eb) => eb.and(columns))
      .orderBy('created_at')
      .execute();
    const tally = tallyVotes(votes, { quorum: question.quorum, isAboutCall: key.call !== undefined });
    await notifyApprovals(trx);
    if (tally.kind === 'pending') return tally;
    await trx.updateTable('approval').set({ answer: tally.answer }).where(belongsTo(key)).execute();
    return { kind: 'decided' };
  });
}

export async function withdrawVotes(db: Database, key: QuestionKey, answer: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('approval')
      .set({ answer: null })
      .where(belongsTo(key))
      .where('status', '=', 'open')
      .where('answer', '=', answer)
      .where('answer_turn_id', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await trx
      .deleteFrom('approval_vote')
      .where((eb) => eb.and(toColumns(key)))
      .execute();
  });
}
