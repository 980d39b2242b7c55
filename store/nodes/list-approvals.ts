import { sql } from 'kysely';
import type { Decider } from '../../flow/approval/may-decide.js';
import { isBelowAny } from '../root-flow.js';
import { textOfParts } from '../calls/text-of-parts.js';
import type { Database } from '../database.js';
import { readCursor, toPage } from '../cursor.js';
import { VOTES_OF_APPROVAL } from './approvals.js';
import { callPlace } from '../calls/call-column.js';
import type { Approval, ApprovalPage } from '../../views/approval.js';
import { shownPrompt } from './shown-prompt.js';

export interface ApprovalFilter {
  flow?: string | undefined;
  user?: string | undefined;
  tool?: string | undefined;
  execution?: string | undefined;
  flows?: readonly string[] | undefined;
  after?: string | undefined;
  limit: number;
}

const REASON_CHARACTERS = 2_000;

const PLACE = sql`(approval.created_at, approval.execution_id, approval.node_id, approval.iteration,
  approval.step, approval.ordinal)`;

/** Must match `mayDecide`. */
export async function listApprovals(
  db: Database,
  { flow, user, tool, execution, flows, after, limit, decider }: ApprovalFilter & { decider: Decider },
): Promise<ApprovalPage> {
  const place = after === undefined ? undefined : readCursor(after, { list: 'a list of approvals', isPlace });
  const { rows } = await sql<Approval & { place: string }>`
    select workflow_id as "executionId", flow_slug as flow, user_id as "user", node_id as "nodeId", iteration,
      ${callPlace()} as call, tool_name as "toolName", ${shownPrompt()} as prompt, approval.input, (
        select left(${textOfParts(sql`content`)}, ${REASON_CHARACTERS}) from trace_message message
        where message.execution_id = approval.execution_id and message.step = approval.step and message.ordinal = 0
      ) as reason,
      approver_roles as approvers, quorum, approval.created_at as "askedAt", expires_at as "expiresAt",
      (select coalesce(json_agg(json_build_object('voter', voter, 'answer', answer) order by vote.created_at), '[]')
        from ${VOTES_OF_APPROVAL}) as votes,
      json_build_array(approval.created_at::text, approval.execution_id::text, node_id, iteration, step::text,
        ordinal)::text as place
    from approval join execution on execution.id = approval.execution_id
    where approval.status = 'open' and approval.answer is null and not wants_output
      and (expires_at is null or expires_at > now())
      and (${decider.isOperator}::boolean
        or (approver_roles is null and user_id = ${decider.user ?? null}::text)
        or approver_roles && ${[...decider.roles]}::text[])
      and (${flow ?? null}::text is null or flow_slug = ${flow ?? null})
      and (${user ?? null}::text is null or user_id = ${user ?? null})
      and (${tool ?? null}::text is null or tool_name = ${tool ?? null})
      and (${execution ?? null}::text is null or workflow_id = ${execution ?? null}
        or starts_with(workflow_id, ${execution ?? null}::text || '/'))
      and ${isBelowAny(flows)}
      and (${!place}::boolean or ${PLACE} > (${place?.[0] ?? null}::timestamptz,
        ${place?.[1] ?? null}::bigint, ${place?.[2] ?? null}::text, ${place?.[3] ?? null}::text,
        ${place?.[4] ?? null}::bigint, ${place?.[5] ?? null}::integer))
    order by approval.created_at, approval.execution_id, approval.node_id, approval.iteration, approval.step,
      approval.ordinal
    limit ${limit + 1}`.execute(db);
  const { page: approvals, next } = toPage(rows, limit);
  return { approvals, next };
}

function isPlace(place: readonly unknown[]): place is readonly unknown[] {
  return place.length === 6 && !Number.isNaN(Date.parse(String(place[0])));
}
