import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { turnWorkflowId } from '../../../protocol/ids.js';
import { closeConversation } from '../../../store/conversation/conversations.js';
import {
  accept,
  answer,
  begin,
  newConversation,
  rowId,
  rowsOf,
  useDatabase,
} from './fixtures/store-harness.js';

const store = useDatabase();

describe('acceptTurns', () => {
  test('P50: a first message -> the conversation, its turn and its text', async () => {
    const conversation = newConversation();
    const result = await accept(store.db, conversation, ['t1']);
    expect(result).toEqual({
      kind: 'accepted',
      turns: [{ turnId: 't1', kind: 'message', status: 'queued', whileRunning: null }],
      answers: [],
      joined: [],
      missingTexts: [],
    });
    const { conversations, turns, messages } = await rowsOf(store.db, conversation);
    expect(conversations).toMatchObject([
      { flow_slug: 'assistant', user_id: conversation.user, channel: '', last_position: 1, last_seq: 0 },
    ]);
    expect(conversations).toMatchObject([{ title: 'text of t1', title_origin: 'words' }]);
    expect(turns).toMatchObject([{ position: 1, turn_id: 't1', status: 'queued', finished_at: null }]);
    expect(messages).toMatchObject([
      { role: 'user', content: 'text of t1', token_count: 10, seq: null, execution_id: null },
    ]);
  });

  test.each([1, 2, 3])('P53: two first messages at once -> one conversation with both (try %d)', async () => {
    const conversation = newConversation();
    await Promise.all([accept(store.db, conversation, ['t1']), accept(store.db, conversation, ['t2'])]);
    const { conversations, turns } = await rowsOf(store.db, conversation);
    expect(conversations).toHaveLength(1);
    expect(turns.map((turn) => turn.position)).toEqual([1, 2]);
    expect(turns.map((turn) => turn.turn_id).sort()).toEqual(['t1', 't2']);
  });

  test.each([
    ['first turns of a conversation', []],
    ['next turns of a conversation', ['t0']],
  ])('T16: the %s stored several times at once -> stored once, all succeed', async (_name, before) => {
    for (let round = 0; round < 3; round += 1) {
      const conversation = newConversation();
      if (before.length > 0) await accept(store.db, conversation, before);
      const ids = ['t1', 't2', 't3'];
      const results = await Promise.all(
        [1, 2, 3, 4].map(() => accept(store.db, conversation, ids, { waiting: before })),
      );
      for (const result of results)
        expect(result).toMatchObject({ kind: 'accepted', turns: ids.map((turnId) => ({ turnId })) });
      const { turns } = await rowsOf(store.db, conversation);
      expect(turns.map((turn) => turn.turn_id)).toEqual([...before, ...ids]);
    }
  });

  test('T5: the same id with another text -> a conflict, its first text stays, and its status is returned', async () => {
    const conversation = newConversation();
    await answer(store.db, conversation, 't1');
    const again = { turnId: 't1', kind: 'message' as const, text: 'another text' };
    expect(await accept(store.db, conversation, [again, 't2'])).toMatchObject({
      turns: [
        { turnId: 't1', status: 'completed' },
        { turnId: 't2', status: 'queued' },
      ],
      conflicts: ['t1'],
    });
    const { messages } = await rowsOf(store.db, conversation);
    expect(messages.map((message) => message.content)).toEqual(['text of t1', 'answer to t1', 'text of t2']);
  });

  test('T5: an id given and repeated at once, known and new -> each repeat is compared with the first, which is returned once', async () => {
    const conversation = newConversation();
    await answer(store.db, conversation, 't1');
    const say = (turnId: string, text: string) => ({ turnId, kind: 'message' as const, text });
    const result = await accept(store.db, conversation, ['t1', 't2'], {
      repeated: [say('t1', 'text of t1'), say('t1', 'other'), say('t2', 'other'), say('t2', 'text of t2')],
    });
    expect(result).toMatchObject({
      turns: [
        { turnId: 't1', status: 'completed' },
        { turnId: 't2', status: 'queued' },
      ],
      repeatConflicts: [1, 2],
    });
    expect(result).not.toMatchObject({ conflicts: expect.anything() });
  });

  test('several messages and clears at once -> in their order, clears without a text', async () => {
    const conversation = newConversation();
    await accept(store.db, conversation, ['a', { turnId: 'b', kind: 'clear' }, 'c']);
    await accept(store.db, conversation, ['d']);
    const { turns, messages } = await rowsOf(store.db, conversation);
    expect(turns.map((turn) => [turn.position, turn.turn_id, turn.kind])).toEqual([
      [1, 'a', 'message'],
      [2, 'b', 'clear'],
      [3, 'c', 'message'],
      [4, 'd', 'message'],
    ]);
    expect(messages.map((message) => message.position)).toEqual([1, 3, 4]);
  });

  test('an unknown flow -> nothing is stored, the error lists the known ones', async () => {
    const conversation = newConversation();
    const result = await accept(store.db, conversation, ['t1'], { flow: 'nobody' });
    expect(result).toEqual({ kind: 'unknown-flow', known: ['assistant'] });
    expect((await rowsOf(store.db, conversation)).conversations).toEqual([]);
  });

  test('nothing to store and no conversation -> no conversation is created', async () => {
    const conversation = newConversation();
    const result = await accept(store.db, conversation, []);
    expect(result).toEqual({ kind: 'accepted', turns: [], answers: [], joined: [], missingTexts: [] });
    expect((await rowsOf(store.db, conversation)).conversations).toEqual([]);
  });

  test('turns that the Workflow does not know -> all unfinished ones in order, before the new ones, each once', async () => {
    const conversation = newConversation();
    await answer(store.db, conversation, 't1');
    await accept(store.db, conversation, ['t2', { turnId: 't3', kind: 'clear' }, 't4']);
    await begin(store.db, conversation, 't2');
    const known = await accept(store.db, conversation, ['t4'], { waiting: ['t2', 't3'] });
    expect(known).toMatchObject({ turns: [{ turnId: 't4' }] });
    const result = await accept(store.db, conversation, ['t5', 't4'], { waiting: ['t2'] });
    expect(result).toMatchObject({
      turns: [
        { turnId: 't2', kind: 'message', status: 'running' },
        { turnId: 't3', kind: 'clear', status: 'queued' },
        { turnId: 't4', kind: 'message', status: 'queued' },
        { turnId: 't5', kind: 'message', status: 'queued' },
      ],
    });
  });

  test('a duplicate of a turn in a closed conversation -> found, no new conversation', async () => {
    const conversation = newConversation();
    await answer(store.db, conversation, 't1');
    await closeConversation(store.db, conversation.id);
    expect(await accept(store.db, conversation, ['t1'])).toMatchObject({
      turns: [{ turnId: 't1', status: 'completed' }],
    });
    expect((await rowsOf(store.db, conversation)).conversations).toHaveLength(1);
    await accept(store.db, conversation, ['t2']);
    const { conversations, turns } = await rowsOf(store.db, conversation);
    expect(conversations.map((row) => row.closed_at === null)).toEqual([false, true]);
    expect(turns.map((turn) => [turn.turn_id, turn.position])).toEqual([
      ['t1', 1],
      ['t2', 1],
    ]);
  });

  test('T17: a text with NUL and half an emoji -> stored without the one, with a mark for the other', async () => {
    const conversation = newConversation();
    await accept(store.db, conversation, [{ turnId: 't1', kind: 'message', text: 'a\u0000b\ud83d' }]);
    const [message] = (await rowsOf(store.db, conversation)).messages;
    expect([message?.content, message?.token_count]).toEqual(['ab\uFFFD', 3]);
  });
});

describe('acceptTurns while a question is open', () => {
  test('two yes in one batch, only others may answer -> both refused, nothing is queued', async () => {
    const conversation = await asking(['support']);
    const result = await accept(store.db, conversation, [yes('y1'), yes('y2')], { waiting: ['t1'] });
    expect(result).toMatchObject({
      turns: [],
      refused: [
        { turnId: 'y1', type: 'Approval.NotPermitted' },
        { turnId: 'y2', type: 'Approval.NotPermitted' },
      ],
    });
    expect((await rowsOf(store.db, conversation)).turns).toHaveLength(1);
  });

  test('a yes and a question in one batch -> the answer joins the turn, the question is queued', async () => {
    const conversation = await asking(null);
    const result = await accept(store.db, conversation, [yes('y1'), 't2'], { waiting: ['t1'] });
    expect(result).toMatchObject({
      answers: [{ messageId: 'y1' }],
      turns: [{ turnId: 't2', status: 'queued' }],
    });
  });

  test('a long text by reference while only others may answer -> queued with its text', async () => {
    const conversation = await asking(['support']);
    const { id: textRef } = await store.db
      .insertInto('stored_text')
      .values({ workflow_id: conversation.id, content: 'How long does it take?' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const turn = { turnId: 't2', kind: 'message' as const, textRef };
    const result = await accept(store.db, conversation, [turn], { waiting: ['t1'] });
    expect(result).toMatchObject({ turns: [{ turnId: 't2' }], missingTexts: [] });
    expect((await rowsOf(store.db, conversation)).messages.at(-1)?.content).toBe('How long does it take?');
  });

  test('a yes after an interrupting message -> a separate turn, the question stays open', async () => {
    const conversation = await asking(null);
    const interrupting = { ...yes('i1'), text: 'Stop.', whileRunning: 'interrupt' as const };
    const result = await accept(store.db, conversation, [interrupting, yes('y1')], { waiting: ['t1'] });
    expect(result).toMatchObject({ turns: [{ turnId: 'i1' }, { turnId: 'y1' }], answers: [] });
    expect(await answerOf(conversation)).toBeNull();
  });

  test('a yes while the turn is canceled -> a separate turn, the question stays open', async () => {
    const conversation = await asking(null);
    const result = await accept(store.db, conversation, [yes('y1')], {
      waiting: ['t1'],
      isCancelling: true,
    });
    expect(result).toMatchObject({ turns: [{ turnId: 'y1' }], answers: [] });
    expect(await answerOf(conversation)).toBeNull();
  });

  test.each(['yes', 'What does it cost?'])(
    '%s with an output that the flow refuses -> refused, the question stays open',
    async (text) => {
      const conversation = await asking(null);
      const turn = { ...yes('y1'), text, output: { type: 'object' } };
      const result = await accept(store.db, conversation, [turn], {
        waiting: ['t1'],
        refuseOutput: () => 'No node writes this object',
      });
      expect(result).toMatchObject({
        turns: [],
        answers: [],
        refused: [{ turnId: 'y1', message: 'No node writes this object' }],
      });
      expect(await answerOf(conversation)).toBeNull();
    },
  );

  function yes(turnId: string) {
    return { turnId, kind: 'message' as const, text: 'yes' };
  }

  async function answerOf(conversation: { id: string }) {
    const executionId = await rowId(store.db, turnWorkflowId(conversation.id, 't1'));
    const { answer: given } = await store.db
      .selectFrom('approval')
      .select('answer')
      .where('execution_id', '=', executionId)
      .executeTakeFirstOrThrow();
    return given;
  }

  async function asking(approvers: string[] | null) {
    const conversation = newConversation();
    await accept(store.db, conversation, ['t1']);
    await begin(store.db, conversation, 't1');
    await store.db
      .insertInto('approval')
      .values({
        execution_id: await rowId(store.db, turnWorkflowId(conversation.id, 't1')),
        node_id: 'ask',
        iteration: '',
        prompt: 'Publish?',
        approver_roles: approvers,
      })
      .execute();
    return conversation;
  }
});

describe('acceptTurns with references to texts', () => {
  test('a text stored for this conversation -> claimed once, and deleted from where it waited', async () => {
    const conversation = newConversation();
    const textRef = await storeText(conversation.id, 'a long text');
    await accept(store.db, conversation, [{ turnId: 't1', kind: 'message', textRef }]);
    expect((await rowsOf(store.db, conversation)).messages[0]?.content).toBe('a long text');
    const again = await accept(store.db, conversation, [{ turnId: 't2', kind: 'message', textRef }], {
      waiting: ['t1'],
    });
    expect(again).toEqual({ kind: 'accepted', turns: [], answers: [], joined: [], missingTexts: ['t2'] });
  });

  test('the same turn sent again with its reference -> the stored turn', async () => {
    const conversation = newConversation();
    const turn = {
      turnId: 't1',
      kind: 'message' as const,
      textRef: await storeText(conversation.id, 'a text'),
    };
    await accept(store.db, conversation, [turn]);
    expect(await accept(store.db, conversation, [turn])).toMatchObject({
      turns: [{ turnId: 't1', status: 'queued' }],
      missingTexts: [],
    });
  });

  test("a text stored for another user's conversation -> missing, and it stays there", async () => {
    const [mine, other] = [newConversation(), newConversation()];
    const textRef = await storeText(other.id, 'not yours');
    const result = await accept(store.db, mine, ['t1', { turnId: 't2', kind: 'message', textRef }, 't3']);
    expect(result).toMatchObject({ turns: [{ turnId: 't1' }, { turnId: 't3' }], missingTexts: ['t2'] });
    expect((await rowsOf(store.db, mine)).turns.map((turn) => turn.position)).toEqual([1, 2]);
    await accept(store.db, other, [{ turnId: 't1', kind: 'message', textRef }]);
    expect((await rowsOf(store.db, other)).messages[0]?.content).toBe('not yours');
  });

  test('an unknown reference -> missing', async () => {
    const result = await accept(store.db, newConversation(), [
      { turnId: 't1', kind: 'message', textRef: randomUUID() },
    ]);
    expect(result).toEqual({ kind: 'accepted', turns: [], answers: [], joined: [], missingTexts: ['t1'] });
  });

  async function storeText(workflowId: string, content: string): Promise<string> {
    const { id } = await store.db
      .insertInto('stored_text')
      .values({ workflow_id: workflowId, content })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }
});
