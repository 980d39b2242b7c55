import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { TurnEvent } from '../../client/stream/turn-events.js';
import { countStatements } from '../../packages/lab/bench/count-statements.js';
import { assistantFlow } from '../../flow/default-flow.js';
import { fault, gated, text, toolCalls } from '../../packages/testing/model-server/index.js';
import { SCRIPTED_GOOGLE_MODEL, SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';

const THINKING_MODELS = [
  ['assistant', SCRIPTED_MODEL, true],
  ['anthropic', 'anthropic:claude-sonnet-4-5', true],
  ['google', SCRIPTED_GOOGLE_MODEL, false],
] as const;

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: THINKING_MODELS.map(([slug, model]) => ({ ...assistantFlow(model), slug })),
  });
});
afterAll(() => system?.stop());

function conversationOf() {
  return system.client.conversation({ flow: 'assistant', user: system.newUser() });
}

async function collect(
  events: AsyncIterable<TurnEvent>,
  until?: (event: TurnEvent) => boolean,
): Promise<TurnEvent[]> {
  const all: TurnEvent[] = [];
  for await (const event of events) {
    all.push(event);
    if (until?.(event)) break;
  }
  return all;
}

function shown(events: readonly TurnEvent[]): string {
  let textShown = '';
  for (const event of events) {
    if (event.type === 'reset') textShown = '';
    if (event.type === 'text-delta') textShown += event.text;
  }
  return textShown;
}

function thought(events: readonly TurnEvent[]): string[] {
  const steps = new Map<number, string>();
  for (const event of events) {
    if (event.type === 'reset') steps.delete(event.step);
    if (event.type === 'reasoning-delta') steps.set(event.step, (steps.get(event.step) ?? '') + event.text);
  }
  return [...steps].map(([step, told]) => `${step}: ${told}`);
}

describe('stream', () => {
  test('D53: a whole turn with a tool -> started, call, result, text, done; joined deltas = stored text', async () => {
    const conversation = conversationOf();
    system.model.reply(
      toolCalls([{ name: 'calculate', arguments: { expression: '1+1' } }]),
      text('It is two.', { chunks: 5, delayMs: 30 }),
    );
    const { turnId } = await conversation.submit('1+1?');
    const events = await collect(conversation.stream(turnId));
    const types = events.map((event) => event.type);
    expect(types.slice(0, 3)).toEqual(['started', 'tool-call', 'tool-result']);
    expect(types.at(-1)).toBe('done');
    expect(events[2]).toMatchObject({ name: 'calculate', output: { result: 2 }, isError: false });
    expect(shown(events)).toBe('It is two.');
  });

  test('T25: resumed after every event id -> misses nothing, sees nothing twice', async () => {
    const conversation = conversationOf();
    system.model.reply(
      toolCalls(
        [
          { name: 'current_time', arguments: {} },
          { name: 'calculate', arguments: { expression: '2*3' } },
        ],
        { text: 'Let me see.' },
      ),
      text('Six 😀, and that is all.', { chunks: 9, delayMs: 20 }),
    );
    const { turnId } = await conversation.submit('go');
    const live: TurnEvent[] = [];
    let from: string | undefined;
    while (live.at(-1)?.type !== 'done') {
      const [event] = await collect(
        conversation.stream(turnId, { ...(from !== undefined && { from }) }),
        () => true,
      );
      live.push(event!);
      from = event!.id;
    }
    const replayed = await collect(conversation.stream(turnId));
    const texts = (events: TurnEvent[]) =>
      events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('');
    expect(texts(live)).toBe(texts(replayed));
    expect(live.filter((event) => event.type !== 'text-delta').map((event) => event.type)).toEqual(
      replayed.filter((event) => event.type !== 'text-delta').map((event) => event.type),
    );
    expect(await collect(conversation.stream(turnId, { from: live.at(-1)!.id }))).toEqual([]);
  });

  test.each(THINKING_MODELS)(
    "thoughts of '%s' in its wire format -> streamed once, from any resume point; returned only within the turn, if the format requires them",
    async (flow, _model, isSigned) => {
      const conversation = system.client.conversation({ flow, user: system.newUser() });
      const call = { name: 'calculate', arguments: { expression: '2*3' } };
      system.model.reply(
        toolCalls([call], { reasoning: 'Twice three, then.' }),
        text('Six.', { reasoning: 'That was it.', chunks: 2, delayMs: 120 }),
        text('Bye.'),
      );
      const { turnId, executionId } = await conversation.submit('2*3?');
      const live: TurnEvent[] = [];
      while (live.at(-1)?.type !== 'done')
        live.push(...(await collect(conversation.stream(turnId, { from: live.at(-1)?.id }), () => true)));
      const replayed = await collect(conversation.stream(turnId));
      for (const events of [live, replayed]) {
        expect(thought(events)).toEqual(['1: Twice three, then.', '2: That was it.']);
        expect(shown(events)).toBe('Six.');
      }
      expect(replayed.map(({ type }) => type)).toEqual([
        ...['started', 'reasoning-delta', 'tool-call', 'tool-result'],
        ...['reasoning-delta', 'text-delta', 'done'],
      ]);
      const second = JSON.stringify(system.model.requests.at(-1)!.body);
      expect(second.includes('Twice three, then.')).toBe(isSigned);
      const [explained] = await system.client.executions.explain(executionId);
      expect(explained!.reasoning).toBe('Twice three, then.');
      await conversation.ask('Thanks.');
      const later = JSON.stringify(system.model.requests.at(-1)!.body);
      expect(later).toContain('Six.');
      expect(later).not.toMatch(/Twice three|That was it/);
    },
  );

  test('twenty readers of an answer, beside twenty of a silent one -> no more statements per piece than for one reader', async () => {
    const [silent, speaking] = [conversationOf(), conversationOf()];
    const [silence, speech] = [gated('', 'Never mind.'), gated('One', ' and the rest.')];
    const open = async (conversation: typeof silent, gate: typeof silence) => {
      system.model.reply(gate);
      const { turnId } = await conversation.submit('go');
      await gate.started;
      return Array.from({ length: 20 }, () => conversation.stream(turnId));
    };
    const idle = await open(silent, silence);
    for (const events of idle) expect((await events.next()).value).toMatchObject({ type: 'started' });
    const idling = idle.map((events) => events.next());
    const busy = await open(speaking, speech);
    for (const events of busy) while (((await events.next()).value as TurnEvent).type !== 'text-delta');
    const statements = countStatements();
    const before = statements.of('threadline client');
    speech.release();
    const told = await Promise.all(busy.map((events) => events.next()));
    const count = statements.of('threadline client') - before;
    statements.stop();
    expect(told.map(({ value }) => (value as { text: string }).text)).toEqual(
      busy.map(() => ' and the rest.'),
    );
    expect(count).toBeLessThanOrEqual(4);
    silence.release();
    await Promise.all([...busy, ...idle].map((events) => collect(events)));
    await Promise.all(idling);
  });

  test('the provider cuts the answer and is called again -> reset, then the whole text once', async () => {
    const conversation = conversationOf();
    const first = gated('<think>Hm.</think>half an ans', 'never');
    system.model.reply(first);
    const { turnId } = await conversation.submit('go');
    const events: TurnEvent[] = [];
    const reading = collect(conversation.stream(turnId), (event) => {
      events.push(event);
      return false;
    });
    await first.started;
    await expect.poll(() => shown(events)).toBe('half an ans');
    await expireAttempt(turnId);
    system.model.reply(text('a whole answer'));
    first.release();
    await reading;
    expect(events.map((event) => event.type)).toContain('reset');
    expect([shown(events), thought(events)]).toEqual(['a whole answer', []]);
    expect((await conversation.history()).messages[0]!.text).toBe('a whole answer');
  });

  test.each([
    ['D55', ['<think>reasoning</think>answer'], 'answer', 'reasoning'],
    ['D56', ['<thi', 'nk>rea', 'soning</thi', 'nk>answer'], 'answer', 'reasoning'],
    ['D56', ['<think>reasoning</thi', 'nk>', '\n', '\n', 'answer\n', '\nend'], 'answer\n\nend', 'reasoning'],
    ['D56', ['\n<think>reasoning', '</think', '>\n\n', '\nanswer'], 'answer', 'reasoning'],
    ['D58', ['prefix<think>a</think>suffix'], 'prefixsuffix', 'a'],
    ['D58', ['<think>a</think>mid<think>b</think>end'], 'midend', 'ab'],
    ['D59', ['<think>never closed'], 'The model returned no text.', 'never closed'],
    ['D61', [' '], 'The model returned no text.', ''],
  ])(
    '%s: %j -> %s shown and stored, thinking streamed separately',
    async (_case, chunks, expected, thoughts) => {
      const conversation = conversationOf();
      system.model.reply(text(chunks.join(''), { chunks }));
      const { turnId, executionId } = await conversation.submit('go');
      const events = await collect(conversation.stream(turnId));
      const texts = events.filter((event) => event.type === 'text-delta' || event.type === 'done');
      expect(texts.map((event) => event.text).join('')).not.toContain('reasoning');
      expect(thought(events)).toEqual(thoughts === '' ? [] : [`1: ${thoughts}`]);
      expect(events.at(-1)).toMatchObject({ type: 'done', text: expected });
      const trace = await system.db
        .selectFrom('trace_message')
        .innerJoin('execution', 'execution.id', 'trace_message.execution_id')
        .select('content')
        .where('workflow_id', '=', executionId)
        .execute();
      expect(JSON.stringify(trace).includes('<think>')).toBe(false);
    },
  );

  test('D61: an empty answer -> readers see a sentence; later calls contain neither it nor an empty message', async () => {
    const conversation = conversationOf();
    system.model.reply(text(' '), text('Hello'));
    const { text: shown, turnId } = await conversation.ask({ text: 'first' });
    expect(shown).toBe('The model returned no text.');
    expect((await conversation.history()).messages[0]!.text).toBe('The model returned no text.');
    await conversation.ask({ text: 'second' });
    const { messages } = system.model.requests.at(-1)!.body as {
      messages: { role: string; content: string }[];
    };
    expect(messages.filter(({ role }) => role !== 'system')).toEqual([
      { role: 'user', content: 'first\n\nsecond' },
    ]);
    expect(JSON.stringify(messages)).not.toContain('no text');
    const stored = await system.db
      .selectFrom('conversation_message')
      .innerJoin('turn', (join) =>
        join
          .onRef('turn.conversation_id', '=', 'conversation_message.conversation_id')
          .onRef('turn.position', '=', 'conversation_message.position'),
      )
      .select('content')
      .where('turn_id', '=', turnId)
      .where('role', '=', 'assistant')
      .execute();
    expect(stored).toEqual([{ content: '' }]);
  });

  test('a failed turn -> failed event with type and reason', async () => {
    const conversation = conversationOf();
    system.model.reply(fault.status(401));
    const { turnId } = await conversation.submit('go');
    expect((await collect(conversation.stream(turnId))).at(-1)).toMatchObject({
      type: 'failed',
      errorType: 'Model.Authentication',
    });
  });

  test('a bad event id -> Client.InvalidCursor', async () => {
    for (const from of ['', 'x', '1.2', '1.2.3.4.5', '-1.0.0', `${'9'.repeat(20)}.0.0`])
      await expect(conversationOf().stream('t', { from }).next()).rejects.toMatchObject({
        type: 'Client.InvalidCursor',
      });
  });

  async function expireAttempt(_turnId: string): Promise<void> {
    await system.db
      .updateTable('model_call')
      .set((eb) => ({ attempt: eb('attempt', '+', 1) }))
      .where('status', '=', 'running')
      .execute();
  }
});

describe('storage away while streaming', () => {
  test('D62: connections cut in mid-stream -> the turn is answered once, never half stored', async () => {
    const conversation = conversationOf();
    const running = gated('first half, ', 'second half');
    system.model.reply(running, text('second try'));
    const { turnId, executionId } = await conversation.submit('go');
    await running.started;
    await system.db
      .executeQuery(
        (await import('kysely')).CompiledQuery.raw(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        ),
      )
      .catch(() => undefined);
    running.release();
    const events = await collect(conversation.stream(turnId));
    expect(events.at(-1)!.type).toBe('done');
    const { messages } = await conversation.history();
    expect(messages).toHaveLength(2);
    expect(messages[0]!.text).toBe(shown(events));
    const calls = await system.db
      .selectFrom('model_call')
      .innerJoin('execution', 'execution.id', 'model_call.execution_id')
      .select('model_call.status')
      .where('workflow_id', '=', executionId)
      .execute();
    expect(calls).toEqual([{ status: 'completed' }]);
    for (const _ of system.model.pending)
      await system.client.conversation({ flow: 'assistant', user: system.newUser() }).ask('use up');
  });
});
