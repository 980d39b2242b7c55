import { describe, expect, test } from 'vitest';
import type { Loose } from '../../../../context/transcript/formats/transcript-format.js';
import { messagesOf, readRecords } from './read.js';

const read = (records: readonly Loose[]) => readRecords('claude-code', records);
const record = (uuid: string, parentUuid: string | null, more: Loose): Loose => ({
  uuid,
  parentUuid,
  sessionId: 's1',
  isSidechain: false,
  ...more,
});
const said = (content: unknown, more: Loose = {}): Loose => ({
  type: 'user',
  message: { role: 'user', content },
  ...more,
});
const answered = (id: string, block: Loose): Loose => ({
  type: 'assistant',
  message: { role: 'assistant', id, model: 'claude-opus-4-6', content: [block] },
});
const call = (id: string): Loose => ({ type: 'tool_use', id, name: 'Read', input: {} });
const result = (id: string): Loose => said([{ type: 'tool_result', tool_use_id: id, content: `of ${id}` }]);
const blocks = (transcripts: ReturnType<typeof read>) =>
  messagesOf(transcripts).map((message) => {
    const { content } = message as { content: string | Loose[] };
    if (typeof content === 'string') return content;
    return content.map((part) => part['text'] ?? part['id'] ?? part['tool_use_id']).join();
  });

describe('claude-code', () => {
  test('parallel calls a line each, whose results are children of their calls -> all calls, then all results', () => {
    const transcripts = read([
      { type: 'file-history-snapshot', messageId: 'm', snapshot: {} },
      record('u1', null, said('Go')),
      record('a1', 'u1', answered('msg_1', { type: 'text', text: 'Look.' })),
      record('a2', 'a1', answered('msg_1', call('t1'))),
      record('r1', 'a2', result('t1')),
      record('a3', 'a2', answered('msg_1', call('t2'))),
      record('r2', 'a3', result('t2')),
      record('a4', 'r2', answered('msg_2', { type: 'text', text: 'Done.' })),
    ]);
    expect(blocks(transcripts)).toEqual(['Go', 'Look.', 't1', 't2', 't1', 't2', 'Done.']);
    expect(transcripts[0]).toMatchObject({ id: 's1', model: 'claude-opus-4-6', warnings: [] });
    expect(transcripts[0]?.messages.map(({ line }) => line)).toEqual([2, 3, 4, 6, 5, 7, 8]);
  });

  test('a compaction -> its summary and later messages; earlier ones are counted', () => {
    const transcripts = read([
      record('u1', null, said('Old')),
      record('a1', 'u1', answered('msg_1', { type: 'text', text: 'Old answer' })),
      record('b', null, { type: 'system', subtype: 'compact_boundary', logicalParentUuid: 'a1' }),
      record('u2', 'b', said('Summary', { isCompactSummary: true, isVisibleInTranscriptOnly: true })),
      record('u3', 'u2', said('New')),
    ]);
    expect(blocks(transcripts)).toEqual(['Summary', 'New']);
    expect(transcripts[0]?.warnings).toEqual([
      'Omitted 2 messages before the last compaction or of an abandoned branch (first: line 1)',
    ]);
  });

  test('an abandoned branch, a sub-agent, a message of the program, an unknown record -> omitted, each counted', () => {
    const transcripts = read([
      record('u1', null, said('Go')),
      record('x1', 'u1', answered('msg_0', { type: 'text', text: 'Abandoned' })),
      record('s1', null, { ...said('Sub-task'), isSidechain: true }),
      record('u2', 'u1', said('Go on')),
      record('e1', 'u2', {
        type: 'assistant',
        message: { role: 'assistant', model: '<synthetic>', content: [{ type: 'text', text: 'API Error' }] },
      }),
      { type: 'hologram', sessionId: 's1' },
    ]);
    expect(blocks(transcripts)).toEqual(['Go', 'Go on']);
    expect(transcripts[0]?.warnings.toSorted()).toEqual([
      'Omitted 1 message before the last compaction or of an abandoned branch (line 2)',
      'Omitted 1 message of a sub-agent (line 3)',
      'Omitted 1 message of the program itself (line 5)',
      "Omitted 1 record of the unknown kind 'hologram' (line 6)",
    ]);
  });

  test('the file of a sub-agent, and streamed output without ids -> all messages in order', () => {
    expect(blocks(read([record('u1', null, { ...said('Sub-task'), isSidechain: true })]))).toEqual([
      'Sub-task',
    ]);
    const streamed = [
      { type: 'system', subtype: 'init', session_id: 's2' },
      { ...answered('msg_1', call('t1')), session_id: 's2' },
      { ...result('t1'), session_id: 's2' },
      { type: 'result', session_id: 's2' },
    ];
    expect(blocks(read(streamed))).toEqual(['t1', 't1']);
  });

  test('parents in a circle, a message that is missing -> an error that names the line; a missing parent -> a warning', () => {
    expect(() => read([record('u1', 'u2', said('a')), record('u2', 'u1', said('b'))])).toThrow(
      /^Line \d: record 'u2' is its own ancestor$/,
    );
    expect(() => read([record('u1', null, { type: 'user' })])).toThrow(
      "Line 1: the user record has no 'message'",
    );
    expect(read([record('u1', 'gone', said('a'))])[0]?.warnings).toEqual([
      "Parent record 'gone' is missing: messages before it are not read",
    ]);
  });

  test('a chain of 100,000 records -> read in one pass, without a stack that overflows', () => {
    const chain = Array.from({ length: 100_000 }, (_, at) =>
      record(`u${at}`, at === 0 ? null : `u${at - 1}`, said(`${at}`)),
    );
    expect(read(chain)[0]?.messages).toHaveLength(100_000);
  });
});
