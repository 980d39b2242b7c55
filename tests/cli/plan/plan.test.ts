import { describe, expect, test } from 'vitest';
import { words } from '../../context/messages.js';
import { planOne, runCount, runPlan } from './run-plan.js';

const USER = { role: 'user', content: 'Go' };

describe('plan, the format of a line', () => {
  const session = { session_id: 's1', parent_tool_use_id: null };
  const init = {
    type: 'system',
    subtype: 'init',
    cwd: '/work',
    session_id: 's1',
    tools: ['Bash'],
    mcp_servers: [],
    model: 'claude-sonnet-4-5-20250929',
    permissionMode: 'default',
    uuid: 'i1',
  };
  const prompt = { type: 'user', message: USER, ...session, uuid: 'u1', isReplay: true };
  const answer = {
    type: 'assistant',
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-4-5-20250929',
      content: [{ type: 'text', text: 'Done.' }],
    },
    ...session,
    uuid: 'a1',
  };
  const result = { type: 'result', subtype: 'success', is_error: false, result: 'Done.', session_id: 's1' };

  test("Claude Code's stream-json, whose first record has a model -> planned for that model", async () => {
    const { plans, exitCode } = await runPlan([init, prompt, answer, result]);
    expect(plans).toMatchObject([
      { id: 's1', format: 'claude-code', model: 'claude-sonnet-4-5-20250929', verdict: 'ready' },
    ]);
    expect(plans[0]?.messages).toHaveLength(2);
    expect(exitCode).toBe(0);
    expect((await runPlan([init, prompt])).plans).toMatchObject([{ model: 'claude-sonnet-4-5-20250929' }]);
  });

  test("Claude Code's stream-json without the prompt -> an error that the prompt is missing", async () => {
    const { plans, exitCode } = await runPlan([init, answer, result]);
    expect(plans).toEqual([
      {
        error:
          'The transcript has no user message, so there is no request to plan. The stream-json output of Claude Code omits the prompt: plan the session file instead',
      },
    ]);
    expect(exitCode).toBe(1);
  });

  test.each([
    ['sharegpt', { model: 'gpt-4o-mini', conversations: [{ from: 'human', value: 'Go' }] }],
    ['openhands', { model: 'gpt-4o-mini', history: [USER] }],
    [
      'openhands',
      { model: 'gpt-4o-mini', history: [{ source: 'user', action: 'message', args: { content: 'Go' } }] },
    ],
  ])('a line of %s with a model -> planned for that model', async (format, line) => {
    expect(await planOne([line])).toMatchObject({
      format,
      model: 'gpt-4o-mini',
      verdict: 'ready',
      messages: [USER],
    });
    expect((await runCount([line])).counts).toMatchObject([{ format, messages: 1 }]);
  });

  test('a line with a model and nothing else -> an error that explains both formats', async () => {
    const { error } = await planOne([{ model: 'gpt-4o' }]);
    expect(error).toMatch(/^Field 'messages' is missing: .* No known format has the fields 'model': /);
  });

  test('a transcript without text from the user -> an error', async () => {
    const { error } = await planOne([{ model: 'gpt-4o', conversations: [{ from: 'gpt', value: 'Hello' }] }]);
    expect(error).toBe('The transcript has no user message, so there is no request to plan');
  });
});

describe('plan, thoughts and calls of chat completions', () => {
  const MODEL = 'deepseek-reasoner';
  const CALL = { id: 'call_1', type: 'function', function: { name: 'look_up', arguments: '{"a":1}' } };
  const RESULT = { role: 'tool', tool_call_id: 'call_1', content: 'found' };
  const CALL_PART = { type: 'tool-call', toolCallId: 'call_1', toolName: 'look_up', input: { a: 1 } };

  test.each(['reasoning_content', 'reasoning', 'thinking'])(
    'a thought as %s in the current loop -> counted, and returned as a thought of the model',
    async (field) => {
      const asked = { role: 'assistant', content: null, [field]: words(500), tool_calls: [CALL] };
      const line = { model: MODEL, messages: [USER, asked, RESULT] };
      const { messages, tokens } = await planOne([line]);
      const thought = {
        type: 'reasoning',
        text: words(500),
        providerOptions: { openaiCompatible: { reasoningContent: MODEL } },
      };
      expect(messages[1]).toEqual({ role: 'assistant', content: [thought, CALL_PART] });
      expect(tokens).toBeGreaterThan(500);
      expect((await runCount([asked])).counts[0]?.['tokens']).toBeGreaterThan(500);
    },
  );

  test('a thought larger than the window -> not sent, and reported', async () => {
    const asked = { role: 'assistant', content: 'Hm.', reasoning_content: words(20_000), tool_calls: [CALL] };
    const messages = [USER, asked, RESULT, { role: 'assistant', content: 'Yes.' }, USER];
    const plan = await planOne([{ model: MODEL, messages, settings: { contextWindow: 8_192 } }]);
    expect(plan.verdict).toBe('ready');
    expect(JSON.stringify(plan.messages)).not.toContain('a a a');
    expect(plan.left).toMatchObject([{ index: 1, rule: 'hygiene' }]);
    expect(plan.left[0]?.tokens).toBeGreaterThanOrEqual(20_000);
    const open = await planOne([
      { model: MODEL, messages: messages.slice(0, 3), settings: { contextWindow: 8_192 } },
    ]);
    expect(open.verdict).not.toBe('ready');
  });

  test('fields that the SDK lacks -> not returned', async () => {
    const { messages } = await planOne([{ model: MODEL, messages: [{ ...USER, name: 'Ann', extra: 'x' }] }]);
    expect(messages).toEqual([USER]);
  });

  test('a refusal in place of a content -> its text', async () => {
    const refusal = { role: 'assistant', content: null, refusal: 'I cannot.' };
    const { messages } = await planOne([{ model: MODEL, messages: [USER, refusal, USER] }]);
    expect(messages[1]).toEqual({ role: 'assistant', content: 'I cannot.' });
  });

  test("Mistral's calls without a type -> calls with their results", async () => {
    const { type: _type, ...untyped } = CALL;
    const asked = { role: 'assistant', content: '', tool_calls: [untyped] };
    const plan = await planOne([{ model: 'mistral-large', messages: [USER, asked, RESULT] }]);
    expect(plan.messages).toMatchObject([USER, { content: [CALL_PART] }, { role: 'tool' }]);
    expect(plan).toMatchObject({ left: [], warnings: [] });
  });

  test("Ollama's parallel calls without ids, their input an object -> calls with their results, in order", async () => {
    const call = (name: string) => ({ function: { name, arguments: { of: name } } });
    const asked = { role: 'assistant', content: '', tool_calls: [call('one'), call('two')] };
    const messages = [
      USER,
      asked,
      { role: 'tool', tool_name: 'one', content: 'first' },
      { role: 'tool', tool_name: 'two', content: 'second' },
    ];
    const plan = await planOne([{ model: 'llama3', messages }]);
    const part = (toolCallId: string, toolName: string) => ({ toolCallId, toolName });
    expect(plan.messages).toMatchObject([
      USER,
      { content: [{ ...part('call', 'one'), input: { of: 'one' } }, part('call_2', 'two')] },
      { content: [{ ...part('call', 'one'), output: { value: 'first' } }] },
      { content: [{ ...part('call_2', 'two'), output: { value: 'second' } }] },
    ]);
    expect(plan).toMatchObject({ left: [], warnings: [] });
  });
});

describe('plan, the thoughts of the current tool loop', () => {
  const MODEL = 'claude-sonnet-4-5';
  const thinking = (id: string) => ({ type: 'thinking', thinking: `about ${id}`, signature: `s-${id}` });
  const asked = (...ids: string[]) => ({
    role: 'assistant',
    content: ids.flatMap((id) => [thinking(id), { type: 'tool_use', id, name: 'Read', input: {} }]),
  });
  const results = (...ids: string[]) =>
    ids.map((id) => ({ type: 'tool_result', tool_use_id: id, content: `of ${id}` }));
  const REMINDER = { type: 'text', text: '<system-reminder>Mind the tests.</system-reminder>' };

  test.each([
    ['beside the results', [{ role: 'user', content: [...results('t1'), REMINDER] }]],
    ['before the results', [{ role: 'user', content: [REMINDER, ...results('t1')] }]],
    [
      'behind the results',
      [
        { role: 'user', content: results('t1') },
        { role: 'user', content: [REMINDER] },
      ],
    ],
    [
      'beside and behind them',
      [
        { role: 'user', content: [...results('t1'), REMINDER] },
        { role: 'user', content: 'Go on' },
      ],
    ],
  ])('a text %s -> the signed thoughts stay', async (_place, behind) => {
    const { messages } = await planOne([{ model: MODEL, messages: [USER, asked('t1'), ...behind] }]);
    expect(messages[0]).toEqual(USER);
    expect(messages[1]).toMatchObject({
      content: [
        { type: 'reasoning', text: 'about t1', providerOptions: { anthropic: { signature: 's-t1' } } },
        { type: 'tool-call', toolCallId: 't1' },
      ],
    });
    expect(messages.slice(2).map(({ role }) => role)).toEqual(['tool', 'user']);
  });

  test('a loop of several steps with reminders, then an answer and a question -> the thoughts of the new loop alone', async () => {
    const reminded = (id: string) => ({ role: 'user', content: [...results(id), REMINDER] });
    const loop = [USER, asked('t1'), reminded('t1'), asked('t2'), reminded('t2')];
    const thoughtsOf = async (messages: unknown[]): Promise<number> =>
      JSON.stringify((await planOne([{ model: MODEL, messages }])).messages).split('"reasoning"').length - 1;
    expect(await thoughtsOf(loop)).toBe(2);
    const next = [...loop, { role: 'assistant', content: 'Done.' }, USER];
    expect(await thoughtsOf(next)).toBe(0);
    expect(await thoughtsOf([...next, asked('t3'), reminded('t3')])).toBe(1);
  });

  test('reminders beside results, and no room for all steps -> the question and the newest step with its reminder', async () => {
    const step = (id: string) => [
      asked(id),
      { role: 'user', content: [{ ...results(id)[0], content: words(100) }, REMINDER] },
    ];
    const messages = [USER, ...step('t1'), ...step('t2'), ...step('t3')];
    const settings = { contextWindow: 360, maxOutputTokens: 10, compaction: false };
    const plan = await planOne([{ model: MODEL, messages, settings }]);
    expect(plan.verdict).toBe('ready');
    expect(plan.messages[0]).toEqual(USER);
    expect(plan.messages.slice(-3)).toMatchObject([
      { content: [{ type: 'reasoning' }, { toolCallId: 't3' }] },
      { role: 'tool' },
      { role: 'user', content: [REMINDER] },
    ]);
    expect(JSON.stringify(plan.messages)).not.toContain('about t1');
  });

  test('a question beside results that is too large -> cut, as any question', async () => {
    const behind = { role: 'user', content: [...results('t1'), { type: 'text', text: words(5_000) }] };
    const settings = { contextWindow: 1_000, maxOutputTokens: 10 };
    const plan = await planOne([{ model: MODEL, messages: [USER, asked('t1'), behind], settings }]);
    expect(plan.verdict).not.toBe('cannot-fit');
    expect(JSON.stringify(plan.messages)).toContain('tokens left out');
  });

  test('a result without its call and a text -> the text is the question', async () => {
    const messages = [{ role: 'user', content: [...results('gone'), { type: 'text', text: 'Go' }] }];
    const plan = await planOne([{ model: MODEL, messages }]);
    expect(plan).toMatchObject({ verdict: 'ready', messages: [{ content: [{ text: 'Go' }] }] });
  });
});

describe('plan, items of the Responses API', () => {
  const REASONING = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'QUJD' };
  const CALL = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'ls', arguments: '{}' };
  const OUTPUT = { type: 'function_call_output', call_id: 'call_1', output: 'bin' };
  const item = (itemId: string) => ({ openai: { itemId } });
  const STEP = [
    {
      role: 'assistant',
      content: [
        {
          type: 'reasoning',
          providerOptions: { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'QUJD' } },
        },
        { type: 'tool-call', toolCallId: 'call_1', providerOptions: item('fc_1') },
      ],
    },
    { role: 'tool', content: [{ toolCallId: 'call_1' }] },
  ];

  test('a thought and its call as items of their own -> both, with their ids', async () => {
    const line = { model: 'openai-responses:gpt-5', messages: [USER, REASONING, CALL, OUTPUT] };
    const plan = await planOne([line]);
    expect(plan.messages).toMatchObject([USER, ...STEP]);
    expect(plan.left).toEqual([]);
  });

  test('parallel calls after a thought -> the ids of all', async () => {
    const more = [{ ...CALL, id: 'fc_2', call_id: 'call_2' }, OUTPUT, { ...OUTPUT, call_id: 'call_2' }];
    const line = { model: 'openai-responses:gpt-5', messages: [USER, REASONING, CALL, ...more] };
    const [, answer] = (await planOne([line])).messages;
    expect(answer?.content).toMatchObject([
      { type: 'reasoning' },
      { providerOptions: item('fc_1') },
      { providerOptions: item('fc_2') },
    ]);
  });

  test('a thought and its call as messages of the SDK -> both', async () => {
    const [answer] = STEP;
    const parts = answer!.content.map((part) => ({
      role: 'assistant',
      content: [{ text: '', toolName: 'ls', input: {}, ...part }],
    }));
    const line = { model: 'openai-responses:gpt-5', messages: [USER, ...parts, OUTPUT] };
    expect((await planOne([line])).messages).toMatchObject([USER, ...STEP]);
  });

  test('a thought without what it led to -> not sent, and reported', async () => {
    const plan = await planOne([{ model: 'openai-responses:gpt-5', messages: [USER, REASONING] }]);
    expect(plan).toMatchObject({ verdict: 'ready', messages: [USER] });
  });

  test('a rollout of Codex in its tool loop -> the thought stays', async () => {
    const of = (type: string, payload: unknown) => ({ timestamp: '2026-01-01T00:00:00Z', type, payload });
    const said = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go' }] };
    const plan = await planOne([
      of('session_meta', { id: 's1' }),
      of('turn_context', { model: 'gpt-5-codex' }),
      ...[said, REASONING, CALL, OUTPUT].map((payload) => of('response_item', payload)),
    ]);
    expect(plan).toMatchObject({ format: 'codex', verdict: 'ready' });
    expect(plan.messages.slice(1)).toMatchObject(STEP);
  });
});
