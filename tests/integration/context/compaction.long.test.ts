import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { summaryMessage } from '../../../context/compaction/summary-message.js';
import { MESSAGE_OVERHEAD_TOKENS } from '../../../models/counting/count-tokens.js';
import {
  lastToolResults,
  text,
  toolCalls,
  type ModelRequest,
  type Reply,
} from '../../../testing/model-server/index.js';
import { SCRIPTED_ANTHROPIC_MODEL } from '../../../testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../testing/test-system.js';
import { defineTool } from '../../../tools/define-tool.js';
import { agentFlow } from './fixtures/agent-flow.js';
import { isCompaction, rolesOf, saidIn } from './fixtures/requests.js';
import { callPurposes, compactions, modelCalls } from './fixtures/rows.js';
import { words } from './fixtures/words.js';

/** With these, more than 3,400 tokens of system prompt, tools and messages are compacted. */
const SMALL = { window: 4_000, maxOutputTokens: 400 };
const THRESHOLD = 3_400;
const PREAMBLE = summaryMessage('');

const pagesRead: number[] = [];
const page = defineTool({
  name: 'page',
  description: 'Reads a page.',
  input: z.object({ n: z.number() }),
  execute: ({ n }) => {
    pagesRead.push(n);
    return `Page ${n}: ${words(900)}`;
  },
});

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
      agentFlow({ slug: 'small', ...SMALL }),
      agentFlow({ slug: 'small-anthropic', model: SCRIPTED_ANTHROPIC_MODEL, ...SMALL }),
      agentFlow({ slug: 'reader', tools: ['page', 'note'], ...SMALL }),
      agentFlow({
        slug: 'reader-anthropic',
        model: SCRIPTED_ANTHROPIC_MODEL,
        tools: ['page', 'note'],
        ...SMALL,
      }),
      agentFlow({ slug: 'priced', model: 'openai:gpt-4o', ...SMALL }),
    ],
    tools: [page, note],
    model: { script: (request) => scripted(request) },
    settings: { spillPct: 0 },
  });
});
afterAll(() => system?.stop());

describe('compaction', () => {
  test.each([
    ['exactly at the threshold -> sent whole', 0, ['answer completed']],
    ['one token over it -> compacted first', 1, ['compaction completed', 'answer completed']],
  ])('H28: a context %s', async (_name, over, purposes) => {
    const { conversation, tokens } = await filledConversation('small', 3_000);
    const room = THRESHOLD - tokens - MESSAGE_OVERHEAD_TOKENS;
    system.model.reply(...(over > 0 ? [text('In short.')] : []), text('fine'));
    const { executionId } = await conversation.ask(words(room + over));
    expect(await callPurposes(system, executionId)).toEqual(purposes);
    const { manifest } = (await modelCalls(system, executionId)).at(-1)!;
    if (over === 0) expect(manifest.systemTokens + manifest.tokens).toBe(THRESHOLD);
    else expect(await compactions(system, executionId)).toMatchObject([{ tokens_before: THRESHOLD + 1 }]);
  });

  test.each([
    ['small', ['system', 'system', 'user']],
    ['small-anthropic', ['user']],
  ])('H32: %s, after it -> exactly system prompt, summary, last user message', async (slug, roles) => {
    const { conversation } = await filledConversation(slug, 3_000);
    system.model.reply(text('The river was long.'), text('fine'));
    const { executionId, text: answer } = await conversation.ask(words(500, 'green'));
    expect(answer).toBe('fine');
    const [summary, main] = system.model.requests.slice(-2);
    expect(isCompaction(summary!)).toBe(true);
    expect(saidIn(summary!)).toContain('User: river river');
    expect(saidIn(summary!)).not.toContain('green');
    expect(rolesOf(main!)).toEqual(roles);
    const said = saidIn(main!);
    expect(said).toContain('Answer plainly.');
    expect(said).toContain(summaryMessage('The river was long.'));
    expect(said).toContain(words(500, 'green'));
    expect(said).not.toContain('river river');
    expect(await compactions(system, executionId)).toMatchObject([
      {
        status: 'adopted',
        messages_before: 4,
        messages_after: 3,
        first_seq: 1,
        through_seq: 2,
        summary: 'The river was long.',
      },
    ]);
  });

  test('a summary that saves nothing -> not adopted, the messages go on', async () => {
    const { conversation } = await filledConversation('small', 3_000);
    system.model.reply(text(words(3_100, 'light')), text('fine'));
    const { executionId } = await conversation.ask(words(500, 'green'));
    expect(await compactions(system, executionId)).toMatchObject([{ status: 'not-smaller', summary: null }]);
    const main = system.model.requests.at(-1)!;
    expect(rolesOf(main)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(saidIn(main)).not.toContain('light');
  });

  test.each([
    ['reader', ['system', 'system', 'user', 'assistant', 'tool']],
    ['reader-anthropic', ['user', 'assistant', 'user']],
  ])(
    'H35: %s, in the middle of a turn -> the task and the newest step stay, no tool runs again',
    async (slug, roles) => {
      pagesRead.length = 0;
      system.model.reply(...pages(1, 4), text('Pages 1 to 3 say river.'), text('done'));
      const { executionId } = await conversationOf(slug).ask('Read the pages 1 to 4.');
      const [summary, main] = system.model.requests.slice(-2);
      const asked = saidIn(summary!);
      for (const n of [1, 2, 3])
        expect(asked).toMatch(new RegExp(`AI calls page: \\{"n":${n}\\}\nTool page: Page ${n}`));
      expect(asked).not.toContain('Page 4');
      expect(summary!.body).not.toHaveProperty('tools');
      expect(rolesOf(main!)).toEqual(roles);
      const said = saidIn(main!);
      for (const kept of ['Read the pages 1 to 4.', 'Pages 1 to 3 say river.', 'Page 4: river'])
        expect(said).toContain(kept);
      expect(said).not.toContain('Page 3');
      expect(pagesRead).toEqual([1, 2, 3, 4]);
      expect(await compactions(system, executionId)).toMatchObject([
        { status: 'adopted', step: 5, through_step: 3, first_seq: null },
      ]);
    },
  );

  test('a second one -> takes the first summary in; one preamble, no nesting', async () => {
    system.model.reply(
      ...pages(1, 4),
      text('SUMMARY ONE'),
      ...pages(5, 7),
      text('SUMMARY TWO'),
      text('done'),
    );
    const { executionId } = await conversationOf('reader').ask('Read the pages 1 to 7.');
    const [second, main] = system.model.requests.slice(-2);
    expect(saidIn(second!)).toMatch(/<(earlier-summary-\w+)>\nSUMMARY ONE\n<\/\1>/);
    expect(saidIn(second!)).not.toContain(PREAMBLE);
    expect(saidIn(second!)).toMatch(/Page 4[^]*Page 5[^]*Page 6/);
    expect(saidIn(main!).split(PREAMBLE)).toHaveLength(2);
    expect(saidIn(main!)).toContain('SUMMARY TWO');
    expect(saidIn(main!)).not.toContain('SUMMARY ONE');
    expect(await compactions(system, executionId)).toMatchObject([
      { step: 5, status: 'adopted', through_step: 3 },
      { step: 9, status: 'adopted', through_step: 7 },
    ]);
  });

  test('after it -> a call whose result went with it may be made again, the one still seen may not', async () => {
    pagesRead.length = 0;
    const again = toolCalls([1, 4].map((n) => ({ name: 'page', arguments: { n } })));
    system.model.reply(...pages(1, 4), text('Pages 1 to 3 say river.'), again, text('done'));
    await conversationOf('reader').ask('Read the pages 1 to 4.');
    const results = lastToolResults(system.model.requests.at(-1)!);
    expect(results[0]!.text).toMatch(/^Page 1: river/);
    expect(results[1]!.text).toMatch(/'page' has already been called/);
    expect(pagesRead).toEqual([1, 2, 3, 4, 1]);
  });

  test('the turn after it -> starts from rows, not from the summary', async () => {
    const { conversation } = await filledConversation('small', 3_000);
    system.model.reply(text('FIRST SUMMARY'), text('fine'));
    await conversation.ask(words(500, 'green'));
    // By now two calls are needed to take all of it in.
    system.model.reply(text('HALF'), text('SECOND SUMMARY'), text('fine again'));
    const { executionId } = await conversation.ask('And now?');
    const [half, whole, main] = system.model.requests.slice(-3);
    expect(saidIn(half!)).toContain('User: river river');
    expect(saidIn(half!)).not.toContain('FIRST SUMMARY');
    expect(saidIn(whole!)).toContain('User: green green');
    expect(saidIn(main!)).toContain('SECOND SUMMARY');
    expect(await compactions(system, executionId)).toMatchObject([{ step: 2, first_seq: 1, through_seq: 4 }]);
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

  test('outside a conversation -> the input stays, what the steps gave is summarized', async () => {
    system.model.reply(...pages(1, 4), text('Pages 1 to 3 say river.'), text('done'));
    const { executionId, result } = await system.client.executions.start({ flow: 'reader', text: 'Read.' });
    expect(await result()).toBe('done');
    expect(rolesOf(system.model.requests.at(-1)!)).toEqual(['system', 'system', 'user', 'assistant', 'tool']);
    expect(system.model.requests.at(-1)!.text).toBe('Read.');
    expect(await compactions(system, executionId)).toMatchObject([{ status: 'adopted', through_step: 3 }]);
  });

  test('a reader of the turn -> is told of it, and never shown the summary as the answer', async () => {
    const { conversation } = await filledConversation('small', 3_000);
    system.model.reply(text('The river was long.'), text('fine'));
    const { turnId } = await conversation.submit(words(500, 'green'));
    const events = [];
    for await (const event of conversation.stream(turnId)) events.push(event);
    expect(events.find(({ type }) => type === 'compaction')).toMatchObject({
      step: 1,
      status: 'adopted',
      messagesBefore: 4,
      messagesAfter: 3,
    });
    const shown = events.flatMap((event) => (event.type === 'text-delta' ? [event.text] : [])).join('');
    expect(shown).toBe('fine');
    expect(events.at(-1)).toMatchObject({ type: 'done', text: 'fine' });
  });

  test('H29: the flag is off -> none, the oldest messages are left out', async () => {
    const other = await startTestSystem(inject('environment'), {
      flows: [agentFlow({ slug: 'small', ...SMALL })],
      settings: { isCompactionOn: false },
    });
    other.model.reply(text('Noted.'), text('fine'));
    const conversation = other.client.conversation({ flow: 'small', user: other.newUser() });
    await conversation.ask(words(3_000));
    const { executionId } = await conversation.ask(words(800, 'green'));
    expect(await callPurposes(other, executionId)).toEqual(['answer completed']);
    expect(rolesOf(other.model.requests.at(-1)!)).toEqual(['system', 'user']);
    await other.stop();
  });

  test('H46: it costs 0.01 and the answer 0.02 -> 0.03 in all, one compaction', async () => {
    const { conversation } = await filledConversation('priced', 3_000);
    system.model.reply(
      text('In short.', { usage: { inputTokens: 2_000, outputTokens: 500 } }),
      text('fine', { usage: { inputTokens: 4_000, outputTokens: 1_000 } }),
    );
    const { executionId } = await conversation.ask(words(500));
    expect(await system.client.executions.get(executionId)).toMatchObject({
      cost: '0.030000000000',
      inputTokens: 6_000,
      outputTokens: 1_500,
      modelCalls: 2,
      compactions: 1,
    });
  });
});

function conversationOf(slug: string) {
  return system.client.conversation({ flow: slug, user: system.newUser() });
}

/** A conversation with one turn of so many tokens and a short answer; `tokens` with the system prompt. */
async function filledConversation(slug: string, size: number) {
  const conversation = conversationOf(slug);
  system.model.reply(text('Noted.'));
  const { executionId } = await conversation.ask(words(size));
  const [call] = await modelCalls(system, executionId);
  const [answer] = (await conversation.history()).messages;
  return {
    conversation,
    tokens: call!.manifest.systemTokens + call!.manifest.tokens + answer!.tokenCount,
  };
}

function pages(first: number, last: number) {
  return Array.from({ length: last - first + 1 }, (_, index) =>
    toolCalls([{ name: 'page', arguments: { n: first + index } }]),
  );
}
