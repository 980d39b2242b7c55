import { describe, expect, test } from 'vitest';
import type { Loose } from '../../../../context/transcript/formats/transcript-format.js';
import { messagesOf, readRecords } from './read.js';

const read = (records: readonly Loose[]) => readRecords('openhands', records);
const call = (id: string, name: string, input: Loose): Loose => ({
  type: 'tool-call',
  toolCallId: id,
  toolName: name,
  input,
});
const MODEL_RESPONSE = {
  choices: [
    {
      message: {
        content: 'Let me look.',
        tool_calls: ['t1', 't2'].map((id) => ({
          id,
          function: { name: 'bash', arguments: `{"command":"${id}"}` },
        })),
      },
    },
  ],
};
const metadata = (id: string): Loose => ({
  tool_call_metadata: { tool_call_id: id, function_name: 'bash', model_response: MODEL_RESPONSE },
});
const ACTIONS: readonly Loose[] = [
  { id: 1, source: 'user', action: 'message', args: { content: 'Go' } },
  { id: 2, source: 'agent', action: 'run', args: { command: 't1', thought: 'Hm' }, ...metadata('t1') },
  { id: 3, source: 'agent', observation: 'run', content: 'of t1', cause: 2, ...metadata('t1') },
  { id: 4, source: 'agent', action: 'run', args: { command: 't2' }, ...metadata('t2') },
  { id: 5, source: 'agent', observation: 'run', content: 'of t2', cause: 4, ...metadata('t2') },
  { id: 6, source: 'environment', observation: 'agent_state_changed', content: '' },
  { id: 7, source: 'agent', action: 'read', args: { path: 'a', thought: 'Read it.' } },
  { id: 8, source: 'agent', observation: 'read', content: 'text', cause: 7 },
];

describe('openhands', () => {
  test('actions and observations, in a line of a data set or as records -> calls as the model wrote them, and results', () => {
    const expected = [
      { role: 'user', content: 'Go' },
      {
        role: 'assistant',
        content: [{ type: 'text', text: 'Let me look.' }, call('t1', 'bash', { command: 't1' })],
      },
      { role: 'tool', content: [{ toolCallId: 't1', output: { value: 'of t1' } }] },
      { role: 'assistant', content: [call('t2', 'bash', { command: 't2' })] },
      { role: 'tool', content: [{ toolCallId: 't2', output: { value: 'of t2' } }] },
      {
        role: 'assistant',
        content: [{ type: 'text', text: 'Read it.' }, call('event_7', 'read', { path: 'a' })],
      },
      { role: 'tool', content: [{ toolCallId: 'event_7', output: { value: 'text' } }] },
    ];
    const line = { instance_id: 'i1', metadata: { llm_config: { model: 'gpt-4o' } }, history: ACTIONS };
    const [whole] = read([line]);
    expect(whole).toMatchObject({ id: 'i1', model: 'gpt-4o', warnings: [] });
    expect(messagesOf([whole!])).toMatchObject(expected);
    expect(messagesOf(read(ACTIONS))).toMatchObject(expected);
    const history = [
      [ACTIONS[1], ACTIONS[2]],
      [ACTIONS[3], ACTIONS[4]],
    ];
    expect(messagesOf(read([{ ...line, history }]))).toMatchObject(expected.slice(1, 5));
  });

  test('events by kind -> messages, calls, results and errors; what a condensation forgot is counted', () => {
    const action = {
      id: 'e4',
      kind: 'ActionEvent',
      source: 'agent',
      tool_name: 'terminal',
      tool_call_id: 't1',
    };
    const transcripts = read([
      { id: 'e1', kind: 'SystemPromptEvent', source: 'agent', system_prompt: { text: 'Be brief.' } },
      {
        id: 'e2',
        kind: 'MessageEvent',
        source: 'user',
        llm_message: { role: 'user', content: [{ type: 'text', text: 'Go' }] },
      },
      { id: 'e3', kind: 'MessageEvent', source: 'user', llm_message: { role: 'user', content: [] } },
      {
        ...action,
        thought: [{ type: 'text', text: 'Look.' }],
        tool_call: { id: 't1', name: 'terminal', arguments: '{"command":"ls"}' },
      },
      {
        id: 'e5',
        kind: 'ObservationEvent',
        source: 'environment',
        tool_call_id: 't1',
        observation: { content: [{ type: 'text', text: 'bin' }], is_error: false },
      },
      { id: 'e6', kind: 'AgentErrorEvent', source: 'agent', tool_call_id: 't2', error: 'No.' },
      { id: 'e7', kind: 'Condensation', source: 'environment', forgotten_event_ids: ['e3'], summary: 'Sum' },
      { id: 'e8', kind: 'HologramEvent', source: 'agent' },
    ]);
    expect(messagesOf(transcripts)).toMatchObject([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: [{ text: 'Go' }] },
      { content: [{ type: 'text', text: 'Look.' }, call('t1', 'terminal', { command: 'ls' })] },
      { role: 'tool', content: [{ toolCallId: 't1', output: { type: 'text', value: 'bin' } }] },
      { role: 'tool', content: [{ toolCallId: 't2', output: { type: 'error-text', value: 'No.' } }] },
      { role: 'user', content: 'Sum' },
    ]);
    expect(transcripts[0]?.warnings).toEqual([
      'Omitted 1 event before a condensation (line 3)',
      "Omitted 1 record of the unknown kind 'HologramEvent' (line 8)",
    ]);
  });

  test('a trajectory of messages -> these', () => {
    const trajectory = [{ role: 'user', content: 'Go' }];
    expect(messagesOf(read([{ instance_id: 'i1', trajectory }]))).toEqual(trajectory);
  });
});
