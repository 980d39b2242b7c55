import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { summaryMessage } from '../../../context/compaction/summary-message.js';
import {
  lastToolResults,
  text,
  toolCalls,
  type ModelRequest,
  type Reply,
} from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_ANTHROPIC_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { defineTool } from '../../../extend/tools/define-tool.js';
import { agentFlow } from './fixtures/agent-flow.js';
import { page, pagesRead, readPages } from './fixtures/pages.js';
import { isCompaction, toRoles, requestText } from './fixtures/requests.js';
import { callPurposes, compactions, modelCalls } from './fixtures/rows.js';
import { words } from './fixtures/words.js';

const SMALL = { window: 4_000, maxOutputTokens: 400 };
const THRESHOLD = 3_400;
const PREAMBLE = summaryMessage('');
const TOOLS = ['page', 'note'];
const OVER = [1_200, 1_200, 980];
const FOUR = [900, 900, 900, 900];

const note = defineTool({
  name: 'note',
  description: 'Takes a note.',
  input: z.object({ n: z.number() }),
  execute: ({ n }) => `Note ${n}: ${words(40)}`,
});

let scripted: (request: ModelRequest) => Reply = () => text('unexpected');
let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [
      agentFlow({ slug: 'reader', tools: TOOLS, ...SMALL }),
      agentFlow({ slug: 'reader-anthropic', model: SCRIPTED_ANTHROPIC_MODEL, tools: TOOLS, ...SMALL }),
      agentFlow({ slug: 'priced', model: 'openai:gpt-4o', tools: TOOLS, ...SMALL }),
    ],
    tools: [page, note],
    model: { script: (request) => scripted(request) },
    settings: { spillPct: 0 },
  });
});
afterAll(() => system?.stop());

describe('compaction', () => {
  test.each([
    ['exactly at the threshold -> sent whole', 0],
    ['one token over it -> compacted first', 1],
  ])('H28: a context %s', async (_name, over) => {
    const sizes = [1_200, 1_200];
    system.model.reply(...readPages([...sizes, 100]), text('fine'));
    const measured = await conversationOf('reader').ask('Read.');
    const { systemTokens, toolTokens, tokens } = (await modelCalls(system, measured.executionId)).at(
      -1,
    )!.manifest;
    const last = 100 + THRESHOLD - systemTokens - toolTokens - tokens;
    system.model.reply(...readPages([...sizes, last + over]), ...(over > 0 ? [text('In short.')] : []));
    system.model.reply(text('fine'));
    const { executionId } = await conversationOf('reader').ask('Read.');
    const reads = Array(3).fill('answer completed') as string[];
    if (over === 0) expect(await callPurposes(system, executionId)).toEqual([...reads, 'answer completed']);
    else {
      expect(await callPurposes(system, executionId)).toEqual([
        ...reads,
        'compaction completed',
        'answer completed',
      ]);
      expect(await compactions(system, executionId)).toMatchObject([{ tokens_before: THRESHOLD + 1 }]);
    }
  });

  test.each([
    ['reader', ['system', 'system', 'user', 'assistant', 'user', 'assistant', 'tool']],
    ['reader-anthropic', ['user', 'assistant', 'user', 'assistant', 'user']],
  ])(
    'H32: %s, after it -> exactly system prompt, summary, the newest messages, question',
    async (slug, roles) => {
      const conversation = await startedConversation(slug);
      system.model.reply(...readPages(OVER), text('The river was long.'), text('fine'));
      const { executionId, text: answer } = await conversation.ask('Read the green pages.');
      expect(answer).toBe('fine');
      const [summary, main] = system.model.requests.slice(-2);
      expect(isCompaction(summary!)).toBe(true);
      expect(requestText(summary!)).toContain('Tool page: Page 1: river');
      for (const kept of ['green', 'Good morning', 'Page 3'])
        expect(requestText(summary!)).not.toContain(kept);
      expect(toRoles(main!)).toEqual(roles);
      const said = requestText(main!);
      for (const kept of ['Answer plainly.', summaryMessage('The river was long.'), 'Good morning', 'Noted.'])
        expect(said).toContain(kept);
      for (const kept of ['Read the green pages.', 'Page 3: river']) expect(said).toContain(kept);
      expect(said).not.toContain('Page 2');
      expect(await compactions(system, executionId)).toMatchObject([
        {
          status: 'adopted',
          messages_before: 10,
          messages_after: 7,
          first_seq: null,
          through_step: 2,
          summary: expect.stringMatching(/^The river was long\./),
        },
      ]);
    },
  );

  test('a summary that saves nothing -> not adopted, the messages continue', async () => {
    system.model.reply(...readPages(OVER), text(words(2_600, 'light')), text('fine'));
    const { executionId } = await conversationOf('reader').ask('Read.');
    expect(await compactions(system, executionId)).toMatchObject([{ status: 'not-smaller', summary: null }]);
    const main = system.model.requests.at(-1)!;
    expect(toRoles(main)).toEqual(['system', 'user', ...OVER.flatMap(() => ['assistant', 'tool'])]);
    expect(requestText(main)).not.toContain('light');
  });

  test.each([
    ['reader', ['system', 'system', 'user', 'assistant', 'tool']],
    ['reader-anthropic', ['user', 'assistant', 'user']],
  ])(
    'H35: %s, in the middle of a turn -> the task and the newest step stay, no tool runs again',
    async (slug, roles) => {
      pagesRead.length = 0;
      system.model.reply(...readPages(FOUR), text('Pages 1 to 3 say river.'), text('done'));
      const { executionId } = await conversationOf(slug).ask('Read the pages 1 to 4.');
      const [summary, main] = system.model.requests.slice(-2);
      const asked = requestText(summary!);
      for (const n of [1, 2, 3])
        expect(asked).toMatch(new RegExp(`AI calls page: \\{"n":${n},"size":900\\}\nTool page: Page ${n}`));
      expect(asked).not.toContain('Page 4');
      expect(summary!.body).not.toHaveProperty('tools');
      expect(toRoles(main!)).toEqual(roles);
      const said = requestText(main!);
      for (const kept of ['Read the pages 1 to 4.', 'Pages 1 to 3 say river.', 'Page 4: river'])
        expect(said).toContain(kept);
      expect(said).not.toContain('Page 3');
      expect(pagesRead).toEqual([1, 2, 3, 4]);
      expect(await compactions(system, executionId)).toMatchObject([
        { status: 'adopted', step: 5, through_step: 3, first_seq: null },
      ]);
    },
  );

  test('a second one -> includes the first summary; one preamble, no nesting', async () => {
    system.model.reply(
      ...readPages(FOUR),
      text('SUMMARY ONE'),
      ...readPages([900, 900, 900], { first: 5 }),
      text('SUMMARY TWO'),
      text('done'),
    );
    const { executionId } = await conversationOf('reader').ask('Read the pages 1 to 7.');
    const [second, main] = system.model.requests.slice(-2);
    expect(requestText(second!)).toMatch(/<(earlier-summary-\w+)>\nSUMMARY ONE\n<\/\1>/);
    expect(requestText(second!)).not.toContain(PREAMBLE);
    expect(requestText(second!)).toMatch(/Page 4[^]*Page 5[^]*Page 6/);
    expect(requestText(main!).split(PREAMBLE)).toHaveLength(2);
    expect(requestText(main!)).toContain('SUMMARY TWO');
    expect(requestText(main!)).not.toContain('SUMMARY ONE');
    expect(await compactions(system, executionId)).toMatchObject([
      { step: 5, status: 'adopted', through_step: 3 },
      { step: 9, status: 'adopted', through_step: 7 },
    ]);
  });

  test('after it -> a call whose result was compacted may be repeated, a call with a visible result may not', async () => {
    pagesRead.length = 0;
    const again = toolCalls([1, 4].map((n) => ({ name: 'page', arguments: { n, size: 900 } })));
    system.model.reply(...readPages(FOUR), text('Pages 1 to 3 say river.'), again, text('done'));
    await conversationOf('reader').ask('Read the pages 1 to 4.');
    const results = lastToolResults(system.model.requests.at(-1)!);
    expect(results[0]!.text).toMatch(/^Page 1: river/);
    expect(results[1]!.text).toMatch(/'page' has already been called/);
    expect(pagesRead).toEqual([1, 2, 3, 4, 1]);
  });

  test('the turn after it -> starts from rows, not from the summary', async () => {
    const conversation = conversationOf('reader');
    system.model.reply(text('Noted.'));
    await conversation.ask(words(900, 'green'));
    system.model.reply(text('Noted.'));
    await conversation.ask('Good morning');
    system.model.reply(...readPages([1_000, 1_500]), text('FIRST SUMMARY'), text('fine'));
    const compacted = await conversation.ask('Read.');
    expect(await compactions(system, compacted.executionId)).toMatchObject([
      { first_seq: 1, through_seq: 2 },
    ]);
    system.model.reply(text('fine again'));
    const { executionId } = await conversation.ask('And now?');
    expect(await callPurposes(system, executionId)).toEqual(['answer completed']);
    const said = requestText(system.model.requests.at(-1)!);
    expect(said).toContain(words(900, 'green'));
    expect(said).not.toContain('FIRST SUMMARY');
  });

  test.each([
    ['leaves little room', 3_200],
    ['is larger than the window', 6_000],
  ])('a task that %s, with many steps -> not compacted before every call', async (_name, size) => {
    const steps = Array.from({ length: 6 }, (_, index) =>
      toolCalls([{ name: 'note', arguments: { n: index } }]),
    );
    let taken = 0;
    scripted = (request) =>
      isCompaction(request) ? text('Noted so far.') : (steps[taken++] ?? text('done'));
    const { executionId } = await conversationOf('reader').ask(words(size));
    expect((await compactions(system, executionId)).length).toBeLessThanOrEqual(1);
  });

  test("outside a conversation -> the input stays, the steps' results are summarized", async () => {
    system.model.reply(...readPages(FOUR), text('Pages 1 to 3 say river.'), text('done'));
    const { executionId, result } = await system.client.executions.start({ flow: 'reader', text: 'Read.' });
    expect(await result()).toBe('done');
    expect(toRoles(system.model.requests.at(-1)!)).toEqual(['system', 'system', 'user', 'assistant', 'tool']);
    expect(system.model.requests.at(-1)!.text).toBe('Read.');
    expect(await compactions(system, executionId)).toMatchObject([{ status: 'adopted', through_step: 3 }]);
  });

  test('a reader of the turn -> is notified, and never shown the summary as the answer', async () => {
    const conversation = conversationOf('reader');
    system.model.reply(...readPages(OVER), text('The river was long.'), text('fine'));
    const { turnId } = await conversation.submit('Read.');
    const events = [];
    for await (const event of conversation.stream(turnId)) events.push(event);
    expect(events.find(({ type }) => type === 'compaction')).toMatchObject({
      step: 4,
      status: 'adopted',
      messagesBefore: 8,
      messagesAfter: 5,
    });
    const shown = events.flatMap((event) => (event.type === 'text-delta' ? [event.text] : [])).join('');
    expect(shown).toBe('fine');
    expect(events.at(-1)).toMatchObject({ type: 'done', text: 'fine' });
  });

  test('H29: the flag is off -> no compaction, the oldest messages are omitted', async () => {
    const other = await startTestSystem(inject('environment'), {
      flows: [agentFlow({ slug: 'reader', tools: TOOLS, ...SMALL })],
      tools: [page, note],
      settings: { spillPct: 0, isCompactionOn: false },
    });
    other.model.reply(...readPages([1_200, 1_200, 1_200]), text('fine'));
    const conversation = other.client.conversation({ flow: 'reader', user: other.newUser() });
    const { executionId } = await conversation.ask('Read.');
    expect(await callPurposes(other, executionId)).toEqual(Array(4).fill('answer completed'));
    const said = requestText(other.model.requests.at(-1)!);
    expect(said).not.toContain('Page 1');
    expect(said).toContain('Page 3');
    await other.stop();
  });

  test('H46: it costs 0.01 and the answer 0.02 -> 0.03 in all, one compaction', async () => {
    system.model.reply(
      ...readPages(OVER, { usage: { inputTokens: 0, outputTokens: 0 } }),
      text('In short.', { usage: { inputTokens: 2_000, outputTokens: 500 } }),
      text('fine', { usage: { inputTokens: 4_000, outputTokens: 1_000 } }),
    );
    const { executionId } = await conversationOf('priced').ask('Read.');
    expect(await system.client.executions.get(executionId)).toMatchObject({
      cost: '0.030000000000',
      inputTokens: 6_000,
      outputTokens: 1_500,
      modelCalls: 5,
      compactions: 1,
    });
  });
});

function conversationOf(slug: string) {
  return system.client.conversation({ flow: slug, user: system.newUser() });
}

async function startedConversation(slug: string) {
  const conversation = conversationOf(slug);
  system.model.reply(text('Noted.'));
  await conversation.ask('Good morning');
  return conversation;
}
