import type { ModelMessage } from '@ai-sdk/provider-utils';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  countMessagesTokens,
  countMessageTokens,
  countTextTokens,
  MESSAGE_OVERHEAD_TOKENS,
} from '../../../models/counting/count-tokens.js';
import { pdf } from '../../files/pdf.js';

const count = (content: unknown, role = 'user') =>
  countMessageTokens({ role, content } as ModelMessage) - MESSAGE_OVERHEAD_TOKENS;

describe('countMessageTokens', () => {
  test('a file that is text, as base64 or in a data URL -> counted as its text', () => {
    const words = 'word '.repeat(1_000);
    const base64 = Buffer.from(words).toString('base64');
    const whole = countMessageTokens({ role: 'user', content: words });
    for (const [data, mediaType] of [
      [base64, 'text/plain'],
      [`data:text/plain;base64,${base64}`, 'text/plain'],
      [`data:application/json;base64,${base64}`, 'application/octet-stream'],
      [base64, 'application/vnd.api+json'],
    ] as const)
      expect(countMessageTokens({ role: 'user', content: [{ type: 'file', data, mediaType }] })).toBe(whole);
  });

  test('a PDF in any form -> 3,000 tokens a page, wherever a message has it', () => {
    const bytes = pdf(Array.from({ length: 100 }, () => ['A line']));
    const data = Buffer.from(bytes).toString('base64');
    const mediaType = 'application/pdf';
    for (const file of [
      { data, mediaType },
      { data: bytes, mediaType },
      { data: `data:application/pdf;base64,${data}`, mediaType: '*/*' },
      { data, mediaType: undefined },
      { data: bytes, mediaType: 'application/octet-stream' },
    ])
      expect(count([{ type: 'file', ...file }])).toBe(300_000);
    const output = { type: 'content', value: [{ type: 'file-data', data, mediaType }] };
    expect(count([{ type: 'tool-result', toolCallId: 'a', toolName: 'read', output }], 'tool')).toBe(300_000);
  });

  test('a PDF without a page that can be found -> by its size; a remote one -> one page; more than 1,000 pages -> 1,000', () => {
    const mediaType = 'application/pdf';
    const encrypted = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(200_000, 7)]);
    expect(count([{ type: 'file', data: encrypted, mediaType }])).toBe(11 * 3_000);
    expect(count([{ type: 'file', data: 'https://example.com/a.pdf', mediaType }])).toBe(3_000);
    const huge = Buffer.from(`%PDF-1.7\n${'<< /Type /Page >>'.repeat(1_001)}`);
    expect(count([{ type: 'file', data: huge, mediaType }])).toBe(3_000_000);
  });

  test.each([
    ['redacted', '', { anthropic: { redactedData: 'x'.repeat(5_000) } }, 1_000],
    ['signed, its text omitted', '', { anthropic: { signature: 'x'.repeat(5_000) } }, 1_000],
    ['signed', 'Hello world', { anthropic: { signature: 'x'.repeat(5_000) } }, 2],
    [
      'encrypted, with a summary',
      'Hello',
      { openai: { reasoningEncryptedContent: 'x'.repeat(5_000) } },
      1_000,
    ],
    ['unsigned', 'Hello world', undefined, 2],
  ])('a thought that is %s -> counted by its content', (_how, text, providerOptions, tokens) => {
    expect(count([{ type: 'reasoning', text, providerOptions }], 'assistant')).toBe(tokens);
  });

  test('P17: list content -> the sum of its text parts', () => {
    const content = [
      { type: 'text', text: 'Hello' },
      { type: 'text', text: 'Hello world' },
    ];
    expect(count(content)).toBe(3);
  });

  test('P19: an assistant message with only a tool call -> name and arguments', () => {
    const input = { city: 'Paris', unit: 'celsius' };
    const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'get_weather', input };
    expect(count([call], 'assistant')).toBe(2 + countTextTokens(JSON.stringify(input)));
  });

  test('P20: a tool message -> counted like text', () => {
    const output = { type: 'text', value: 'You are a helpful assistant.' };
    expect(count([{ type: 'tool-result', toolCallId: 'c1', toolName: 't', output }], 'tool')).toBe(6);
  });

  test('a tool result of parts -> texts as text, pictures by size', () => {
    const value = [
      { type: 'text', text: 'Hello' },
      { type: 'image-data', data: png(300, 400).toString('base64'), mediaType: 'image/png' },
      { type: 'image-url', url: 'https://example.com/a.png' },
    ];
    const part = { type: 'tool-result', toolCallId: 'c', toolName: 't', output: { type: 'content', value } };
    expect(count([part], 'tool')).toBe(1 + 160 + 786);
  });

  test.each([
    ['H50: 100 x 200', png(100, 200), 26],
    ['H50: 300 x 400', png(300, 400), 160],
    ['H50: 800 x 600', png(800, 600), 640],
    ['base64', png(800, 600).toString('base64'), 640],
    ['a data URL', `data:image/png;base64,${png(300, 400).toString('base64')}`, 160],
    ['a remote URL', new URL('https://example.com/a.png'), 786],
    ['a remote URL as text', 'https://example.com/a.png', 786],
    ['something unknown', Buffer.from('no picture'), 786],
    ['no source', '', 1_600],
    ['no source', undefined, 1_600],
  ])('picture, %s -> %#', (_name, image, tokens) => {
    expect(count([{ type: 'image', image }])).toBe(tokens);
  });

  test.each([
    ['GIF', gif(300, 400)],
    ['JPEG behind a preview', jpeg(300, 400)],
    ['WebP, lossy', webp('VP8 ', 300, 400)],
    ['WebP, lossless', webp('VP8L', 300, 400)],
    ['WebP, extended', webp('VP8X', 300, 400)],
  ])('picture in %s -> its size is read', (_name, bytes) => {
    expect(count([{ type: 'image', image: bytes }])).toBe(160);
    expect(count([{ type: 'file', mediaType: 'image/*', data: bytes.toString('base64') }])).toBe(160);
  });

  test('H52: thinking and reasoning of the same text -> counted once', () => {
    const both = [
      { type: 'thinking', thinking: 'You are a helpful assistant.' },
      { type: 'reasoning', text: 'You are a helpful assistant.' },
    ];
    expect(count(both, 'assistant')).toBe(6);
  });

  test.each([
    undefined,
    null,
    5,
    [],
    [null],
    ['Hello'],
    [{}],
    [{ type: 'odd', x: 1 }],
    [{ type: 'tool-result' }],
  ])('stored content %j -> counted without throwing', (content) => {
    expect(count(content)).toBeGreaterThanOrEqual(0);
  });

  test('any JSON as content -> counted without throwing', () => {
    const type = fc.constantFrom(
      'text',
      'reasoning',
      'thinking',
      'image',
      'file',
      'tool-call',
      'tool-result',
      'content',
      'json',
      'image-data',
      'file-data',
      'file-url',
    );
    const { part } = fc.letrec((tie) => ({
      part: fc.record(
        {
          type: fc.oneof(type, fc.jsonValue()),
          text: fc.jsonValue(),
          input: fc.jsonValue(),
          image: fc.jsonValue(),
          data: fc.jsonValue(),
          mediaType: fc.oneof(fc.constant('text/plain'), fc.jsonValue()),
          output: tie('part'),
          value: fc.oneof({ depthSize: 'small' }, fc.jsonValue(), fc.array(tie('part'), { maxLength: 3 })),
        },
        { requiredKeys: ['type'] },
      ),
    }));
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.array(part)), (content) => {
        expect(count(content)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('P22: a list -> the sum of its messages', () => {
    const messages: ModelMessage[] = [
      { role: 'system', content: 'You are a helpful assistant.' },
      { role: 'user', content: 'Hello' },
    ];
    expect(countMessagesTokens(messages)).toBe(
      countMessageTokens(messages[0]!) + countMessageTokens(messages[1]!),
    );
    expect(countMessagesTokens([])).toBe(0);
  });
});

function png(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(33);
  bytes.write('\u0089PNG\r\n\u001a\n', 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

function gif(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.write('GIF89a', 'latin1');
  bytes.writeUInt16LE(width, 6);
  bytes.writeUInt16LE(height, 8);
  return bytes;
}

function jpeg(width: number, height: number): Buffer {
  const preview = Buffer.alloc(60_000);
  preview.writeUInt16BE(0xffe1, 0);
  preview.writeUInt16BE(59_998, 2);
  const frame = Buffer.from([
    0xff,
    0xc2,
    0,
    17,
    8,
    height >> 8,
    height & 255,
    width >> 8,
    width & 255,
    3,
    0,
    0,
  ]);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), preview, frame]);
}

function webp(form: string, width: number, height: number): Buffer {
  const bytes = Buffer.alloc(40);
  bytes.write(`RIFF    WEBP${form}`, 'latin1');
  if (form === 'VP8 ') {
    bytes.writeUInt16LE(width, 26);
    bytes.writeUInt16LE(height, 28);
  } else if (form === 'VP8L') {
    bytes.writeUInt32LE((width - 1) | ((height - 1) << 14), 21);
  } else {
    bytes.writeUIntLE(width - 1, 24, 3);
    bytes.writeUIntLE(height - 1, 27, 3);
  }
  return bytes;
}
