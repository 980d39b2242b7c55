import { sql } from 'kysely';
import type { ContextManifest } from '../../context/manifest/manifest.js';
import type { SentFoundAbove } from '../../context/sent/found-above.js';
import type { SentPassages } from '../../context/sent/passages.js';
import type { Database } from '../database.js';
import type { CallKey } from '../call-key.js';
import type { GuardAction, ModelCallPurpose } from '../../views/call.js';

interface NewModelCall extends CallKey {
  nodeId: string;
  iteration?: string;
  isShown?: boolean;
  model: string;
  manifest: ContextManifest;
  purpose?: ModelCallPurpose;
  isRepair?: boolean;
  guard?: GuardAction | null;
}

/** Keeps the first plan. Returns false if the call is stored already or the execution has ended. */
export async function insertModelCall(db: Database, call: NewModelCall): Promise<boolean> {
  const inserted = await db
    .with('planned', (query) =>
      query
        .insertInto('model_call')
        .columns([
          'execution_id',
          'step',
          'node_id',
          'iteration',
          'is_shown',
          'status',
          'purpose',
          'is_repair',
          'guard',
          'model',
        ])
        .expression(selectPlanned(db, call))
        .onConflict((conflict) => conflict.doNothing())
        .returning(['execution_id', 'step']),
    )
    .insertInto('context_manifest')
    .columns(['execution_id', 'step', 'manifest'])
    .expression((query) =>
      query
        .selectFrom('planned')
        .select(['execution_id', 'step', sql<string>`${JSON.stringify(call.manifest)}::json`.as('manifest')]),
    )
    .executeTakeFirst();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function refusePlannedCall(
  db: Database,
  { executionId, step, type, message }: CallKey & { type: string; message: string },
): Promise<void> {
  await db
    .updateTable('model_call')
    .set({ status: 'failed', error_type: type, error_message: message, finished_at: new Date() })
    .where('execution_id', '=', executionId)
    .where('step', '=', step)
    .where('status', '=', 'planned')
    .execute();
}

/** Must have the column order of the insert. */
function selectPlanned(db: Database, call: NewModelCall) {
  return db
    .selectFrom('execution')
    .select([
      'id',
      sql<number>`${call.step}::bigint`.as('step'),
      sql<string>`${call.nodeId}::text`.as('node_id'),
      sql<string>`${call.iteration ?? ''}::text`.as('iteration'),
      sql<boolean>`${call.isShown ?? true}::boolean`.as('is_shown'),
      sql<'planned'>`'planned'`.as('status'),
      sql<ModelCallPurpose>`${call.purpose ?? 'answer'}::text`.as('purpose'),
      sql<boolean>`${call.isRepair ?? false}::boolean`.as('is_repair'),
      sql<GuardAction | null>`${call.guard ?? null}::text`.as('guard'),
      sql<string>`${call.model}::text`.as('model'),
    ])
    .where('id', '=', call.executionId)
    .where('finished_at', 'is', null)
    .forKeyShare();
}

export async function findManifest(db: Database, key: CallKey): Promise<ContextManifest | undefined> {
  const row = await db
    .selectFrom('context_manifest')
    .select('manifest')
    .where('execution_id', '=', key.executionId)
    .where('step', '=', key.step)
    .executeTakeFirst();
  return row?.manifest;
}

interface SentPassagesOfStep {
  passages: SentPassages['passages'];
  by: SentPassages['by'] | null;
  above: SentFoundAbove | null;
}

export async function findSentPassages(
  db: Database,
  { executionId, after, before }: { executionId: number; after: number; before: number },
): Promise<SentPassagesOfStep | undefined> {
  const row = await db
    .selectFrom('context_manifest')
    .innerJoin('model_call', (join) =>
      join
        .onRef('model_call.execution_id', '=', 'context_manifest.execution_id')
        .onRef('model_call.step', '=', 'context_manifest.step')
        // Skips compactions: their calls are sent only the messages to summarize.
        .on('model_call.purpose', '=', 'answer'),
    )
    .select(
      sql<
        SentPassages['passages'] | null
      >`jsonb_path_query_first(manifest::jsonb, '$.sent[*] ? (@.from == "passages").passages')`.as(
        'passages',
      ),
    )
    .select(
      sql<
        SentPassages['by'] | null
      >`jsonb_path_query_first(manifest::jsonb, '$.sent[*] ? (@.from == "passages").by') #>> '{}'`.as('by'),
    )
    .select(
      sql<SentFoundAbove | null>`jsonb_path_query_first(manifest::jsonb, '$.sent[*] ? (@.from == "found-above")')`.as(
        'above',
      ),
    )
    .where('context_manifest.execution_id', '=', executionId)
    .where('context_manifest.step', '>', after)
    .where('context_manifest.step', '<', before)
    .orderBy('context_manifest.step', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { passages: row.passages ?? [], by: row.by, above: row.above };
}
