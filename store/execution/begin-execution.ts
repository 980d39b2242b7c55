import { sql } from 'kysely';
import type { Database } from '../database.js';
import { beginPlain, type BeginPlainInput } from './begin-plain.js';
import type { BeginResult } from './begin-result.js';
import { beginTurn, type BeginTurnInput } from './begin-turn.js';
import { begunBefore, findExecution } from './begun-before.js';

interface BeginSubInput {
  kind: 'sub';
  workflowId: string;
  parentId: string;
}

/** Idempotent. */
export async function beginExecution(
  db: Database,
  input: BeginTurnInput | BeginPlainInput | BeginSubInput,
): Promise<BeginResult> {
  if (input.kind === 'sub') return beginSub(db, input);
  if (input.kind === 'turn') return beginTurn(db, input);
  return db.transaction().execute((trx) => beginPlain(trx, input));
}

async function beginSub(db: Database, { workflowId, parentId }: BeginSubInput): Promise<BeginResult> {
  const begun = await db
    .updateTable('execution')
    .set({
      status: 'running',
      created_at: new Date(),
      started_late: sql`created_at < now() - interval '12 hours'`,
    })
    .where('workflow_id', '=', workflowId)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  const known = await findExecution(db, workflowId);
  if (!known || known.parent !== parentId) return { kind: 'unknown-sub' };
  const before = begunBefore(known);
  return before.kind === 'begun' ? { ...before, isNew: begun.numUpdatedRows > 0n } : before;
}
