import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { mayDecide } from '../../../flow/approval/may-decide.js';
import { listApprovals } from '../../../store/nodes/list-approvals.js';
import { claimDueWebhooks } from '../../../store/nodes/due-webhooks.js';
import { useDatabase } from './fixtures/store-harness.js';

const store = useDatabase();
const REQUESTERS = ['ada', 'bob', null];
const APPROVERS = [null, [], ['staff'], ['finance'], ['staff', 'finance']];
const DECIDERS = [undefined, 'ada', 'eve'].flatMap((user) =>
  [[], ['staff'], ['other'], ['finance', 'staff']].flatMap((roles) =>
    [true, false].map((isOperator) => ({ user, roles, isOperator })),
  ),
);

describe('listApprovals', () => {
  test('each requester, approver and decider -> lists what `mayDecide` allows', async () => {
    for (const requester of REQUESTERS) {
      const { rows } = await sql<{ id: string }>`
        insert into execution (workflow_id, flow_slug, flow_version, user_id, status)
        values (${`execution/${requester}`}, 'assistant', 1, ${requester}, 'running') returning id`.execute(
        store.db,
      );
      for (const approvers of APPROVERS)
        await sql`insert into approval (execution_id, node_id, prompt, approver_roles)
          values (${rows[0]?.id}, ${String(approvers)}, 'Yes?', ${approvers}::text[])`.execute(store.db);
    }
    for (const decider of DECIDERS) {
      const { approvals } = await listApprovals(store.db, { limit: 100, decider });
      const allowed = REQUESTERS.flatMap((requester) =>
        APPROVERS.filter((approvers) => mayDecide({ requester, approvers }, decider)).map(
          (approvers) => `${requester} ${approvers}`,
        ),
      );
      const listed = approvals.map(({ user, nodeId }) => `${user} ${nodeId}`);
      expect(listed.sort(), JSON.stringify(decider)).toEqual(allowed.sort());
    }
  });
});

describe('claimDueWebhooks', () => {
  test('questions that are answered or expired, but not settled -> claims only the other one', async () => {
    await sql`with asking as (
        insert into execution (workflow_id, flow_slug, flow_version, status)
        values ('execution/due', 'assistant', 1, 'interrupted') returning id)
      insert into approval (execution_id, node_id, prompt, webhook_at, answer, expires_at)
      select id, node, 'Yes?', now() - interval '1 minute', answer, expires_at
      from asking, (values ('open', null, now() + interval '1 hour'), ('answered', 'yes', null),
        ('expired', null, now() - interval '1 second')) question (node, answer, expires_at)`.execute(
      store.db,
    );
    const claimed = await claimDueWebhooks(store.db, { firstPauseMs: 60_000, maxPauseMs: 60_000 });
    expect(claimed.filter((due) => due.executionId === 'execution/due')).toMatchObject([{ nodeId: 'open' }]);
  });
});
