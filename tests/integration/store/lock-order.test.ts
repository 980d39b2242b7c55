import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { turnWorkflowId } from '../../../protocol/ids.js';
import { claimModelCall } from '../../../store/calls/claim-model-call.js';
import {
  cancelModelCall,
  completeModelCall,
  recordModelFailure,
} from '../../../store/calls/end-model-call.js';
import { insertModelCall } from '../../../store/calls/planned-calls.js';
import { openApproval, settleApproval } from '../../../store/nodes/approvals.js';
import {
  accept,
  begin,
  changeBeforeWrite,
  completed,
  finish,
  MANIFEST,
  MODEL,
  newConversation,
  rowId,
  SETTINGS,
  useDatabase,
} from './fixtures/store-harness.js';

const store = useDatabase();

describe('a transaction that has locked a conversation', () => {
  test('its execution is finished meanwhile -> can lock the execution and its questions', async () => {
    const { conversation, workflowId, key } = await asking();
    const ended = await changeBeforeWrite(store.db, conversation, {
      work: () => finish(store.db, workflowId, 'cancelled'),
      change: async (trx) => {
        await sql`select from execution where id = ${key.executionId} for update`.execute(trx);
        await sql`select from approval where execution_id = ${key.executionId} for update`.execute(trx);
      },
    });
    expect(ended.status).toBe('cancelled');
  });

  test('a question is opened or settled meanwhile -> can lock the execution', async () => {
    const { conversation, key } = await asking();
    const change = (trx: typeof store.db) =>
      sql`select from execution where id = ${key.executionId} for update`.execute(trx);
    const settled = await changeBeforeWrite(store.db, conversation, {
      work: () =>
        settleApproval(store.db, { ...key, answer: 'yes', kept: SETTINGS, decide: () => 'confirmed' }),
      change,
    });
    expect(settled.status).toBe('confirmed');
    await changeBeforeWrite(store.db, conversation, {
      work: () => open({ ...key, nodeId: 'later' }),
      change,
    });
  });

  test('a call with an inline summary ends meanwhile -> can lock the execution, the summary is stored', async () => {
    const { conversation, call, key } = await calling();
    const { id } = await store.db
      .selectFrom('conversation')
      .select('id')
      .where('workflow_id', '=', conversation.id)
      .executeTakeFirstOrThrow();
    const attempt = {
      conversationId: id,
      position: 0,
      way: 'inline' as const,
      status: 'unusable' as const,
      reason: 'too long',
      base: { ordinal: null, coversThrough: 0 },
      coversThrough: 1,
      budget: 100,
      model: MODEL,
      usage: { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1, cost: null },
    };
    const isDone = await changeBeforeWrite(store.db, conversation, {
      work: () => completeModelCall(store.db, { ...call, summary: { title: undefined, attempt } }),
      change: (trx) => sql`select from execution where id = ${key.executionId} for update`.execute(trx),
    });
    const stored = store.db.selectFrom('summary').select('status').where('conversation_id', '=', id);
    expect([isDone, await stored.execute()]).toEqual([true, [{ status: 'unusable' }]]);
  });
});

describe('a transaction that has locked an execution', () => {
  const failure = { type: 'Model.Unavailable', message: 'Away', isFinal: true };
  test.each([
    ['is completed', completeModelCall],
    ['is canceled', cancelModelCall],
    [
      'fails',
      (db: typeof store.db, call: Parameters<typeof cancelModelCall>[1]) =>
        recordModelFailure(db, { ...call, ...failure, partial: call }),
    ],
  ] as const)('its call %s meanwhile -> can lock the call', async (_how, end) => {
    const { conversation, call, key } = await calling();
    const isDone = await changeBeforeWrite(store.db, conversation, {
      lock: sql`select from execution where id = ${key.executionId} for update`,
      work: () => end(store.db, call),
      change: (trx) =>
        sql`select from model_call where execution_id = ${key.executionId} for update`.execute(trx),
    });
    expect(isDone).toBe(true);
  });
});

async function calling() {
  const conversation = newConversation();
  const workflowId = turnWorkflowId(conversation.id, 't1');
  await accept(store.db, conversation, ['t1']);
  await begin(store.db, conversation, 't1');
  const executionId = await rowId(store.db, workflowId);
  await insertModelCall(store.db, {
    executionId,
    step: 1,
    nodeId: 'agent',
    model: MODEL,
    manifest: MANIFEST,
  });
  await claimModelCall(store.db, { executionId, step: 1 });
  const call = completed({ executionId, step: 1, workflowId, content: [{ type: 'text', text: 'Hi' }] });
  return { conversation, workflowId, call, key: { executionId, nodeId: 'ask', iteration: '' } };
}

async function asking() {
  const begun = await calling();
  await open(begun.key);
  return begun;
}

function open(key: { executionId: number; nodeId: string; iteration: string }): Promise<void> {
  const node = { takesAnyAnswer: false, ...SETTINGS };
  return openApproval(store.db, { ...key, prompt: 'Pay?', expiresMs: undefined, node });
}
