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

  test("Claude Code's stream-json without the prompt -> an error that says what is missing", async () => {
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

  test('a line with a model and nothing else -> an error that names both readings', async () => {
    const { error } = await planOne([{ model: 'gpt-4o' }]);
    expect(error).toMatch(/^Field 'messages' is missing: .* No format is known with the fields 'model': /);
  });

  test('a transcript whose user says nothing -> an error', async () => {
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
