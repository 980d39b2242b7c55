import { sql } from 'kysely';
import { lowerBudget, type Budget } from '../../protocol/budget.js';
import type { JsonSchema } from '../../protocol/json-schema.js';
import type { DatabaseTransaction } from '../database.js';
import { findPinnedVersion } from '../flows/flows.js';
import { countOpenExecutions, holdingPlaces } from '../read-user-limits.js';
import type { AttachedFile } from '../../context/message/attachment.js';
import { wellFormed } from '../../context/text/well-formed.js';
import type { NewFile } from '../../protocol/file-facts.js';
import type { MessagePart } from '../../protocol/message-parts.js';
import { readMessage, type TurnMessage } from '../conversation/read-message.js';
import { fileOwner } from '../uploads/file-owner.js';
import { storeCheckedUploads } from '../uploads/store-upload.js';
import type { BeginResult } from './begin-result.js';
import { begunBefore, findExecution, type KnownExecution } from './begun-before.js';
import { limitExecution } from './limit-execution.js';

export interface BeginPlainInput {
  kind: 'plain';
  workflowId: string;
  flow: string;
  version?: number | undefined;
  user: string | null;
  taskQueue?: string | undefined;
  text: string;
  textRef?: string | undefined;
  parts?: readonly MessagePart[] | undefined;
  uploads?: readonly NewFile[] | undefined;
  countPicture?: (picture: AttachedFile) => number;
  data?: unknown;
  output?: JsonSchema | undefined;
  triggerId?: string;
  budget?: Budget;
  maxExecutions?: number | null;
  maxStoredBytes?: number | null;
}

export async function beginPlain(trx: DatabaseTransaction, input: BeginPlainInput): Promise<BeginResult> {
  const { workflowId, flow: flowSlug, triggerId = null } = input;
  const known = await findExecution(trx, workflowId);
  if (known) return begunByUser(known, input);
  const { user, version, maxExecutions = null } = input;
  const bound = user === null || maxExecutions === null ? undefined : { user, value: maxExecutions };
  const holding = bound && holdingPlaces({ user: bound.user, limit: 'executions' });
  const current = await findPinnedVersion(trx, flowSlug, { condition: holding, version });
  if (!current)
    return version === undefined ? { kind: 'unknown-flow' } : { kind: 'unknown-version', version };
  const { version: flowVersion } = current;
  const budget = lowerBudget(current.budget, input.budget);
  const owner = fileOwner(user);
  await storeCheckedUploads(trx, { ...input, user: owner });
  const messageText = await readMessage(trx, { ...input, user: owner, clean: wellFormed }, input);
  if (messageText.kind === 'refused') return messageText;
  const id =
    messageText.kind === 'read' &&
    (await insertExecution(trx, { ...input, messageText, flowVersion, bound }));
  if (id === false || id === undefined) {
    const begun = await findExecution(trx, workflowId);
    if (!begun && id === false) return { kind: 'missing-text' };
    if (!begun && bound) return { kind: 'over-limit', ...bound };
    return begunByUser(begun, input);
  }
  if (budget) await limitExecution(trx, { executionId: id, budget });
  const limitsCost = budget?.cost !== undefined;
  return { kind: 'begun', flowSlug, flowVersion, triggerId, isNew: true, limitsCost };
}

function begunByUser(
  known: (KnownExecution & { user_id: string | null }) | undefined,
  { user }: BeginPlainInput,
): BeginResult {
  return known && known.user_id !== user ? { kind: 'taken' } : begunBefore(known);
}

async function insertExecution(
  trx: DatabaseTransaction,
  input: BeginPlainInput & {
    messageText: TurnMessage;
    flowVersion: number;
    bound: { user: string; value: number } | undefined;
  },
): Promise<number | undefined> {
  const {
    workflowId,
    flow,
    flowVersion,
    user,
    taskQueue = null,
    messageText,
    data,
    output,
    triggerId = null,
    bound,
  } = input;
  const { content, attachments, instructions } = messageText;
  const { rows } = await sql<{ id: number }>`
    insert into execution (workflow_id, flow_slug, flow_version, user_id, task_queue, input, attachments, data, output_schema,
      trigger_id, instructions, status)
    select ${workflowId}, ${flow}, ${flowVersion}::integer, ${user}, ${taskQueue}, ${content},
      ${attachments.length === 0 ? null : JSON.stringify(attachments)}::jsonb,
      ${data === undefined ? null : JSON.stringify(data)}::jsonb,
      ${output ? JSON.stringify(output) : null}::jsonb, ${triggerId},
      ${instructions}, 'running'
    ${bound ? sql`where (${countOpenExecutions(bound.user)}) < ${bound.value}` : sql``}
    on conflict (workflow_id) do nothing
    returning id`.execute(trx);
  return rows[0]?.id;
}
