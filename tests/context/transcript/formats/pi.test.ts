import { describe, expect, test } from 'vitest';
import type { Loose } from '../../../../context/transcript/formats/transcript-format.js';
import { messagesOf, readRecords } from './read.js';

const read = (records: readonly Loose[]) => readRecords('pi', records);
const HEADER = { type: 'session', version: 3, id: 's1', cwd: '/' };
const entry = (id: string, parentId: string | null, more: Loose): Loose => ({ id, parentId, ...more });
const message = (given: Loose): Loose => ({ type: 'message', message: given });
const user = (content: unknown): Loose => message({ role: 'user', content });

describe('pi', () => {
  test('a tool loop -> calls, results, pictures and signed thoughts as the AI SDK has them', () => {
    const image = { type: 'image', data: 'QUJD', mimeType: 'image/png' };
    const transcripts = read([
      HEADER,
      entry('1', null, user([{ type: 'text', text: 'Go' }, image])),
      entry(
        '2',
        '1',
        message({
          role: 'assistant',
          api: 'anthropic-messages',
          model: 'claude-opus-4-6',
          content: [
            { type: 'thinking', thinking: 'Hm.', thinkingSignature: 'sig' },
            { type: 'toolCall', id: 't1', name: 'read', arguments: { path: 'a' } },
          ],
        }),
      ),
      entry('3', '2', message({ role: 'toolResult', toolCallId: 't1', toolName: 'read', content: [image] })),
      entry('4', '3', message({ role: 'bashExecution', command: 'ls', output: 'a' })),
    ]);
    const value = [{ type: 'image-data', data: 'QUJD', mediaType: 'image/png' }];
    expect(messagesOf(transcripts)).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Go' },
          { type: 'image', image: 'QUJD', mediaType: 'image/png' },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'Hm.', providerOptions: { anthropic: { signature: 'sig' } } },
          { type: 'tool-call', toolCallId: 't1', toolName: 'read', input: { path: 'a' } },
        ],
      },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 't1', toolName: 'read', output: { type: 'content', value } },
        ],
      },
      { role: 'user', content: '$ ls\na' },
    ]);
    expect(transcripts[0]).toMatchObject({ id: 's1', model: 'anthropic:claude-opus-4-6', warnings: [] });
  });

  test("OpenAI's Responses API -> ids of items apart from those of calls, and the reasoning item", () => {
    const thinkingSignature = JSON.stringify({ type: 'reasoning', id: 'rs_1', summary: [] });
    const [answer, result] = messagesOf(
      read([
        HEADER,
        message({
          role: 'assistant',
          api: 'openai-responses',
          model: 'gpt-5',
          content: [
            { type: 'thinking', thinking: '', thinkingSignature },
            { type: 'toolCall', id: 'call_1|fc_1', name: 'read', arguments: {} },
          ],
        }),
        message({
          role: 'toolResult',
          toolCallId: 'call_1|fc_1',
          toolName: 'read',
          isError: true,
          content: [],
        }),
      ]),
    );
    const item = (itemId: string) => ({ providerOptions: { openai: { itemId } } });
    expect(answer).toEqual({
      role: 'assistant',
      content: [
        { type: 'reasoning', text: '', ...item('rs_1') },
        { type: 'tool-call', toolCallId: 'call_1', toolName: 'read', input: {}, ...item('fc_1') },
      ],
    });
    const output = { type: 'error-text', value: '' };
    expect(result).toMatchObject({ content: [{ toolCallId: 'call_1', output }] });
  });

  test('a branch and a compaction -> the last path: summary, kept messages, and later ones', () => {
    const transcripts = read([
      HEADER,
      entry('1', null, user('Old')),
      entry('2', '1', user('Kept')),
      entry('x', '1', user('Abandoned')),
      entry('c', '2', { type: 'compaction', summary: 'Sum', firstKeptEntryId: '2' }),
      entry('3', 'c', user('New')),
      entry('4', '3', { type: 'hologram' }),
    ]);
    const contents = messagesOf(transcripts).map((one) => (one as Loose)['content']);
    expect(contents).toEqual(['Sum', 'Kept', 'New']);
    expect(transcripts[0]?.warnings).toEqual([
      'Omitted 2 messages before the last compaction or of an abandoned branch (first: line 2)',
      "Omitted 1 record of the unknown kind 'hologram' (line 7)",
    ]);
  });

  test('parents in a circle -> an error', () => {
    const records = [HEADER, entry('1', '2', user('a')), entry('2', '1', user('b'))];
    expect(() => read(records)).toThrow("record '2' is its own ancestor");
  });
});
