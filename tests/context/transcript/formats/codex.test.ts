import { describe, expect, test } from 'vitest';
import type { Loose } from '../../../../context/transcript/formats/transcript-format.js';
import { messagesOf, readRecords } from './read.js';

const read = (records: readonly Loose[]) => readRecords('codex', records);
const of = (type: string, payload: Loose): Loose => ({ timestamp: '2026-01-01T00:00:00Z', type, payload });
const said = (text: string, role = 'user'): Loose => ({
  type: 'message',
  role,
  content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }],
});
const META = of('session_meta', { id: 's1', base_instructions: { text: 'Be brief.' } });
const CALL = { type: 'function_call', call_id: 'c1', name: 'shell', arguments: '{}' };
const OUTPUT = { type: 'function_call_output', call_id: 'c1', output: 'ok' };

describe('codex', () => {
  test('a rollout -> its items in order, model and instructions; events for the screen are not repeated', () => {
    const transcripts = read([
      META,
      of('turn_context', { model: 'gpt-5-codex' }),
      of('response_item', said('Go')),
      of('event_msg', { type: 'user_message', message: 'Go' }),
      of('response_item', CALL),
      of('response_item', OUTPUT),
    ]);
    expect(transcripts).toEqual([
      {
        id: 's1',
        model: 'openai-responses:gpt-5-codex',
        system: 'Be brief.',
        messages: [
          { message: said('Go'), line: 3 },
          { message: CALL, line: 5 },
          { message: OUTPUT, line: 6 },
        ],
        warnings: [],
      },
    ]);
  });

  test('a compaction with a list -> the list; with a summary -> the user messages, and the summary', () => {
    const before = [META, of('response_item', said('Go')), of('response_item', said('Yes', 'assistant'))];
    const listed = read([...before, of('compacted', { message: '', replacement_history: [said('Short')] })]);
    expect(messagesOf(listed)).toEqual([said('Short')]);
    const summed = read([...before, of('compacted', { message: 'All of it' })]);
    expect(messagesOf(summed)).toEqual([said('Go'), { role: 'user', content: 'All of it' }]);
    expect(summed[0]?.warnings).toEqual(['Omitted 1 item before the last compaction (line 3)']);
  });

  test('a turn that was rolled back -> omitted and counted', () => {
    const transcripts = read([
      META,
      of('response_item', said('One')),
      of('response_item', said('Yes', 'assistant')),
      of('response_item', said('Two')),
      of('response_item', said('No', 'assistant')),
      of('event_msg', { type: 'thread_rolled_back', num_turns: 1 }),
    ]);
    expect(messagesOf(transcripts)).toEqual([said('One'), said('Yes', 'assistant')]);
    expect(transcripts[0]?.warnings).toEqual([
      'Omitted 2 items of a turn that was rolled back (first: line 4)',
    ]);
  });

  test('an older file with bare items, unknown kinds -> read, and counted', () => {
    const transcripts = read([
      { id: 's0', timestamp: '2025', instructions: null },
      said('Go'),
      { record_type: 'state' },
      CALL,
      { type: 'hologram' },
    ]);
    expect(messagesOf(transcripts)).toEqual([said('Go'), CALL]);
    expect(transcripts[0]?.warnings).toEqual(["Omitted 1 record of the unknown kind 'hologram' (line 5)"]);
  });
});
