import { describe, expect, test } from 'vitest';
import type { ConversationHandle } from '../../../client/conversation/handle.js';
import { text } from '../../../packages/testing/model-server/index.js';
import { requestText } from '../context/fixtures/requests.js';
import {
  attempts,
  chatFlow,
  POLLING,
  SUBJECTS,
  SUMMARY,
  threadRow,
  useSummarySystem,
} from '../summaries/fixtures/summary-harness.js';

const harness = useSummarySystem({ flows: [chatFlow({ messages: 50 }, { slug: 'slow' })] });

const LONG = 'and of the water in it '.repeat(60);

async function talkAtLength(conversation = harness.conversation('slow')): Promise<ConversationHandle> {
  for (const subject of SUBJECTS.slice(0, 5)) await conversation.ask(`the ${subject} ${LONG}`);
  return conversation;
}

async function summarized(conversation: ConversationHandle): Promise<number> {
  const rows = await attempts(harness.system, conversation);
  return rows.filter(({ way, status }) => way === 'thread' && status === 'adopted').length;
}

describe('a thread on more than can be quoted', () => {
  test("it is opened -> one summary of the messages that do not fit, beside the thread's own, sent with its calls", async () => {
    const conversation = await talkAtLength();
    const before = harness.requests().length;
    const thread = await conversation.openThread({ message: 9 });
    await expect.poll(() => summarized(conversation), POLLING).toBe(1);
    await harness.settled(thread);
    const [row] = await attempts(harness.system, conversation);
    expect(row).toMatchObject({
      way: 'thread',
      status: 'adopted',
      covers_from: 1,
      budget: 800,
      input_tokens: 100,
    });
    expect(await threadRow(harness.system, conversation)).toMatchObject({
      covers_through: 0,
      summary_ordinal: null,
    });
    const asked = requestText(harness.requests().at(-1)!);
    expect(asked).toContain('the river');
    expect(asked).not.toContain('the valley');

    await thread.ask('And now?');
    const sent = requestText(harness.system.model.requests.at(-1)!);
    expect(sent).toContain(SUMMARY);
    const first = row!.covers_through! + 1;
    expect(sent).toContain(`[Messages ${first}-8 of the conversation that this thread belongs to, quoted`);
    expect(sent).not.toContain('left out here');
    const { usage } = await conversation.summaries();
    expect(usage).toMatchObject([{ way: 'thread', attempts: 1, inputTokens: 100 }]);

    await conversation.openThread({ message: 9, id: 'again' }).then((again) => again.ask('Again?'));
    await thread.ask('Go on');
    await harness.settled(thread);
    expect(harness.requests()).toHaveLength(before + 1);
  });

  test('the model returns no summary -> the thread is answered, and the summary is retried after a turn', async () => {
    const conversation = await talkAtLength();
    harness.reply(text(' '));
    const thread = await conversation.openThread({ message: 9 });
    await expect
      .poll(async () => (await attempts(harness.system, conversation)).map(({ status }) => status), POLLING)
      .toEqual(['unusable']);
    await harness.settled(thread);
    expect((await thread.ask('Still there?')).text).toContain('Still there?');
    await expect.poll(() => summarized(conversation), POLLING).toBe(1);
    await harness.settled(thread);
  });

  test('the conversation is edited and cleared before the retry -> adopted for the branch of the thread', async () => {
    const conversation = harness.conversation('slow');
    const { turnId } = await conversation.ask('first');
    await talkAtLength(conversation);
    const thread = await openUnsummarized(conversation);
    await conversation.edit(turnId, 'second');
    await conversation.clear();
    await expect.poll(async () => (await headOf(conversation)).cleared_through, POLLING).toBeGreaterThan(0);
    await thread.ask('Still there?');
    await isAdopted(conversation);
    await thread.ask('Go on');
    expect(requestText(harness.system.model.requests.at(-1)!)).toContain(SUMMARY);
  });

  test('the conversation is cleared, then edited before the retry -> adopted after the cleared messages', async () => {
    const conversation = harness.conversation('slow');
    const { turnId } = await conversation.ask('first');
    await conversation.clear();
    await talkAtLength(conversation);
    const thread = await openUnsummarized(conversation);
    await conversation.edit(turnId, 'second');
    await expect.poll(async () => (await headOf(conversation)).cleared_through, POLLING).toBe(0);
    await thread.ask('Still there?');
    await isAdopted(conversation);
    await thread.ask('Go on');
    expect(requestText(harness.system.model.requests.at(-1)!)).toContain(SUMMARY);
  });

  test('a short chat -> no summary, and no Workflow for one', async () => {
    const conversation = harness.conversation('slow');
    await harness.talk(conversation, 3);
    const thread = await conversation.openThread({ message: 5 });
    await thread.ask('And now?');
    expect(await attempts(harness.system, conversation)).toEqual([]);
    await expect(
      harness.system.temporal.workflow.getHandle(`${thread.workflowId}/upkeep`).describe(),
    ).rejects.toThrow(/not found/i);
  });
});

/** Its summary failed, and is due again after the thread's next turn. */
async function openUnsummarized(conversation: ConversationHandle): Promise<ConversationHandle> {
  harness.reply(text(' '));
  const { last_seq: last } = await headOf(conversation);
  const thread = await conversation.openThread({ message: last - 1 });
  await expect.poll(() => summariesOf(conversation), POLLING).toEqual(['unusable']);
  await harness.settled(thread);
  return thread;
}

function headOf(conversation: ConversationHandle) {
  return threadRow(harness.system, conversation);
}

async function isAdopted(conversation: ConversationHandle): Promise<void> {
  await expect.poll(() => summariesOf(conversation), POLLING).toEqual(['unusable', 'adopted']);
}

async function summariesOf(conversation: ConversationHandle): Promise<string[]> {
  return (await attempts(harness.system, conversation)).map(({ status }) => status);
}
