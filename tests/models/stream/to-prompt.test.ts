import type { ModelMessage } from '@ai-sdk/provider-utils';
import { describe, expect, test } from 'vitest';
import { toPrompt } from '../../../models/stream/to-prompt.js';

const result = (toolCallId: string) => ({
  type: 'tool-result' as const,
  toolCallId,
  toolName: 't',
  output: { type: 'text' as const, value: 'ok' },
});

describe('toPrompt', () => {
  test('system and string contents -> system first, texts as parts', () => {
    expect(toPrompt({ system: 'Be kind.', messages: [{ role: 'user', content: 'Hello' }] })).toEqual([
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
    ]);
  });

  test('blank texts -> omitted, and the messages they leave empty', () => {
    const messages: ModelMessage[] = [
      { role: 'system', content: ' ' },
      { role: 'user', content: '' },
      {
        role: 'user',
        content: [
          { type: 'text', text: '\n' },
          { type: 'text', text: 'a' },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: '' },
          { type: 'tool-call', toolCallId: 'c', toolName: 't', input: {} },
        ],
      },
      { role: 'tool', content: [] },
    ];
    expect(toPrompt({ system: '', messages })).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'a' }] },
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c', toolName: 't', input: {} }] },
    ]);
  });

  test('neighbouring tool messages -> one; the input is not changed', () => {
    const messages: ModelMessage[] = [
      { role: 'tool', content: [result('a')] },
      { role: 'tool', content: [result('b')] },
      { role: 'user', content: 'x' },
      { role: 'tool', content: [result('c')] },
    ];
    const before = structuredClone(messages);
    expect(toPrompt({ messages }).map(({ role, content }) => [role, content.length])).toEqual([
      ['tool', 2],
      ['user', 1],
      ['tool', 1],
    ]);
    expect(messages).toEqual(before);
  });

  test.each([
    ['base64', 'QUJD', 'QUJD', 'image/*'],
    ['a data URL', 'data:image/png;base64,QUJD', 'QUJD', 'image/png'],
    ['a data URL without base64', 'data:image/svg+xml;utf8,%41BC', 'QUJD', 'image/svg+xml'],
    ['an address', 'https://example.com/a.png', new URL('https://example.com/a.png'), 'image/*'],
    ['bytes', new Uint8Array([1]), new Uint8Array([1]), 'image/*'],
    ['a buffer', new Uint8Array([1]).buffer, new Uint8Array([1]), 'image/*'],
  ])('picture as %s -> file', (_name, image, data, mediaType) => {
    const [message] = toPrompt({ messages: [{ role: 'user', content: [{ type: 'image', image }] }] });
    expect(message?.content).toEqual([{ type: 'file', mediaType, data }]);
  });

  test('reasoning -> kept with its provider options, also without text', () => {
    const providerOptions = { anthropic: { signature: 's' } };
    const messages: ModelMessage[] = [
      { role: 'assistant', content: [{ type: 'reasoning', text: '', providerOptions }] },
    ];
    expect(toPrompt({ messages })[0]?.content).toEqual([{ type: 'reasoning', text: '', providerOptions }]);
  });

  test('approvals -> not sent; media of a tool result -> image data', () => {
    const messages: ModelMessage[] = [
      { role: 'assistant', content: [{ type: 'tool-approval-request', approvalId: 'p', toolCallId: 'c' }] },
      {
        role: 'tool',
        content: [
          { type: 'tool-approval-response', approvalId: 'p', approved: true },
          {
            ...result('c'),
            output: { type: 'content', value: [{ type: 'media', data: 'QUJD', mediaType: 'image/png' }] },
          },
        ],
      },
    ];
    const output = { type: 'content', value: [{ type: 'image-data', data: 'QUJD', mediaType: 'image/png' }] };
    expect(toPrompt({ messages })).toEqual([{ role: 'tool', content: [{ ...result('c'), output }] }]);
  });

  test('an unknown role or part -> an Error that names it', () => {
    const odd = (message: unknown) => () => toPrompt({ messages: [message as ModelMessage] });
    expect(odd({ role: 'human', content: 'x' })).toThrow("unknown role 'human'");
    expect(odd({ role: 'user', content: [{ type: 'video' }] })).toThrow("unknown type 'video'");
  });
});
