import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { fault, text, toolCalls } from '../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'));
});
afterAll(() => system?.stop());

function conversationOf() {
  return system.client.conversation({ flow: 'assistant', user: system.newUser() });
}

async function callsOf(executionId: string) {
  return system.db
    .selectFrom('model_call')
    .innerJoin('execution', 'execution.id', 'model_call.execution_id')
    .select([
      'step',
      'purpose',
      'model_call.status',
      'failures',
      'attempt',
      'input_tokens',
      'output_tokens',
      'model_call.error_type',
      'cost',
    ])
    .where('workflow_id', '=', executionId)
    .orderBy('step')
    .execute();
}

async function retriesOf(executionId: string): Promise<number> {
  return (await callsOf(executionId))[0]?.attempt ?? 0;
}

describe('model failures', () => {
  test("T14: 401 -> fails at once with the provider's reason; the next turn is answered", async () => {
    const conversation = conversationOf();
    system.model.reply(
      fault.status(401, { message: 'Incorrect API key provided: sk-abcdefghijklmnop1234.' }),
      text('fine'),
    );
    const turn = await conversation.submit('hi');
    const error: unknown = await conversation
      .ask({ text: 'hi', turnId: turn.turnId })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      type: 'Model.Authentication',
      message: expect.stringContaining('Incorrect API key'),
    });
    expect((error as Error).message).not.toContain('abcdefgh');
    expect(await retriesOf(turn.executionId)).toBe(1);
    expect((await conversation.ask('again')).text).toBe('fine');
    const roles = system.model.requests.at(-1)!.messages.map((message) => message.role);
    expect(roles).toEqual(['system', 'user']);
  });

  test('T14: 429 with retry-after-ms -> waits that long, then answers; one failure counted, usage once', async () => {
    const conversation = conversationOf();
    system.model.reply(fault.rateLimited({ retryAfterMs: 1_500 }), text('late'));
    const { executionId } = await conversation.ask('hi');
    const [first, second] = system.model.requests.slice(-2);
    expect(Number(second!.receivedAt) - Number(first!.receivedAt)).toBeGreaterThanOrEqual(1_450);
    expect(await callsOf(executionId)).toMatchObject([{ status: 'completed', failures: 1, attempt: 2 }]);
  });

  test.each([500, 503, 408, 409] as const)('T14: %i, then an answer -> retried', async (status) => {
    const conversation = conversationOf();
    system.model.reply(fault.status(status), text('ok'));
    expect((await conversation.ask('hi')).text).toBe('ok');
  });

  test.each([
    ['closed before headers', fault.closeConnection()],
    ['cut in mid-stream', fault.cutMidStream('half')],
    ['ended early', fault.endEarly('half')],
    ['broken JSON', fault.brokenJson('half')],
    ['an error in mid-stream', fault.errorMidStream('half')],
    ['HTML with status 200', fault.html()],
    ['an empty body', fault.emptyBody()],
  ])('%s -> retried, the answer whole', async (_name, reply) => {
    const conversation = conversationOf();
    system.model.reply(reply, text('whole'));
    expect((await conversation.ask('hi')).text).toBe('whole');
    expect((await conversation.history()).messages).toHaveLength(2);
  });

  test('four failures -> the turn fails with the last reason, after four tries', async () => {
    const conversation = conversationOf();
    system.model.reply(...Array.from({ length: 4 }, () => fault.status(503)));
    const { turnId, executionId } = await conversation.submit('hi');
    await expect(conversation.ask({ text: 'hi', turnId })).rejects.toMatchObject({
      type: 'Model.Unavailable',
    });
    expect(await callsOf(executionId)).toMatchObject([{ status: 'failed', failures: 4, attempt: 4 }]);
  });

  test('a stream that is cut every time -> the reason, with bytes and tries', async () => {
    const conversation = conversationOf();
    system.model.reply(...Array.from({ length: 4 }, () => fault.endEarly('half')));
    await expect(conversation.ask('hi')).rejects.toThrow(
      `Node 'agent' with ${SCRIPTED_MODEL}: The provider's stream ended before the answer was complete, after 4 bytes of it (4 tries)`,
    );
  });

  test('T14: context too long -> trimmed, then planned again as a new call; nothing is left -> the turn fails', async () => {
    const message = 'Your input of 130000 tokens exceeds the context window of 128000 tokens.';
    const tooLong = fault.status(400, { message });
    const conversation = conversationOf();
    system.model.reply(text('noted'), tooLong, text('fits now'));
    await conversation.ask('Note this about rivers. '.repeat(100));
    const { executionId } = await conversation.ask('hi');
    expect(await callsOf(executionId)).toMatchObject([
      { step: 1, status: 'failed', error_type: 'Model.ContextOverflow' },
      { purpose: 'answer', status: 'completed' },
    ]);
    system.model.reply(tooLong);
    await expect(conversationOf().ask('hi')).rejects.toMatchObject({ type: 'Context.CannotFit' });
  });

  test.each([400, 404, 413, 422] as const)(
    'T14 P47: %i -> fails once as Model.InvalidRequest, the next request is answered',
    async (status) => {
      const conversation = conversationOf();
      system.model.reply(fault.status(status), text('ok'));
      await expect(conversation.ask('hi')).rejects.toMatchObject({ type: 'Model.InvalidRequest' });
      expect((await conversation.ask('again')).text).toBe('ok');
    },
  );

  test('a poisoned turn -> does not block the conversation: later turns are answered', async () => {
    const conversation = conversationOf();
    system.model.reply(fault.status(400), text('two'), text('three'));
    const [one, two, three] = await Promise.allSettled([
      conversation.ask('one'),
      conversation.ask('two'),
      conversation.ask('three'),
    ]);
    expect([one.status, two.status, three.status].sort()).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  });

  test('a failed request -> its prompt is in neither the Event History nor a failure row', async () => {
    const conversation = conversationOf();
    system.model.reply(fault.status(400));
    const secret = 'zanzibar-7741';
    const said = `my secret is ${secret}`;
    const { executionId, turnId } = await conversation.submit(said);
    await conversation.ask({ text: said, turnId }).catch(() => undefined);
    const history = await system.temporal.workflow.getHandle(executionId).fetchHistory();
    expect(JSON.stringify(history)).not.toContain(secret);
    expect(Buffer.from(JSON.stringify(history)).toString()).not.toContain(
      Buffer.from(secret).toString('base64').slice(2, 12),
    );
  });
});

describe('tools', () => {
  test('bad JSON, an unknown tool, arguments that do not fit, a tool that throws -> error results, the model continues', async () => {
    const conversation = conversationOf();
    system.model.reply(
      toolCalls([
        { name: 'calculate', arguments: '{bad json' },
        { name: 'nothing_such', arguments: {} },
        { name: 'calculate', arguments: { expression: 5 } },
        { name: 'calculate', arguments: { expression: '1 +' } },
        { name: 'calculate', arguments: { expression: '1+1' } },
      ]),
      text('done'),
    );
    expect((await conversation.ask('go')).text).toBe('done');
    const results = system.model.requests
      .at(-1)!
      .messages.filter((message) => message.role === 'tool')
      .map((message) => String(message.content));
    expect(results).toHaveLength(5);
    expect(results[0]).toMatch(/not JSON, so it was not run/);
    expect(results[1]).toMatch(/no tool 'nothing_such'/);
    expect(results[2]).toMatch(/do not fit its schema/);
    expect(results[3]).toMatch(/ends too early/);
    expect(results[4]).toContain('2');
  });

  test('the step limit -> the last call is without tools; without text, a message that states it', async () => {
    const other = await startTestSystem(inject('environment'), {
      flows: [
        {
          slug: 'short',
          name: 'Short',
          nodes: [
            { id: 'chat', kind: 'chat' },
            {
              id: 'a',
              kind: 'agent',
              config: { model: 'openai:scripted', tools: ['current_time'], maxSteps: 2 },
            },
          ],
          edges: [{ from: 'chat', to: 'a' }],
        },
      ],
    });
    try {
      other.model.reply(toolCalls([{ name: 'current_time', arguments: {} }]), text(''));
      const answer = await other.client.conversation({ flow: 'short', user: other.newUser() }).ask('go');
      expect(answer.text).toBe('The model returned no text.');
      expect(other.model.requests.at(-1)!.body).not.toHaveProperty('tools');
    } finally {
      await other.stop();
    }
  });
});
