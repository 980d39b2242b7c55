import { describe, expect, test } from 'vitest';
import { messagesOf, readRecords } from './read.js';

describe('sharegpt', () => {
  test('turns with a tool -> messages, a call and its result; an unknown speaker is counted', () => {
    const conversations = [
      { from: 'system', value: 'Be kind.' },
      { from: 'human', value: 'Weather?' },
      { from: 'function_call', value: '{"name":"look_up","arguments":{"city":"Paris"}}' },
      { from: 'observation', value: '21 °C' },
      { from: 'gpt', value: 'Warm.' },
      { from: 'narrator', value: 'The end.' },
      7,
    ];
    const transcripts = readRecords('sharegpt', [{ id: 'x', conversations }]);
    const called = { toolCallId: 'call_1', toolName: 'look_up', input: { city: 'Paris' } };
    expect(messagesOf(transcripts)).toMatchObject([
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'Weather?' },
      { role: 'assistant', content: [{ type: 'tool-call', ...called }] },
      { role: 'tool', content: [{ toolCallId: 'call_1', output: { type: 'text', value: '21 °C' } }] },
      { role: 'assistant', content: 'Warm.' },
    ]);
    expect(transcripts[0]).toMatchObject({
      id: 'x',
      model: undefined,
      warnings: [
        "Omitted 1 record of the unknown kind 'narrator' (line 1)",
        'Omitted 1 turn that is not an object (line 1)',
      ],
    });
  });

  test('a call that is not JSON -> a call with its text', () => {
    const conversations = [{ from: 'function_call', value: 'look_up(Paris)' }];
    expect(messagesOf(readRecords('sharegpt', [{ conversations }]))).toMatchObject([
      { content: [{ toolName: 'unknown', input: { input: 'look_up(Paris)' } }] },
    ]);
  });
});
