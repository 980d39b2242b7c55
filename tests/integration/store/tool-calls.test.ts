import { describe, expect, test } from 'vitest';
import { parseWellFormed } from '../../../context/text/parse-well-formed.js';
import type { TraceContent } from '../../../context/message/trace-content.js';
import { countTrace, loadTrace } from '../../../store/calls/load-trace.js';
import { beginToolCall, findToolResult, storeToolResult } from '../../../store/calls/stored-tool-calls.js';
import { turnWorkflowId } from '../../../protocol/ids.js';
import { accept, begin, newConversation, rowId, say, useDatabase } from './fixtures/store-harness.js';

const store = useDatabase();

describe('beginToolCall', () => {
  test('begun repeatedly -> the number of tries, including this one', async () => {
    const call = await asked();
    const counts = [];
    for (let times = 0; times < 3; times += 1)
      counts.push(await beginToolCall(store.db, { ...call, name: 'look' }));
    expect(counts).toEqual([1, 2, 3]);
    expect(await beginToolCall(store.db, { ...call, ordinal: 2, name: 'look' })).toBe(1);
  });
});

describe('storeToolResult', () => {
  test('a result -> found under its call, and part of the trace after the message with the call', async () => {
    const call = await asked();
    expect(await findToolResult(store.db, call)).toBeUndefined();
    await beginToolCall(store.db, { ...call, name: 'look' });
    await storeText(call, 'seen');
    expect(await findToolResult(store.db, call)).toEqual(result('seen'));
    const trace = await loadTrace(store.db, { ...call, first: 1, last: 1 });
    expect(trace.map(({ role, ordinal }) => [role, ordinal])).toEqual([
      ['assistant', 0],
      ['tool', 1],
    ]);
    expect(await countTrace(store.db, { ...call, first: 1, last: 1 })).toEqual({
      count: 2,
      tokens: 7,
      spilledTokens: 0,
    });
  });

  test('T16: stored twice, also at once -> the first stays, counted once', async () => {
    const call = await asked();
    await storeText(call, 'first');
    await Promise.all([storeText(call, 'second'), storeText(call, 'third')]);
    expect(await findToolResult(store.db, call)).toEqual(result('first'));
    expect(await countTrace(store.db, { ...call, first: 1, last: 1 })).toEqual({
      count: 2,
      tokens: 7,
      spilledTokens: 0,
    });
  });

  test('T17: NUL in a result -> refused by Postgres unchanged, stored once well-formed', async () => {
    const call = await asked();
    const hostile = result('a\u0000b\ud83d');
    await expect(storeContent(call, hostile)).rejects.toThrow(/unsupported Unicode escape sequence/);
    const clean = parseWellFormed(JSON.stringify(hostile)) as TraceContent;
    await storeContent(call, clean);
    expect(await findToolResult(store.db, call)).toEqual(result('ab\uFFFD'));
  });

  function storeText(call: Call, value: string): Promise<unknown> {
    return storeContent(call, result(value));
  }

  function storeContent(call: Call, content: TraceContent): Promise<unknown> {
    return storeToolResult(store.db, { ...call, content, tokenCount: 4 });
  }
});

type Call = Awaited<ReturnType<typeof asked>>;

async function asked() {
  const conversation = newConversation();
  const workflowId = turnWorkflowId(conversation.id, 't1');
  await accept(store.db, conversation, ['t1']);
  await begin(store.db, conversation, 't1');
  await say(store.db, workflowId, {
    content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'look', input: {} }],
  });
  return { executionId: await rowId(store.db, workflowId), step: 1, ordinal: 1, workflowId };
}

function result(value: string): TraceContent {
  return [{ type: 'tool-result', toolCallId: 'c1', toolName: 'look', output: { type: 'text', value } }];
}
