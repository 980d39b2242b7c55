import { sql } from 'kysely';
import { lowerBudget, type Budget } from '../../protocol/budget.js';
import type { JsonSchema } from '../../protocol/asked-output.js';
import type { DatabaseTransaction } from '../database.js';
import { findPinnedVersion } from '../flows/flows.js';
import { countOpenExecutions, holdingPlaces } from '../users/user-limits.js';
import type { AttachedFile } from '../../context/attachments/attachment.js';
import { wellFormed } from '../../context/well-formed.js';
import type { NewFile } from '../../protocol/file-facts.js';
import type { MessagePart } from '../../protocol/message-parts.js';
import { readMessage, type SaidMessage } from '../conversation/read-message.js';
import { fileOwner } from '../uploads/file-owner.js';
import { storeCheckedUploads } from '../uploads/store-upload.js';
import type { BeginResult } from './begin-result.js';
import { begunBefore, findExecution, type KnownExecution } from './begun-before.js';
import { limitExecution } from './limit-execution.js';

export interface BeginPlainInput {
  kind: 'plain';
  workflowId: string;
  flow: string;
  /** The version that it runs; default: the current one. */
  version?: number | undefined;
  user: string | null;
  text: string;
  /** Reference of a stored text, which the execution claims as its input. */
  textRef?: string | undefined;
  /** Texts and files of the user, instead of the text. */
  parts?: readonly MessagePart[] | undefined;
  /** Files that came with the parts; they are stored with the execution. */
  uploads?: readonly NewFile[] | undefined;
  /** Plain tokens of a picture that is shown; default: none. */
  countPicture?: (picture: AttachedFile) => number;
  /** Input values besides the text. */
  data?: unknown;
  /** The JSON Schema of the object that is wanted as the answer; absent: none is asked for. */
  output?: JsonSchema | undefined;
  /** Id of the trigger that fires. Absent: the flow's first trigger that fits. */
  triggerId?: string;
  /** The most that the execution and all executions below it may spend. */
  budget?: Budget;
  /** How many executions outside conversations the user may have that have not ended; default and null: any number. */
  maxExecutions?: number | null;
  /** How many bytes of files the user may store; default and null: any number. */
  maxStoredBytes?: number | null;
}

/** Begins an execution outside conversations, with its input and the files that came with it. */
export async function beginPlain(trx: DatabaseTransaction, input: BeginPlainInput): Promise<BeginResult> {
  const { workflowId, flow: flowSlug, triggerId = null } = input;
  const known = await findExecution(trx, workflowId);
  if (known !== undefined) return begunByUser(known, input);
  const { user, version, maxExecutions = null } = input;
  // Nobody's executions are the application's own.
  const bound = user === null || maxExecutions === null ? undefined : { user, value: maxExecutions };
  const holding = bound && holdingPlaces({ user: bound.user, limit: 'executions' });
  const current = await findPinnedVersion(trx, flowSlug, { condition: holding, version });
  if (current === undefined)
    return version === undefined ? { kind: 'unknown-flow' } : { kind: 'unknown-version', version };
  const { version: flowVersion } = current;
  const budget = lowerBudget(current.budget, input.budget);
  const owner = fileOwner(user);
  await storeCheckedUploads(trx, { ...input, user: owner });
  const said = await readMessage(trx, { ...input, user: owner, clean: wellFormed }, input);
  if (said.kind === 'refused') return said;
  const id = said.kind === 'read' && (await insertExecution(trx, { ...input, said, flowVersion, bound }));
  if (id === false || id === undefined) {
    // Nothing is locked up to here, so another worker may have begun the execution, and claimed its text,
    // meanwhile.
    const begun = await findExecution(trx, workflowId);
    if (begun === undefined && id === false) return { kind: 'missing-text' };
    if (begun === undefined && bound !== undefined) return { kind: 'over-limit', ...bound };
    return begunByUser(begun, input);
  }
  if (budget !== undefined) await limitExecution(trx, { executionId: id, budget });
  const limitsCost = budget?.cost !== undefined;
  return { kind: 'begun', flowSlug, flowVersion, triggerId, isNew: true, limitsCost };
}

/** An execution that has begun begins again for its own user alone. */
function begunByUser(
  known: (KnownExecution & { user_id: string | null }) | undefined,
  { user }: BeginPlainInput,
): BeginResult {
  return known !== undefined && known.user_id !== user ? { kind: 'taken' } : begunBefore(known);
}

/**
 * Inserts an execution outside a conversation. Undefined: another worker inserted it at the same moment, or it would be
 * more than the user may have, whose places the caller holds.
 */
async function insertExecution(
  trx: DatabaseTransaction,
  input: BeginPlainInput & {
    said: SaidMessage;
    flowVersion: number;
    bound: { user: string; value: number } | undefined;
  },
): Promise<number | undefined> {
  const { workflowId, flow, flowVersion, user, said, data, output, triggerId = null, bound } = input;
  const { content, attachments, instructions } = said;
  const { rows } = await sql<{ id: number }>`
    insert into execution (workflow_id, flow_slug, flow_version, user_id, input, attachments, data, output_schema,
      trigger_id, instructions, status)
    select ${workflowId}, ${flow}, ${flowVersion}::integer, ${user}, ${content},
      ${attachments.length === 0 ? null : JSON.stringify(attachments)}::jsonb,
      ${data === undefined ? null : JSON.stringify(data)}::jsonb,
      ${output === undefined ? null : JSON.stringify(output)}::jsonb, ${triggerId},
      ${instructions}, 'running'
    ${bound === undefined ? sql`` : sql`where (${countOpenExecutions(bound.user)}) < ${bound.value}`}
    on conflict (workflow_id) do nothing
    returning id`.execute(trx);
  return rows[0]?.id;
}
