import { describe, expect, test } from 'vitest';
import type { Loose } from '../../../../context/transcript/formats/transcript-format.js';
import { messagesOf, readRecords } from './read.js';

const read = (conversation: Loose) => readRecords('chatgpt', [conversation]);
const text = (value: string): Loose => ({ content_type: 'text', parts: [value] });
const message = (id: string, role: string, more: Loose): Loose => ({ id, author: { role }, ...more });
const chain = (messages: readonly Loose[]): Loose => ({
  conversation_id: 'c1',
  default_model_slug: 'gpt-4o',
  current_node: String(messages.at(-1)?.['id']),
  mapping: Object.fromEntries([
    ['root', { message: null, parent: null }],
    ...messages.map((one, at) => [
      one['id'],
      { message: one, parent: at === 0 ? 'root' : messages[at - 1]?.['id'] },
    ]),
  ]) as Loose,
});

describe('chatgpt', () => {
  test('the path from the current node to the root -> its messages; other branches are counted', () => {
    const question = message('q', 'user', { content: text('Hi') });
    const shown = message('a', 'assistant', {
      content: text('Hello'),
      metadata: { model_slug: 'gpt-5' },
    });
    const conversation = chain([question, shown]);
    const mapping = { ...(conversation['mapping'] as Loose), b: { message: shown, parent: 'q' } };
    expect(read({ ...conversation, mapping })).toEqual([
      {
        id: 'c1',
        model: 'gpt-5',
        messages: [
          { message: { role: 'user', content: [{ type: 'text', text: 'Hi' }] }, line: 1 },
          { message: { role: 'assistant', content: [{ type: 'text', text: 'Hello' }] }, line: 1 },
        ],
        warnings: ['Omitted 1 message of abandoned branches'],
      },
    ]);
  });

  test('a message to a tool and its answers -> one call with one result', () => {
    const messages = messagesOf(
      read(
        chain([
          message('q', 'user', { content: text('1 + 1?') }),
          message('c', 'assistant', { recipient: 'python', content: { content_type: 'code', text: '1+1' } }),
          message('r1', 'tool', { content: { content_type: 'execution_output', text: '2' } }),
          message('r2', 'tool', { content: { content_type: 'multimodal_text', parts: ['done'] } }),
        ]),
      ),
    );
    expect(messages.slice(1)).toEqual([
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'python', input: { input: '1+1' } }],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'c',
            toolName: 'python',
            output: { type: 'text', value: '2\ndone' },
          },
        ],
      },
    ]);
  });

  test('pictures and instructions -> read; thoughts, hidden and unknown contents -> omitted, each counted', () => {
    const picture = { content_type: 'image_asset_pointer', asset_pointer: 'file-service://x' };
    const transcripts = read(
      chain([
        message('s', 'user', {
          content: {
            content_type: 'user_editable_context',
            user_profile: 'Ada',
            user_instructions: 'Be brief.',
          },
        }),
        message('h', 'system', { weight: 0, content: text('') }),
        message('q', 'user', { content: { content_type: 'multimodal_text', parts: [picture, 'What?'] } }),
        message('t', 'assistant', { content: { content_type: 'thoughts', thoughts: [] } }),
        message('n', 'assistant', { content: { content_type: 'hologram' } }),
        message('a', 'assistant', { content: text('A cat') }),
      ]),
    );
    expect(messagesOf(transcripts).map((one) => (one as Loose)['content'])).toEqual([
      [{ type: 'text', text: 'Ada\n\nBe brief.' }],
      [
        { type: 'image', image: 'file-service://x' },
        { type: 'text', text: 'What?' },
      ],
      [{ type: 'text', text: 'A cat' }],
    ]);
    expect(transcripts[0]?.warnings).toEqual([
      'Omitted 1 hidden message (line 1)',
      'Omitted 1 thought (line 1)',
      "Omitted 1 message with content of the unknown type 'hologram' (line 1)",
    ]);
  });

  test.each<[string, Loose, string]>([
    [
      'no current node',
      { mapping: {} },
      "Line 1: 'current_node' names node 'undefined', which does not exist",
    ],
    [
      'a parent that is missing',
      { mapping: { a: { parent: 'gone' } }, current_node: 'a' },
      "Line 1: 'parent' names node 'gone', which does not exist",
    ],
    [
      'parents in a circle',
      { mapping: { a: { parent: 'b' }, b: { parent: 'a' } }, current_node: 'a' },
      "Line 1: record 'a' is its own ancestor",
    ],
  ])('%s -> an error', (_what, conversation, error) => {
    expect(() => read(conversation)).toThrow(error);
  });
});
