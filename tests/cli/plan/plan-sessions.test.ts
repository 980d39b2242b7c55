import { describe, expect, test } from 'vitest';
import { planOne } from './run-plan.js';

const user = (content: string) => ({ role: 'user', content });

describe('plan, the model of a session', () => {
  test('Claude Code directly after a compaction, a rewind or an answer of the program -> the newest model of the file', async () => {
    const record = (uuid: string, parentUuid: string | null, more: object) => ({
      uuid,
      parentUuid,
      sessionId: 's1',
      ...more,
    });
    const said = (content: string) => ({ type: 'user', message: user(content) });
    const answered = (model: string) => ({
      type: 'assistant',
      message: { role: 'assistant', model, content: [{ type: 'text', text: 'Yes' }] },
    });
    const start = [record('u1', null, said('Go')), record('a1', 'u1', answered('claude-sonnet-4-5'))];
    const sub = record('b1', null, { ...answered('claude-haiku-4-5'), isSidechain: true });
    const endings = [
      [record('u2', null, { ...said('Summary'), isCompactSummary: true })],
      [record('u2', null, said('Other'))],
      [record('u2', null, said('Other')), record('a2', 'u2', answered('<synthetic>'))],
    ];
    for (const ending of endings)
      expect(await planOne([...start, sub, ...ending])).toMatchObject({
        model: 'claude-sonnet-4-5',
        verdict: 'ready',
      });
  });

  test('pi directly after a compaction, or after a change of the model -> the newest model of the file', async () => {
    const start = [
      { type: 'session', id: 's1', cwd: '/' },
      { type: 'message', id: 'u1', parentId: null, message: user('Go') },
      {
        type: 'message',
        id: 'a1',
        parentId: 'u1',
        message: {
          role: 'assistant',
          api: 'anthropic-messages',
          model: 'claude-sonnet-4-5',
          content: [{ type: 'text', text: 'Yes' }],
        },
      },
      { type: 'compaction', id: 'c1', parentId: 'a1', summary: 'Short', firstKeptEntryId: 'gone' },
    ];
    const next = { type: 'message', id: 'u2', parentId: 'c1', message: user('On') };
    expect(await planOne([...start, next])).toMatchObject({
      model: 'anthropic:claude-sonnet-4-5',
      verdict: 'ready',
    });
    const change = { type: 'model_change', id: 'm1', parentId: 'c1', provider: 'openai', modelId: 'gpt-5' };
    expect(await planOne([...start, change, { ...next, parentId: 'm1' }])).toMatchObject({
      model: 'openai-responses:gpt-5',
    });
  });

  test('OpenHands, whose answers name the model -> this model', async () => {
    const call = { id: 't1', type: 'function', function: { name: 'execute_bash', arguments: '{}' } };
    const metadata = {
      tool_call_id: 't1',
      function_name: 'execute_bash',
      model_response: { model: 'gpt-4o', choices: [{ message: { content: '', tool_calls: [call] } }] },
    };
    const events = [
      { id: 1, source: 'user', action: 'message', args: { content: 'Go' } },
      { id: 2, source: 'agent', action: 'run', args: { command: 'ls' }, tool_call_metadata: metadata },
      { id: 3, source: 'agent', observation: 'run', content: 'bin', cause: 2, tool_call_metadata: metadata },
    ];
    expect(await planOne(events)).toMatchObject({ format: 'openhands', model: 'gpt-4o', verdict: 'ready' });
    expect(await planOne([{ instance_id: 'i1', history: events }])).toMatchObject({ model: 'gpt-4o' });
    const state = { id: 'e0', kind: 'ConversationStateUpdateEvent', source: 'environment' };
    const said = { id: 'e1', kind: 'MessageEvent', source: 'user', llm_message: user('Go') };
    const value = { agent: { llm: { model: 'claude-sonnet-4-5' } } };
    expect(await planOne([{ ...state, value }, said])).toMatchObject({ model: 'claude-sonnet-4-5' });
  });
});

describe('plan, condensed runs of OpenHands', () => {
  const said = (id: number, content: string) => ({
    id,
    source: 'user',
    action: 'message',
    args: { content },
  });
  const ran = (id: number) => [
    { id, source: 'agent', action: 'run', args: { command: `ls ${id}`, thought: '' } },
    { id: id + 1, source: 'agent', observation: 'run', content: `of ${id}`, cause: id },
  ];
  const condensation = (id: number, args: object) => ({ id, source: 'agent', action: 'condensation', args });
  const SUMMARY = { summary: 'It listed files.', summary_offset: 1 };

  test.each([
    ['a list of ids', { forgotten_event_ids: [2, 3] }],
    ['a range', { forgotten_events_start_id: 2, forgotten_events_end_id: 3 }],
  ])('a condensation with %s -> the summary in place of what it forgot', async (_name, forgotten) => {
    const history = [
      said(1, 'Go'),
      ...ran(2),
      ...ran(4),
      { id: 6, source: 'agent', action: 'condensation_request', args: {} },
      condensation(7, { ...forgotten, ...SUMMARY }),
      ...ran(8),
    ];
    const plan = await planOne([{ instance_id: 'i1', model: 'gpt-4o', history }]);
    expect(plan.messages).toMatchObject([
      user('Go\n\nIt listed files.'),
      { content: [{ toolCallId: 'event_4' }] },
      { role: 'tool', content: [{ output: { value: 'of 4' } }] },
      { content: [{ toolCallId: 'event_8' }] },
      { role: 'tool' },
    ]);
    expect(JSON.stringify(plan.messages)).not.toMatch(/interrupted|condensation/);
    expect(plan.warnings).toEqual(['Omitted 2 events before a condensation (first: line 1)']);
  });

  test('two condensations -> the newest summary alone', async () => {
    const history = [
      said(1, 'Go'),
      ...ran(2),
      condensation(4, { forgotten_event_ids: [2, 3], summary: 'Old', summary_offset: 1 }),
      ...ran(5),
      condensation(7, { forgotten_event_ids: [5, 6], ...SUMMARY }),
      said(8, 'On'),
    ];
    const plan = await planOne([{ instance_id: 'i1', model: 'gpt-4o', history }]);
    expect(plan.messages).toEqual([user('Go\n\nIt listed files.\n\nOn')]);
  });

  test('events by kind with the place of a summary -> the summary there', async () => {
    const of = (id: string, content: string) => ({
      id,
      kind: 'MessageEvent',
      source: 'user',
      llm_message: {
        role: id.startsWith('a') ? 'assistant' : 'user',
        content: [{ type: 'text', text: content }],
      },
    });
    const events = [
      of('u1', 'Go'),
      of('a1', 'Old'),
      of('a2', 'New'),
      { id: 'c1', kind: 'Condensation', source: 'environment', forgotten_event_ids: ['a1'], ...SUMMARY },
      of('u2', 'On'),
    ];
    const plan = await planOne(events, { model: 'gpt-4o' });
    expect(JSON.stringify(plan.messages)).toMatch(/Go.*It listed files\..*New.*On/);
  });

  test('an agent that finished -> its final text, and no interrupted call', async () => {
    const call = {
      id: 't1',
      type: 'function',
      function: { name: 'finish', arguments: '{"message":"All done."}' },
    };
    const finish = {
      id: 4,
      source: 'agent',
      action: 'finish',
      args: { final_thought: 'All done.', outputs: {}, thought: '' },
      tool_call_metadata: {
        tool_call_id: 't1',
        function_name: 'finish',
        model_response: {
          model: 'gpt-4o',
          choices: [{ message: { content: 'I am ready.', tool_calls: [call] } }],
        },
      },
    };
    const plan = await planOne([said(1, 'Go'), ...ran(2), finish, said(5, 'Thanks')]);
    expect(plan.messages.at(-2)).toEqual({ role: 'assistant', content: 'I am ready.\n\nAll done.' });
    const last = await planOne([said(1, 'Go'), ...ran(2), finish]);
    expect(JSON.stringify(last.messages)).not.toContain('interrupted');
  });
});

describe('plan, turns that Codex rolled back', () => {
  const of = (type: string, payload: unknown) => ({ timestamp: '2026-01-01T00:00:00Z', type, payload });
  const message = (role: string, ...texts: string[]) =>
    of('response_item', {
      type: 'message',
      role,
      content: texts.map((text) => ({ type: role === 'user' ? 'input_text' : 'output_text', text })),
    });
  const ROLLBACK = of('event_msg', { type: 'thread_rolled_back', num_turns: 1 });

  test.each([
    ['an aborted turn', '<turn_aborted>\nThe user interrupted.\n</turn_aborted>'],
    ['AGENTS.md', '# AGENTS.md instructions for /work\n\n<INSTRUCTIONS>\nBe brief.\n</INSTRUCTIONS>'],
    ['a skill', '<skill>\n<name>pdf</name>\n</skill>'],
    ['the environment', '<environment_context>\n<cwd>/work</cwd>\n</environment_context>'],
    ['a command', '<user_shell_command>\nls\n</user_shell_command>'],
  ])('%s after the question -> the question and its answer are rolled back', async (_name, added) => {
    const plan = await planOne([
      of('session_meta', { id: 's1' }),
      of('turn_context', { model: 'gpt-5' }),
      message('user', 'One'),
      message('assistant', 'First'),
      message('user', 'Abandoned'),
      message('assistant', 'Half an answer'),
      message('user', added),
      ROLLBACK,
      message('user', 'Two'),
    ]);
    const sent = JSON.stringify(plan.messages);
    expect(sent).toMatch(/One.*First.*Two/);
    expect(sent).not.toMatch(/Abandoned|Half an answer/);
  });

  test('two added texts in one message -> no question either', async () => {
    const plan = await planOne([
      of('session_meta', { id: 's1' }),
      of('turn_context', { model: 'gpt-5' }),
      message('user', 'One'),
      message('user', 'Be brief.', '<environment_context></environment_context>'),
      ROLLBACK,
      message('user', 'Two'),
    ]);
    expect(JSON.stringify(plan.messages)).not.toContain('One');
  });
});
