import { describe, expect, test } from 'vitest';
import type { TurnEvent } from '../../../client/stream/turn-events.js';
import {
  answer,
  fault,
  gated,
  text,
  toolCalls,
  type Reply,
} from '../../../packages/testing/model-server/index.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { requestText } from '../context/fixtures/requests.js';
import { attempts, threadRow, useSummarySystem } from '../summaries/fixtures/summary-harness.js';
import { ANSWER, askedBlock, BLOCK, INLINE_SUMMARY, shownAfterEach } from './inline-answers.js';

const flow = {
  ...agentFlow({ slug: 'inline', tools: ['calculate'] }),
  history: { messages: 4, summaries: { minTokens: 0 }, retrieval: false as const },
};
const each = {
  ...flow,
  slug: 'inline-each',
  history: { ...flow.history, summaries: { minTokens: 0, every: 'turn' as const } },
};
const harness = useSummarySystem({ flows: [flow, each] });
const ANSWERED = answer((request) => text(ANSWER + askedBlock(request)));

describe('a summary that comes with an answer', () => {
  test.each<[string, (block: string) => readonly string[]]>([
    ['D43: in one chunk', (block) => [ANSWER + block]],
    ['D44: in chunks of one character', (block) => [...(ANSWER + block)]],
    ['D44: its sentinel split in half', (block) => splitAt(ANSWER + block, '<<<ME')],
    ['its closing split in half', (block) => splitAt(ANSWER + block, '<<<E')],
    ['D49: text after it', (block) => [...`${ANSWER}${block}\nAnd that is all.`]],
    ['D35: without its closing', (block) => [...ANSWER, block.slice(0, block.indexOf('\n<<<END'))]],
  ])('%s -> adopted with the answer, shown = stored (D53), no additional call', async (_how, split) => {
    const before = harness.system.model.requests.length;
    const conversation = await secondTurn();
    const reply = answer((request) => {
      const chunks = split(askedBlock(request));
      return text(chunks.join(''), { chunks, delayMs: 1 });
    });
    const { events, result } = await answered(conversation, reply);
    await expectOnlyAnswer({ conversation, events, result });
    expect(await attempts(harness.system, conversation)).toMatchObject([
      {
        way: 'inline',
        status: 'adopted',
        position: 2,
        covers_from: 1,
        covers_through: 3,
        content: INLINE_SUMMARY,
        reason: null,
        cost: '0.000000000000',
      },
    ]);
    expect(await threadRow(harness.system, conversation)).toMatchObject({
      covers_through: 3,
      title: 'Forty-two',
    });
    expect(harness.system.model.requests).toHaveLength(before + 2);
    await expect(upkeepOf(conversation).describe()).rejects.toThrow();
  });

  test('no topic line -> put under one; with every: turn, the first answer includes the title', async () => {
    const conversation = harness.system.client.conversation({
      flow: 'inline-each',
      user: harness.system.newUser(),
    });
    harness.system.model.reply(
      answer((request) =>
        text(ANSWER + askedBlock(request).replace('[Topic: Numbers] They spoke', 'They spoke')),
      ),
    );
    await conversation.ask('What is six times seven?');
    expect(await attempts(harness.system, conversation)).toMatchObject([
      { way: 'inline', status: 'adopted', position: 1, content: '[Topic: Forty-two] They spoke of 42.' },
    ]);
    expect(await threadRow(harness.system, conversation)).toMatchObject({ title: 'Forty-two' });
  });

  test('the next calls -> include the summary first, and no longer request a title', async () => {
    const conversation = await secondTurn();
    await answered(conversation, ANSWERED);
    const first = harness.system.model.requests.at(-1)!;
    expect(requestText(first)).toContain('"title"');
    await conversation.ask('Go on');
    const third = harness.system.model.requests.at(-1)!;
    expect(requestText(third)).toMatch(/^\[Conversation summary \(before message 3\)\]\n/m);
    expect(requestText(third)).toContain(`\n> ${INLINE_SUMMARY}`);
    expect(requestText(third)).not.toContain('<<<META');
    const renamed = answer((request) =>
      text(
        ANSWER + askedBlock(request).replace('Forty-two', 'Another').replace('They spoke', 'They spoke on'),
      ),
    );
    await answered(conversation, renamed);
    const fourth = harness.system.model.requests.at(-1)!;
    expect(requestText(fourth)).toContain('Fold in the existing summary');
    expect(requestText(fourth)).not.toContain('"title"');
    expect(await threadRow(harness.system, conversation)).toMatchObject({
      covers_through: 7,
      title: 'Forty-two',
    });
    expect(
      (await attempts(harness.system, conversation)).map(({ way, status }) => `${way} ${status}`),
    ).toEqual(['inline adopted', 'inline adopted']);
  });

  test('the stream breaks in the middle of it, and the call is made again -> once, and never shown', async () => {
    const conversation = await secondTurn();
    const broken = answer((request) => fault.cutMidStream((ANSWER + askedBlock(request)).slice(0, -40)));
    const { events, result } = await answered(conversation, broken, ANSWERED);
    await expectOnlyAnswer({ conversation, events, result });
    expect(await attempts(harness.system, conversation)).toMatchObject([
      { way: 'inline', status: 'adopted' },
    ]);
  });

  test('the turn is canceled in the middle of it -> the text so far is kept, without it', async () => {
    const conversation = await secondTurn();
    const reply = gated((ANSWER + BLOCK).slice(0, -40), BLOCK.slice(-40));
    harness.system.model.reply(reply);
    const { turnId, executionId } = await conversation.submit('What is the answer?');
    await reply.started;
    await expect.poll(() => chunksOf(executionId)).toBe(ANSWER);
    await conversation.cancel(turnId);
    expect(await traceOf(executionId)).toEqual([[{ type: 'text', text: ANSWER }]]);
    expect(await attempts(harness.system, conversation)).toEqual([]);
    reply.release();
  });

  test('before a tool call, too -> not used there, not shown; the one with the answer is adopted', async () => {
    const conversation = await secondTurn();
    const step = answer((request) => {
      const early = askedBlock(request).replace('They spoke', 'They will speak');
      return toolCalls([{ name: 'calculate', arguments: { expression: '6*7' } }], {
        text: `Let me see.${early}`,
      });
    });
    const { events, result } = await answered(conversation, step, ANSWERED);
    const shown = shownAfterEach(events).at(-1)!;
    expect(shown).toBe(`Let me see.${ANSWER}`);
    expect(result.text).toBe(ANSWER);
    expect(JSON.stringify(await traceOf(result.executionId))).not.toMatch(/META|They (?:will )?spoke?/);
    expect(await attempts(harness.system, conversation)).toMatchObject([
      { way: 'inline', status: 'adopted', content: INLINE_SUMMARY },
    ]);
  });
});

describe('a summary in another form than requested', () => {
  test.each<[string, string]>([
    ['nothing of it', ''],
    ['D37: nothing between its sentinels', '\n<<<META>>>\n\n<<<END>>>'],
    ['D40: a list', '\n<<<META>>>\n["a"]\n<<<END>>>'],
    ['D40: null', '\n<<<META>>>\nnull\n<<<END>>>'],
    ['D41: no string', '\n<<<META>>>\n{"summary": {"a": 1}}\n<<<END>>>'],
    ['an empty one', '\n<<<META>>>\n{"summary": ""}\n<<<END>>>'],
    ['a label alone', '\n<<<META>>>\n{"summary": "[Topic: Facts]"}\n<<<END>>>'],
    [
      'the form given back',
      '\n<<<META>>>\n{"summary":"<summary>","title":"<at most eight words>"}\n<<<END>>>',
    ],
  ])('D65: %s, none exists -> still answered, summarized once after the turn', async (_what, block) => {
    const conversation = await secondTurn();
    const { events, result } = await answered(
      conversation,
      text(ANSWER + block, { chunks: [...ANSWER, block] }),
    );
    await expectOnlyAnswer({ conversation, events, result });
    await harness.settled(conversation);
    expect(await attempts(harness.system, conversation)).toMatchObject([
      { way: 'inline', status: 'unusable', covers_through: 3, content: null },
      { way: 'summarize', status: 'adopted', covers_through: 4 },
    ]);
  });

  test('the provider refuses the call that requests it -> retried without, summarized after the turn', async () => {
    const conversation = await secondTurn();
    const refused = fault.status(400, { message: 'The request is not valid.' });
    const { events, result } = await answered(conversation, refused, text(ANSWER));
    await expectOnlyAnswer({ conversation, events, result });
    await harness.settled(conversation);
    expect(
      (await attempts(harness.system, conversation)).map(({ way, status }) => `${way} ${status}`),
    ).toEqual(['summarize adopted']);
  });

  test('D65: no summary in the answer, one exists -> merged once after the turn', async () => {
    const conversation = await secondTurn();
    await answered(conversation, ANSWERED);
    await conversation.ask('Go on');
    const before = harness.requests().length;
    await conversation.ask('And then?');
    await harness.settled(conversation);
    expect(harness.requests()).toHaveLength(before + 1);
    expect(
      (await attempts(harness.system, conversation)).map(({ way, status }) => `${way} ${status}`),
    ).toEqual(['inline adopted', 'inline unusable', 'merge adopted']);
    expect(await threadRow(harness.system, conversation)).toMatchObject({ covers_through: 8 });
  });

  test.each<[string, string]>([
    ['one mark short', BLOCK.replace('<<<META>>>', '<<<META>>')],
    ['a word and a brace', BLOCK.replace('<<<META>>>\n', 'META')],
    ['D34: cut off', BLOCK.slice(0, BLOCK.indexOf('of 42') + 5)],
  ])('D52: %s -> nothing of it is shown, and a summary stands in the end', async (_what, block) => {
    const conversation = await secondTurn();
    const { events, result } = await answered(
      conversation,
      text(ANSWER + block, { chunks: [...(ANSWER + block)] }),
    );
    await expectOnlyAnswer({ conversation, events, result });
    await expect
      .poll(async () => (await threadRow(harness.system, conversation)).covers_through)
      .toBeGreaterThan(2);
  });

  test('the answer ends in the middle of it, at its limit -> not adopted, the next way is used', async () => {
    const conversation = await secondTurn();
    const cut = answer((request) =>
      text((ANSWER + askedBlock(request)).slice(0, -30), { finishReason: 'length' }),
    );
    const { events, result } = await answered(conversation, cut);
    await expectOnlyAnswer({ conversation, events, result });
    await harness.settled(conversation);
    expect(await attempts(harness.system, conversation)).toMatchObject([
      { way: 'inline', status: 'unusable', reason: 'The answer was cut off before its summary was complete' },
      { way: 'summarize', status: 'adopted', covers_through: 4 },
    ]);
  });

  test('D50: an example of such JSON without a sentinel -> shown in full, and no summary', async () => {
    const conversation = await secondTurn();
    const example = 'For example:\n{"summary":"x","title":"y"}';
    const { result } = await answered(conversation, text(example, { chunks: [...example] }));
    expect(result.text).toBe(example);
    expect((await conversation.history()).messages[0]!.text).toBe(example);
    await harness.settled(conversation);
    expect((await attempts(harness.system, conversation))[0]).toMatchObject({
      way: 'inline',
      status: 'unusable',
    });
  });
});

type Conversation = ReturnType<typeof harness.conversation>;

async function secondTurn(): Promise<Conversation> {
  const conversation = harness.conversation('inline');
  await conversation.ask('Hello');
  return conversation;
}

async function answered(conversation: Conversation, ...replies: Reply[]) {
  harness.system.model.reply(...replies);
  const { turnId } = await conversation.submit('What is the answer?');
  const events: TurnEvent[] = [];
  for await (const event of conversation.stream(turnId)) events.push(event);
  return { events, result: await conversation.ask({ text: 'What is the answer?', turnId }) };
}

async function expectOnlyAnswer({
  conversation,
  events,
  result,
}: { conversation: Conversation } & Awaited<ReturnType<typeof answered>>): Promise<void> {
  const { executionId } = result;
  for (const shown of shownAfterEach(events)) expect(ANSWER.startsWith(shown)).toBe(true);
  expect(shownAfterEach(events).at(-1)).toBe(ANSWER);
  expect(events.at(-1)).toMatchObject({ type: 'done', text: ANSWER });
  expect(result.text).toBe(ANSWER);
  expect((await conversation.history()).messages[0]!.text).toBe(ANSWER);
  expect(await traceOf(executionId)).toEqual([[{ type: 'text', text: ANSWER }]]);
  for (const id of [executionId, conversation.workflowId]) {
    const history = JSON.stringify(await harness.system.temporal.workflow.getHandle(id).fetchHistory());
    expect(history).not.toMatch(/META|They spoke/);
  }
}

async function chunksOf(executionId: string): Promise<string> {
  const rows = await harness.system.db
    .selectFrom('stream_chunk')
    .innerJoin('execution', 'execution.id', 'execution_id')
    .select('content')
    .where('workflow_id', '=', executionId)
    .orderBy('start_offset')
    .execute();
  return rows.map(({ content }) => content).join('');
}

async function traceOf(executionId: string): Promise<unknown[]> {
  const rows = await harness.system.db
    .selectFrom('trace_message')
    .innerJoin('execution', 'execution.id', 'execution_id')
    .select('content')
    .where('workflow_id', '=', executionId)
    .orderBy('step')
    .orderBy('ordinal')
    .execute();
  return rows.map(({ content }) => content);
}

function upkeepOf({ workflowId }: Conversation) {
  return harness.system.temporal.workflow.getHandle(`${workflowId}/upkeep`);
}

function splitAt(whole: string, part: string): string[] {
  const at = whole.indexOf(part) + part.length;
  return [whole.slice(0, at), whole.slice(at)];
}
