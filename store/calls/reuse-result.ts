import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database.js';
import { notifyExecution } from '../notify.js';
import type { ToolCallKey } from '../call-key.js';
import type { EarlierRun } from './earlier-runs.js';

interface ReusedCall extends ToolCallKey {
  workflowId: string;
  name: string;
  toolCallId: string;
  argumentsHash: string;
  earlier: EarlierRun;
  rename: (name: string) => string;
}

interface ArtifactPart {
  part: number;
  name: string;
}

/** Idempotent. False if retention has removed the result. */
export async function reuseResult(db: Database, call: ReusedCall): Promise<boolean> {
  const { executionId, step, ordinal, earlier } = call;
  return db.transaction().execute(async (trx) => {
    const result = await trx
      .selectFrom('trace_message')
      .select(['content', 'token_count', 'hygiene_tokens', 'spilled_tokens'])
      .where('execution_id', '=', earlier.executionId)
      .where('step', '=', earlier.step)
      .where('ordinal', '=', earlier.ordinal)
      .executeTakeFirst();
    if (!result) return false;
    const names = await listNames(trx, earlier);
    const content = result.content.map((part) =>
      part.type === 'tool-result' ? { ...part, toolCallId: call.toolCallId } : part,
    );
    let json = JSON.stringify(content);
    for (const { name } of names) json = json.replaceAll(`artifact:${name}`, `artifact:${call.rename(name)}`);
    const inserted = await trx
      .insertInto('trace_message')
      .values({
        execution_id: executionId,
        step,
        ordinal,
        content: json,
        token_count: result.token_count,
        hygiene_tokens: result.hygiene_tokens,
        spilled_tokens: result.spilled_tokens,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows !== 1n) return true;
    await copyArtifacts(trx, { ...call, names });
    await trx
      .insertInto('tool_call')
      .values({
        execution_id: executionId,
        step,
        ordinal,
        name: call.name,
        arguments_hash: call.argumentsHash,
        idempotency_key: earlier.idempotencyKey,
        is_error: false,
        reused_from: earlier.executionId,
        finished_at: new Date(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await notifyExecution(trx, call.workflowId);
    return true;
  });
}

function listNames(
  trx: DatabaseTransaction,
  { executionId, step, ordinal }: EarlierRun,
): Promise<ArtifactPart[]> {
  return trx
    .selectFrom('artifact')
    .select(['part', 'name'])
    .where('execution_id', '=', executionId)
    .where('step', '=', step)
    .where('ordinal', '=', ordinal)
    .execute();
}

/** Renames copies whose names this execution's artifacts use already. */
async function copyArtifacts(
  trx: DatabaseTransaction,
  { executionId, step, ordinal, earlier, rename, names }: ReusedCall & { names: readonly ArtifactPart[] },
): Promise<void> {
  for (const { part, name } of names)
    await sql`
      insert into artifact (execution_id, user_id, step, ordinal, part, name, media_type, content, token_count)
      select ${executionId}, user_id, ${step}, ${ordinal}, part, ${rename(name)}, media_type, content, token_count
      from artifact where execution_id = ${earlier.executionId} and step = ${earlier.step}
        and ordinal = ${earlier.ordinal} and part = ${part}
      on conflict do nothing`.execute(trx);
}
