import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import type { ConversationHandle } from '../../client/conversation/handle.js';
import {
  fault,
  gated,
  lastToolResults,
  text,
  toolCalls,
  type ModelRequest,
  type Reply,
} from '../../packages/testing/model-server/index.js';
import {
  SCRIPTED_ANTHROPIC_MODEL,
  SCRIPTED_GOOGLE_MODEL,
  SCRIPTED_MODEL,
  SCRIPTED_RESPONSES_MODEL,
} from '../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { defineTool } from '../../extend/tools/define-tool.js';
import { agentFlow } from './context/fixtures/agent-flow.js';
import { isSummaryRequest, SUMMARY, upkeepEnded } from './summaries/fixtures/summary-harness.js';

const NOTE = '[Note: the turn above was canceled before it was answered. It made these tool calls.';
const BOOKED = '- book {"flight":7}: ran\n> BOOKED flight 7';
const MODELS = {
  openai: SCRIPTED_MODEL,
  responses: SCRIPTED_RESPONSES_MODEL,
  anthropic: SCRIPTED_ANTHROPIC_MODEL,
  google: SCRIPTED_GOOGLE_MODEL,
};

const book = defineTool({
  name: 'book',
  description: 'Books a flight.',
  input: z.object({ flight: z.number() }),
  execute: ({ flight }) => `BOOKED flight ${flight}`,
});
let begun: () => void = () => undefined;
const pay = defineTool({
  name: 'pay',
  description: 'Pays, and takes long.',
  input: z.object({}),
  execute: (_input, { abortSignal }) =>
    new Promise((_resolve, reject) => {
      abortSignal.addEventListener('abort', () => reject(new Error('stopped')));
      begun();
    }),
});
const deploy = defineTool({
  name: 'deploy',
  description: 'Deploys.',
  input: z.object({ to: z.string() }),
  approve: true,
  execute: () => 'DEPLOYED',
});

let system: TestSystem;
let replies: Reply[] = [];
beforeAll(async () => {
  const flow = (slug: string, config: Partial<Parameters<typeof agentFlow>[0]> = {}) =>
    agentFlow({ slug, tools: ['book', 'pay', 'deploy'], ...config });
  system = await startTestSystem(inject('environment'), {
    flows: [
      ...Object.entries(MODELS).map(([slug, model]) => flow(slug, { model })),
      flow('summarized', {
        history: { messages: 2, summaries: { inline: false, minTokens: 0 }, retrieval: false },
      }),
      flow('found', { history: { messages: 2, summaries: false } }),
      agentFlow({ slug: 'bare' }),
    ],
    tools: [book, pay, deploy],
    model: { script: reply },
  });
});
afterAll(() => system?.stop());

function reply(request: ModelRequest): Reply {
  if (isSummaryRequest(request)) return text(SUMMARY);
  return replies.shift() ?? text('Noted.');
}

describe('tool calls of a turn that ended without an answer', () => {
  test.each(Object.keys(MODELS))(
    'it was canceled after a tool had run -> the next call gets a note: %s',
    async (flow) => {
      const { executionId } = await (await canceledAfterBooking(flow)).ask('What now?');
      const sent = JSON.stringify(system.model.requests.at(-1)!.body);
      expect(sent).toContain(JSON.stringify(NOTE).slice(1, -1));
      expect(sent).toContain(JSON.stringify(BOOKED).slice(1, -1));
      const [call] = await system.client.executions.explain(executionId);
      expect(call!.context.isCurrentPolicy).toBe(true);
      const told = call!.context.messages.find(({ place }) => place.from === 'broken-calls');
      expect(told).toMatchObject({ name: 'tool calls of the broken turn at message 1', role: 'user' });
      expect(told!.tokens).toBeGreaterThan(30);
    },
  );

  test('it was canceled while a tool ran and another waited for a person -> unknown, and did not run', async () => {
    const conversation = newConversation('openai');
    const started = new Promise<void>((resolve) => {
      begun = resolve;
    });
    replies = [
      toolCalls([
        { name: 'pay', arguments: {} },
        { name: 'deploy', arguments: { to: 'prod' } },
        { name: 'book', arguments: { flight: 7 } },
      ]),
    ];
    const { executionId } = await conversation.submit('Do all.');
    await started;
    await resultsOf(executionId, 1);
    await conversation.cancel();
    await conversation.ask('What now?');
    expect(lastText()).toContain(
      [
        '- pay {}: was interrupted, outcome unknown',
        '- deploy {"to":"prod"}: did not run',
        '- book {"flight":7}: ran',
        '> BOOKED flight 7',
      ].join('\n'),
    );
  });

  test('the provider fails after a tool had run -> the next call gets a note, and no person reads it as an answer', async () => {
    const conversation = newConversation('openai');
    replies = [toolCalls([{ name: 'book', arguments: { flight: 7 } }]), fault.status(401)];
    await expect(conversation.ask('Book.')).rejects.toThrow();
    await conversation.ask('What now?');
    expect(lastText()).toContain(`[Note: the turn above failed before it was answered.`);
    expect(lastText()).toContain(BOOKED);
    const { messages } = await conversation.history();
    expect(messages.map(({ text: said }) => said)).toEqual(['Noted.', 'What now?', 'Book.']);
  });

  test('the Workflow was terminated after a tool had run -> the next call gets a note', async () => {
    const conversation = newConversation('openai');
    const second = gated('never', ' said');
    replies = [toolCalls([{ name: 'book', arguments: { flight: 7 } }]), second];
    const { executionId } = await conversation.submit('Book.');
    await second.started;
    await system.temporal.workflow.getHandle(executionId).terminate();
    await conversation.ask('What now?');
    expect(lastText()).toContain(BOOKED);
  });

  test('text was sent before the tool ran -> the note follows it', async () => {
    const conversation = newConversation('openai');
    const second = gated('', 'never');
    replies = [toolCalls([{ name: 'book', arguments: { flight: 7 } }], { text: 'I book it.' }), second];
    await conversation.submit('Book.');
    await second.started;
    await conversation.cancel();
    await conversation.ask('What now?');
    const { messages } = system.model.requests.at(-1)!;
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(JSON.stringify(messages[3])).toMatch(/\[Note: the turn above was canceled.*BOOKED.*What now\?/);
  });

  test('it is summarized -> the summarizer gets the note', async () => {
    const conversation = await canceledAfterBooking('summarized');
    for (let turn = 0; turn < 3; turn += 1) await conversation.ask(`Something else, ${turn}.`);
    await upkeepEnded(system, conversation);
    const asked = system.model.requests.filter(isSummaryRequest).map(({ body }) => JSON.stringify(body));
    expect(asked.some((one) => one.includes('BOOKED flight 7'))).toBe(true);
  });

  test('it is older than the window -> read_history shows the note', async () => {
    const conversation = await canceledAfterBooking('found');
    for (let turn = 0; turn < 3; turn += 1) await conversation.ask(`Something else, ${turn}.`);
    expect(lastText()).not.toContain('BOOKED');
    replies = [toolCalls([{ name: 'read_history', arguments: { from: 1, to: 2 } }])];
    await conversation.ask('Look.');
    expect(lastToolResults(system.model.requests.at(-1)!)[0]!.text).toContain(BOOKED);
  });

  test('a branch that begins before it -> gets no note; the user drops the turn -> no call gets the note', async () => {
    const conversation = newConversation('openai');
    const { turnId: first } = await conversation.ask('Hello.');
    const { turnId } = await cancelAfterBooking(conversation);
    await conversation.ask('What now?');
    expect(lastText()).toContain(BOOKED);
    await conversation.drop(turnId);
    await conversation.ask('And now?');
    expect(lastText()).not.toContain('BOOKED');
    await conversation.restore(turnId);
    await conversation.edit(first, 'Good day.');
    await conversation.ask('And now?');
    expect(lastText()).not.toContain('BOOKED');
  });

  test('a turn without tool calls -> no note', async () => {
    const conversation = newConversation('bare');
    replies = [fault.status(401)];
    await expect(conversation.ask('Book.')).rejects.toThrow();
    await conversation.ask('What now?');
    expect(lastText()).not.toContain('[Note');
  });
});

function newConversation(flow: string): ConversationHandle {
  return system.client.conversation({ flow, user: system.newUser() });
}

async function canceledAfterBooking(flow: string): Promise<ConversationHandle> {
  const conversation = newConversation(flow);
  await cancelAfterBooking(conversation);
  return conversation;
}

async function cancelAfterBooking(conversation: ConversationHandle): Promise<{ turnId: string }> {
  const second = gated('', 'never');
  replies = [toolCalls([{ name: 'book', arguments: { flight: 7 } }]), second];
  const { turnId } = await conversation.submit('Book flight 7.');
  await second.started;
  await conversation.cancel();
  return { turnId };
}

function lastText(): string {
  return system.model.requests
    .at(-1)!
    .messages.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)))
    .join('\n');
}

async function resultsOf(executionId: string, count: number): Promise<void> {
  await expect
    .poll(async () => {
      const rows = await system.db
        .selectFrom('tool_call')
        .innerJoin('execution', 'execution.id', 'execution_id')
        .select('ordinal')
        .where('workflow_id', '=', executionId)
        .where('tool_call.finished_at', 'is not', null)
        .execute();
      return rows.length;
    })
    .toBe(count);
}
