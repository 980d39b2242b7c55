import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { conversationWorkflowId, executionWorkflowId } from '../../../protocol/ids.js';
import { beginExecution } from '../../../store/execution/begin-execution.js';
import { findExecutionLimit, readUserLimits } from '../../../store/read-user-limits.js';
import { storeWorkerSettings } from '../../../store/worker-settings.js';
import { settleTurn } from '../../../store/execution/settle-turn.js';
import { turnWorkflowId } from '../../../protocol/ids.js';
import { completeUserLimits } from '../../../protocol/user-limits.js';
import {
  accept,
  answer,
  counting,
  FLOW,
  newConversation,
  rowsOf,
  SETTINGS,
  useDatabase,
} from './fixtures/store-harness.js';

const store = useDatabase();
const LIMIT = { maxTurns: 3 };

describe('acceptTurns of a user with a limit', () => {
  test('more than there is room for, in two conversations -> the first are stored, none of the rest', async () => {
    const [first, second] = twoOf(newConversation().user);
    await accept(store.db, first, ['a1', 'a2'], LIMIT);
    expect(await accept(store.db, second, ['b1', 'b2'], LIMIT)).toMatchObject({
      turns: [{ turnId: 'b1' }],
      overLimit: ['b2'],
    });
    const { conversations, turns, messages } = await rowsOf(store.db, second);
    expect(conversations).toMatchObject([{ last_position: 1 }]);
    expect([turns.length, messages.length]).toEqual([1, 1]);
    expect(await accept(store.db, first, ['a1'], { ...LIMIT, waiting: ['a1', 'a2'] })).toMatchObject({
      turns: [{ turnId: 'a1' }],
      overLimit: undefined,
    });
    expect(await accept(store.db, newConversation(), ['s1'], LIMIT)).toMatchObject({ overLimit: undefined });
    const third = {
      user: first.user,
      id: conversationWorkflowId({ flow: FLOW, user: first.user, channel: 'third' }),
    };
    expect(await accept(store.db, third, ['c1'], LIMIT)).toMatchObject({ turns: [], overLimit: ['c1'] });
    expect((await rowsOf(store.db, third)).conversations).toEqual([]);
    await settleTurn(store.db, {
      ...SETTINGS,
      conversationId: first.id,
      executionId: turnWorkflowId(first.id, 'a1'),
      turnId: 'a1',
      status: 'cancelled',
    });
    expect(await accept(store.db, second, ['b2'], { ...LIMIT, waiting: ['b1'] })).toMatchObject({
      turns: [{ turnId: 'b2', status: 'queued' }],
      overLimit: undefined,
    });
  });

  test('many at once, each in its own conversation -> up to the limit', async () => {
    const { user } = newConversation();
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        accept(
          store.db,
          { user, id: conversationWorkflowId({ flow: FLOW, user, channel: `c${index}` }) },
          [`t${index}`],
          { ...LIMIT, channel: `c${index}` },
        ),
      ),
    );
    const stored = results.filter((result) => result.kind === 'accepted' && result.turns.length === 1);
    expect(stored.length).toBe(3);
    const rows = await store.db.selectFrom('conversation').select('id').where('user_id', '=', user).execute();
    expect(rows.length).toBe(3);
  });

  test('many at once, each in an older conversation -> up to the limit', async () => {
    const { user } = newConversation();
    const conversations = Array.from({ length: 12 }, (_, index) => ({
      user,
      id: conversationWorkflowId({ flow: FLOW, user, channel: `c${index}` }),
    }));
    for (const conversation of conversations) await answer(store.db, conversation, 'first');
    const { db, take } = counting(store.db);
    const results = await Promise.all(
      conversations.map((conversation) => accept(db, conversation, ['second'], LIMIT)),
    );
    const stored = results.filter((result) => result.kind === 'accepted' && result.turns.length === 1);
    expect(stored.length).toBe(3);
    expect(take()).toBe(3 * 2 + 9 * (2 + 2));
  });
});

describe('beginExecution of a user with a limit', () => {
  test('many at once -> up to the limit; a finished one makes room, and a known one is idempotent', async () => {
    const user = `ada-${randomUUID()}`;
    const ids = Array.from({ length: 12 }, () => executionWorkflowId(FLOW, randomUUID()));
    const results = await Promise.all(ids.map((id) => beginPlain(id, user)));
    const begun = ids.filter((_, index) => results[index]?.kind === 'begun');
    const refused = ids.filter((_, index) => results[index]?.kind === 'over-limit');
    expect([begun.length, refused.length]).toEqual([3, 9]);
    expect(await beginPlain(begun[0] ?? '', user)).toMatchObject({ kind: 'begun', isNew: false });
    expect(await beginPlain(executionWorkflowId(FLOW, randomUUID()), 'bob')).toMatchObject({ kind: 'begun' });
    expect(await beginPlain(executionWorkflowId(FLOW, randomUUID()), null)).toMatchObject({ kind: 'begun' });
    await store.db
      .updateTable('execution')
      .set({ status: 'failed', finished_at: new Date() })
      .where('workflow_id', '=', begun[0] ?? '')
      .execute();
    expect(await beginPlain(refused[0] ?? '', user)).toMatchObject({ kind: 'begun', isNew: true });
  });

  function beginPlain(workflowId: string, user: string | null) {
    return beginExecution(store.db, {
      kind: 'plain',
      workflowId,
      flow: FLOW,
      user,
      text: 'Write it',
      maxExecutions: 3,
    });
  }
});

describe('findExecutionLimit', () => {
  test('up to the limit of the workers -> their number, or nothing', async () => {
    const user = `ada-${randomUUID()}`;
    const taskQueue = `queue-${randomUUID()}`;
    const look = () => findExecutionLimit(store.db, { taskQueue, user });
    await begin();
    expect([await look(), await readUserLimits(store.db, taskQueue)]).toEqual([undefined, undefined]);
    for (const [executions, found] of [
      [2, undefined],
      [1, 1],
      [null, undefined],
    ] as const) {
      const limits = completeUserLimits({ executions });
      await storeWorkerSettings(store.db, { taskQueue, limits, registered: { tools: [], customKinds: [] } });
      expect([await look(), await readUserLimits(store.db, taskQueue)]).toEqual([found, limits]);
    }

    function begin() {
      const workflowId = executionWorkflowId(FLOW, randomUUID());
      return beginExecution(store.db, { kind: 'plain', workflowId, flow: FLOW, user, text: 'Write it' });
    }
  });
});

function twoOf(user: string) {
  return [newOf(''), newOf('second')] as const;

  function newOf(channel: string) {
    return { user, id: conversationWorkflowId({ flow: FLOW, user, channel }) };
  }
}
