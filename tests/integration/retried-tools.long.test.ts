import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import type { ConversationHandle } from '../../client/conversation/handle.js';
import { fault, gated, lastToolResults, text, toolCalls } from '../../packages/testing/model-server/index.js';
import { SCRIPTED_ANTHROPIC_MODEL } from '../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { defineTool, type ToolContext } from '../../extend/tools/define-tool.js';
import { agentFlow } from './context/fixtures/agent-flow.js';

let ran: { name: string; key: string }[] = [];
let failPoint: string | undefined;
let begun: () => void = () => undefined;
const note = (name: string, { idempotencyKey }: ToolContext) => ran.push({ name, key: idempotencyKey });
const counted = (name: string, more: object = {}) =>
  defineTool({
    name,
    description: `The tool ${name}.`,
    input: z.object({ of: z.number() }),
    execute: ({ of }, context) => `${name} ${of}, run ${note(name, context)}`,
    ...more,
  });
const slow = (name: string, more: object = {}) =>
  counted(name, {
    execute: (_input: unknown, context: ToolContext) =>
      note(name, context) > 1
        ? `${name} is done`
        : new Promise((_resolve, reject) => {
            context.abortSignal.addEventListener('abort', () => reject(new Error('stopped')));
            begun();
          }),
    ...more,
  });
const TOOLS = [
  counted('book'),
  counted('deploy', { approve: true }),
  counted('read', { retry: 'safe' }),
  counted('fresh', { reuse: 'never' }),
  counted('broken', {
    execute: (_input: unknown, context: ToolContext) => {
      if (note('broken', context) === 1) throw new Error('No network');
      return 'works now';
    },
  }),
  counted('large', {
    execute: (_input: unknown, context: ToolContext) => `${note('large', context)} `.repeat(6_000),
  }),
  slow('pay'),
  slow('fetch', { retry: 'safe' }),
];

let system: TestSystem;
beforeAll(async () => {
  const tools = TOOLS.map(({ name }) => name);
  system = await startTestSystem(inject('environment'), {
    flows: [
      agentFlow({ slug: 'chat', tools, window: 16_000 }),
      agentFlow({ slug: 'claude', tools, model: SCRIPTED_ANTHROPIC_MODEL }),
    ],
    tools: TOOLS,
    onPoint: (point) => {
      if (point !== failPoint) return Promise.resolve();
      failPoint = undefined;
      return Promise.reject(new Error(`died at ${point}`));
    },
  });
});
afterAll(() => system?.stop());
beforeEach(() => {
  ran = [];
  failPoint = undefined;
});

describe('a retry of a turn that failed or was canceled', () => {
  test('an approved call ran before the provider failed -> its result is reused, and no question is asked again', async () => {
    const conversation = newConversation();
    const { turnId } = await failAfter(conversation, 'deploy', async (executionId) => {
      await expect.poll(() => waiting(executionId)).toBe(1);
      await system.client.executions.answer(executionId, { answer: 'yes' });
    });
    system.model.reply(call('deploy'), text('Deployed.'));
    const { executionId } = await ended(await conversation.retry(turnId));
    expect(ran).toHaveLength(1);
    expect(await waiting(executionId)).toBe(0);
    expect(lastToolResults(system.model.requests.at(-1)!)[0]!.text).toBe('deploy 7, run 1');
    expect(JSON.stringify(system.model.requests.at(-1)!.body)).toContain('- deploy {\\"of\\":7}: ran');
    expect(await reusedIn(executionId)).toEqual([{ name: 'deploy', isReused: true }]);
  });

  test('it was canceled, and the model calls another tool first -> the result is found by its arguments', async () => {
    const conversation = newConversation('claude');
    const second = gated('', 'never');
    system.model.reply(call('book'), second);
    const { turnId } = await conversation.submit('Go.');
    await second.started;
    await conversation.cancel();
    system.model.reply(call('book', 8), call('book'), text('Done.'));
    await ended(await conversation.retry(turnId));
    expect(ran).toHaveLength(2);
    expect(JSON.stringify(system.model.requests.at(-1)!.body)).toMatch(/book 8, run 2.*book 7, run 1/);
  });

  test('a retry fails, too -> the next one reuses the first result, and the model learns what was reused', async () => {
    const conversation = newConversation();
    const { turnId } = await failAfter(conversation, 'book');
    system.model.reply(call('book'), fault.status(401));
    const again = await conversation.retry(turnId);
    await ended(again);
    system.model.reply(call('book'), text('Done.'));
    await ended(await conversation.retry(again.turnId));
    expect(ran).toHaveLength(1);
    const sent = JSON.stringify(system.model.requests.at(-1)!.body);
    expect(sent).toContain('- book {\\"of\\":7}: ran in an earlier attempt, and its result was reused');
  });

  test('the worker dies after the result was reused -> one result, and the tool does not run', async () => {
    const conversation = newConversation();
    const { turnId } = await failAfter(conversation, 'book');
    system.model.reply(call('book'), text('Done.'));
    failPoint = 'runTool.stored';
    const { executionId } = await ended(await conversation.retry(turnId));
    expect(failPoint).toBeUndefined();
    expect(ran).toHaveLength(1);
    expect(await reusedIn(executionId)).toHaveLength(1);
  });

  test('the call failed, or its tool requires fresh data -> it runs again, with the same idempotency key', async () => {
    for (const tool of ['broken', 'fresh']) {
      ran = [];
      const conversation = newConversation();
      const { turnId } = await failAfter(conversation, tool);
      system.model.reply(call(tool), text('Done.'));
      await ended(await conversation.retry(turnId));
      expect(ran).toHaveLength(2);
      expect(new Set(ran.map(({ key }) => key)).size).toBe(1);
    }
  });

  test.each([
    ['pay', 1, /outcome is unknown; it was not run again/],
    ['fetch', 2, /fetch is done/],
  ])('%s was interrupted -> run %d times in total', async (tool, times, result) => {
    const conversation = newConversation();
    const started = new Promise<void>((resolve) => {
      begun = resolve;
    });
    system.model.reply(call(tool));
    const { turnId } = await conversation.submit('Go.');
    await started;
    await conversation.cancel();
    system.model.reply(call(tool), text('Done.'));
    await ended(await conversation.retry(turnId));
    expect(ran).toHaveLength(times);
    expect(new Set(ran.map(({ key }) => key)).size).toBe(1);
    expect(lastToolResults(system.model.requests.at(-1)!)[0]!.text).toMatch(result);
  });

  test('a large result, reused in another step beside another large one -> each is read back from its own artifact', async () => {
    const conversation = newConversation();
    const { turnId } = await failAfter(conversation, 'large');
    system.model.reply(
      call('large', 8),
      call('large'),
      toolCalls([
        { name: 'read_artifact', arguments: { name: 'large-2.1.txt', limit: 3 } },
        { name: 'read_artifact', arguments: { name: 'large-1.1.txt', limit: 3 } },
      ]),
      text('Done.'),
    );
    await ended(await conversation.retry(turnId));
    expect(ran).toHaveLength(2);
    const [first, second] = lastToolResults(system.model.requests.at(-1)!);
    expect(first!.text).toMatch(/\n1 1$/);
    expect(second!.text).toMatch(/\n2 2$/);
  });
});

describe('another answer to a message that was answered', () => {
  test('regenerated -> a call that may not run twice is not run again, a safe one is; edited -> all run', async () => {
    const conversation = newConversation();
    const both = () =>
      toolCalls([
        { name: 'book', arguments: { of: 7 } },
        { name: 'read', arguments: { of: 7 } },
      ]);
    system.model.reply(both(), text('One.'), both(), text('Two.'), both(), text('Three.'));
    const { turnId } = await conversation.ask('Go.');
    await ended(await conversation.regenerate(turnId));
    expect(ran.map(({ name }) => name).sort()).toEqual(['book', 'read', 'read']);
    await ended(await conversation.edit(turnId, 'Go there.'));
    expect(ran.filter(({ name }) => name === 'book')).toHaveLength(2);
  });

  test('regenerated after retention removed the result -> not run again, and the model learns why', async () => {
    const conversation = newConversation();
    system.model.reply(call('book'), text('Booked.'), call('book'), text('It was booked.'));
    const { turnId } = await conversation.ask('Go.');
    await system.db.deleteFrom('trace_message').where('ordinal', '>', 0).execute();
    await ended(await conversation.regenerate(turnId));
    expect(ran.map(({ name }) => name)).toEqual(['book']);
    expect(JSON.stringify(system.model.requests.at(-1)!.messages)).toContain(
      'retention has removed its result',
    );
  });
});

function newConversation(flow = 'chat'): ConversationHandle {
  return system.client.conversation({ flow, user: system.newUser() });
}

function call(name: string, of = 7) {
  return toolCalls([{ name, arguments: { of } }]);
}

async function failAfter(
  conversation: ConversationHandle,
  tool: string,
  meanwhile?: (executionId: string) => Promise<void>,
): Promise<{ turnId: string }> {
  system.model.reply(call(tool), fault.status(401));
  const turn = await conversation.submit('Go.');
  await meanwhile?.(turn.executionId);
  await ended(turn);
  return turn;
}

async function ended<Turn extends { executionId: string }>(turn: Turn): Promise<Turn> {
  await expect
    .poll(async () => (await system.client.executions.get(turn.executionId))?.status, { timeout: 20_000 })
    .toMatch(/completed|failed/);
  return turn;
}

async function waiting(executionId: string): Promise<number> {
  const rows = await system.db
    .selectFrom('approval')
    .innerJoin('execution', 'execution.id', 'execution_id')
    .select('prompt')
    .where('workflow_id', '=', executionId)
    .execute();
  return rows.length;
}

async function reusedIn(executionId: string): Promise<{ name: string; isReused: boolean }[]> {
  const rows = await system.db
    .selectFrom('tool_call')
    .innerJoin('execution', 'execution.id', 'execution_id')
    .select(['name', 'reused_from'])
    .where('workflow_id', '=', executionId)
    .execute();
  return rows.map(({ name, reused_from: from }) => ({ name, isReused: from !== null }));
}
