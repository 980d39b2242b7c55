import { describe, expect, test } from 'vitest';
import { conversationWorkflowId, executionWorkflowId, turnIdProblem } from '../../../protocol/ids.js';
import { beginExecution } from '../../../store/execution/begin-execution.js';
import { readMemories, writeMemory } from '../../../store/users/memories.js';
import { SQL_TEXTS } from '../../hostile/areas/sql-texts.js';
import { accept, FLOW, rowsOf, useDatabase } from './fixtures/store-harness.js';

const store = useDatabase();

describe('SQL in every text', () => {
  test.each(SQL_TEXTS)('%j -> stored unchanged, and found only by itself', async (text) => {
    const id = conversationWorkflowId({ flow: FLOW, user: text, channel: text });
    const turnId = turnIdProblem(text) === undefined ? text : 't1';
    const more = { channel: text, maxTurns: 9 };
    await accept(store.db, { user: text, id }, [{ turnId, kind: 'message', text }], more);
    const { conversations, turns, messages } = await rowsOf(store.db, { user: text, id });
    expect(conversations).toMatchObject([{ user_id: text, channel: text }]);
    expect([turns.map((turn) => turn.turn_id), messages.map(({ content }) => content)]).toEqual([
      [turnId],
      [text],
    ]);
    await writeMemory(store.db, { user: text, kind: 'fact', key: text, value: text });
    for (const search of [undefined, text]) {
      const { memories } = await readMemories(store.db, { user: text, search });
      expect(memories).toMatchObject([{ key: text, value: text }]);
    }
    const begun = await beginExecution(store.db, {
      kind: 'plain',
      workflowId: executionWorkflowId(FLOW, text),
      flow: FLOW,
      user: text,
      text,
      data: { [text]: text },
      maxExecutions: 9,
    });
    expect(begun).toMatchObject({ kind: 'begun', isNew: true });
  });

  test('after all of them -> every row is its own, and no other', async () => {
    for (const table of ['conversation', 'turn', 'execution', 'memory'] as const) {
      const { count } = await store.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      expect([table, Number(count)]).toEqual([table, SQL_TEXTS.length]);
    }
  });
});
